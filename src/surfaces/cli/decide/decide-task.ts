import { numberedOption } from '../../../core/decisions/numbered-option.ts'
import { type Seen, seenOf } from '../../../core/journal/seen.ts'
import { shortReceipt } from '../../../core/plan/ids.ts'
import type { Event, Recorded } from '../../../core/run/event.ts'
import { evolve } from '../../../core/run/evolve.ts'
import type { Command } from '../../../core/run/input.ts'
import type { RunState, TaskRun } from '../../../core/run/state.ts'
import type { Context } from '../context.ts'
import { deciderIn } from '../decider.ts'
import { Problem } from '../problem.ts'
import type { RunReading } from '../reading.ts'
import { tell } from './send-command.ts'

export interface TellOptions {
  readonly message?: string
  readonly run?: string
  /** The beginning of the hash of the receipt that the decision is about. */
  readonly seen?: string
}

export interface DecisionOptions extends TellOptions {
  /** The number of an option of its question. */
  readonly option?: string
  /** The planner's text for a rejected task is taken without a question. */
  readonly yes?: true
}

/** The answers to decisions and to `stop`, in words. */
export const ANSWERS = {
  skip: 'is skipped',
  approve: 'is approved and lands as soon as everything else passes',
  waive: 'is waived and lands as soon as everything else passes',
  revise: 'goes back to its agent with your text',
  reject: 'is rejected and waits until you edit its text; its files are kept',
  pause: 'keeps its question, and the run ends; pm-agent run continues it',
  stop: 'is stopped; its files are kept, and pm-agent retry continues it',
} as const

/** Takes one decision about a task as it was read; returns the consequence in words. */
export async function takeDecision(
  context: Context,
  reading: Pick<RunReading, 'store' | 'state'>,
  {
    named,
    run,
    options,
  }: { readonly named: keyof typeof ANSWERS | 'retry'; readonly run: TaskRun; readonly options: DecisionOptions },
): Promise<readonly string[]> {
  const { id } = run.task
  const decision = chosen(reading.state, run, named, options)
  const said = { by: await deciderIn(context.cwd), note: options.message ?? '' }
  if (decision === 'retry') return sendBack(context, reading, retryOf(run, said, options), options)
  const seen = decision === 'stop' ? {} : { seen: shownOf(run, options) }
  const yes = decision === 'reject' && options.yes ? { yes: true as const } : {}
  const driven = await tell(context, reading, {
    type: `${decision}-task`,
    task: id,
    ...said,
    ...yes,
    ...seen,
  } as Command)
  const records = await reading.store.read(reading.state.opened.runId, reading.state.version)
  const facts = records.flatMap(({ event }) => ('task' in event && event.task === id ? [event] : []))
  if (facts.some(fact => fact.type === 'task-escalated' && fact.reason === 'revisions-spent'))
    return [
      `Task ${id} is paused: its rounds of changes are used up, and your text is kept. pm-agent review ${id} shows how it can go on.`,
    ]
  const isGoingOn = driven || decision === 'pause'
  return [
    `Task ${id} ${consequence(decision, { run, facts, options })}.${isGoingOn ? '' : ' pm-agent run continues from there.'}`,
  ]
}

/** The consequence of a decision, by the facts that it brought about. */
function consequence(
  decision: keyof typeof ANSWERS,
  on: { readonly run: TaskRun; readonly facts: readonly Event[]; readonly options: DecisionOptions },
): string {
  const is = (type: Event['type']) => on.facts.some(fact => fact.type === type)
  if (is('planning-wanted'))
    return `is rejected, and the planner writes a new text for it${on.options.yes ? '' : ', which is shown to you'}; its files are kept`
  if (is('rewrite-taken')) return 'begins again with the text of the planner; its files are kept'
  if (decision === 'pause' && on.run.stage.is !== 'escalated')
    return 'keeps what it has, and the run ends; pm-agent run continues it'
  return ANSWERS[decision]
}

/** The decision that is meant: the command's own, or that of the numbered option. */
function chosen(
  state: RunState,
  run: TaskRun,
  named: keyof typeof ANSWERS | 'retry',
  { option: number }: DecisionOptions,
): keyof typeof ANSWERS | 'retry' {
  if (number === undefined || named === 'stop') return named
  const option = numberedOption(state, run, { named, number })
  if (!option.ok) throw new Problem(option.error.message, option.error.hints)
  return option.value
}

export interface RetryOptions extends DecisionOptions {
  readonly fresh?: boolean
  readonly all?: boolean
}

/** Sends tasks back; returns how each of them goes on. */
export async function sendBack(
  context: Context,
  { store, state }: Pick<RunReading, 'store' | 'state'>,
  command: Command,
  options: RetryOptions,
): Promise<readonly string[]> {
  const driven = await tell(context, { store, state }, command)
  const records = await store.read(state.opened.runId, state.version)
  const after = records.reduce(evolve, state)
  return [
    ...records.flatMap(({ event }) => (event.type === 'task-retried' ? [retriedLine(event, options)] : [])),
    ...after.tasks.flatMap(({ task: left, stage }) =>
      options.all && stage.is === 'escalated'
        ? [`Task ${left.id} still waits for your decision: pm-agent review ${left.id}`]
        : [],
    ),
    ...(driven ? [] : ['pm-agent run continues from there.']),
  ]
}

export const retryOf = (
  run: TaskRun,
  said: { readonly by: string; readonly note: string; readonly fresh?: true },
  options: RetryOptions,
): Command => ({ type: 'retry-task', task: run.task.id, ...said, seen: shownOf(run, options) })

function retriedLine(
  { task, again }: Extract<Recorded['event'], { type: 'task-retried' }>,
  { fresh }: RetryOptions,
): string {
  if (fresh) return `Task ${task} starts again from the plan branch.`
  if (again === 'prove') return `Task ${task} keeps its work and will be proven again.`
  return `Task ${task} goes back to the queue${again && again.from !== null ? ' with its files' : ''}.`
}

/** What there is to see of a task now; another receipt than the one that the user names is refused. */
function shownOf(run: TaskRun, { seen: named }: TellOptions): Seen {
  const seen = seenOf(run)
  const id = run.task.id
  if (named !== undefined && (named === '' || !(seen.receipt ?? '').startsWith(named)))
    throw new Problem(
      `task ${id} changed: you saw receipt ${named}, and ${seen.receipt ? `now it is ${shortReceipt(seen.receipt)} (${seen.gates.join(', ') || 'nothing is refused'})` : 'there is none now'}`,
      [`look at it again: pm-agent show ${id}`],
    )
  return seen
}
