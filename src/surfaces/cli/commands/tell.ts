import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeciders, thisOrigin } from '../../../adapters/process/deciders.ts'
import { Sandbox } from '../../../adapters/process/sandbox/sandbox.ts'
import { Tools } from '../../../adapters/rooms/tools.ts'
import { thisHolder } from '../../../adapters/store/lease-holder.ts'
import { numberedOption } from '../../../core/decisions/numbered-option.ts'
import type { Deciders } from '../../../core/journal/decider.ts'
import { type Seen, seenOf } from '../../../core/journal/seen.ts'
import type { RunId, TaskId } from '../../../core/plan/ids.ts'
import type { Recorded } from '../../../core/run/event.ts'
import { evolve } from '../../../core/run/evolve.ts'
import type { Command, Refusal } from '../../../core/run/input.ts'
import { type RunState, type TaskRun, taskRun } from '../../../core/run/state.ts'
import type { Reach } from '../../../core/told/message-timing.ts'
import { answerWaiting, decideAlone } from '../../../engine/decide-alone.ts'
import { asHuman } from '../../../engine/inbox.ts'
import type { Answer, Store } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { deciderIn } from '../decider.ts'
import { EXIT, Problem } from '../problem.ts'
import { pickTask, type RunReading, readRun } from '../reading.ts'

const ANSWER_WITHIN_MS = 30_000
const PASSED_ON_WITHIN_MS = 5_000

export interface TellOptions {
  readonly message?: string
  readonly run?: string
  /** The beginning of the hash of the receipt that the decision is about. */
  readonly seen?: string
}

export interface DecisionOptions extends TellOptions {
  /** The number of an option of its question. */
  readonly option?: string
}

/** The answers to decisions and to `stop`, in words. */
const ANSWERS = {
  skip: 'is skipped',
  approve: 'is approved and lands once nothing else is wrong with it',
  waive: 'is waived and lands once nothing else is wrong with it',
  revise: 'goes back to its agent with your text',
  reject: 'is rejected and waits for another text; what it made is kept',
  pause: 'keeps its question, and the run ends; pm-agent run continues it',
  stop: 'is stopped; its files are kept, and pm-agent retry goes on with it',
} as const

/** The decisions of a human about one task, and `stop TASK`. */
export async function tellTask(
  context: Context,
  named: keyof typeof ANSWERS,
  task: string,
  options: DecisionOptions,
): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    await decideTask(context, { state, store }, { named, run: pickTask(state, task), options })
    return EXIT.done
  } finally {
    store.close()
  }
}

/** Takes one decision about a task as it was read, and prints the consequence. */
export async function decideTask(
  context: Context,
  reading: Pick<RunReading, 'store' | 'state'>,
  {
    named,
    run,
    options,
  }: { readonly named: keyof typeof ANSWERS | 'retry'; readonly run: TaskRun; readonly options: DecisionOptions },
): Promise<void> {
  const { id } = run.task
  const decision = chosen(reading.state, run, named, options)
  const said = { by: await deciderIn(context.cwd), note: options.message ?? '' }
  if (decision === 'retry') return sendBack(context, reading, retryOf(run, said, options), options)
  const seen = decision === 'stop' ? {} : { seen: shownOf(run, options) }
  const driven = await tell(context, reading, { type: `${decision}-task`, task: id, ...said, ...seen })
  const records = await reading.store.read(reading.state.opened.runId, reading.state.version)
  const isSpent = records.some(({ event }) => event.type === 'task-escalated' && event.reason === 'revisions-spent')
  const words = isSpent ? 'is paused: its rounds of changes are spent, and your text is kept' : ANSWERS[decision]
  const isGoingOn = driven || decision === 'pause'
  context.terminal.print(`Task ${id} ${words}.${isGoingOn ? '' : ' pm-agent run goes on from there.'}`)
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

/** `retry TASK` and `retry --all`: sends back what failed, with its files or without them. */
export async function retry(context: Context, task: string | undefined, options: RetryOptions): Promise<number> {
  if ((task === undefined) === !options.all)
    throw new Problem(task === undefined ? 'no task is named' : `either task ${task} or --all`, [
      'pm-agent retry TASK sends one task back, pm-agent retry --all every task that failed',
    ])
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    if (task !== undefined && options.option !== undefined) {
      await decideTask(context, { state, store }, { named: 'retry', run: pickTask(state, task), options })
      return EXIT.done
    }
    const by = await deciderIn(context.cwd)
    const said = { by, note: options.message ?? '', ...(options.fresh ? { fresh: true as const } : {}) }
    const command: Command =
      task === undefined ? { type: 'retry-all', ...said } : retryOf(pickTask(state, task), said, options)
    await sendBack(context, { store, state }, command, options)
    return EXIT.done
  } finally {
    store.close()
  }
}

/** Sends tasks back, and prints how each of them goes on. */
async function sendBack(
  context: Context,
  { store, state }: Pick<RunReading, 'store' | 'state'>,
  command: Command,
  options: RetryOptions,
): Promise<void> {
  const driven = await tell(context, { store, state }, command)
  const records = await store.read(state.opened.runId, state.version)
  const after = records.reduce(evolve, state)
  for (const { event } of records)
    if (event.type === 'task-retried') context.terminal.print(retriedLine(event, options))
  for (const { task: left, stage } of after.tasks)
    if (options.all && stage.is === 'escalated')
      context.terminal.print(`Task ${left.id} still waits for your decision: pm-agent show ${left.id}`)
  if (!driven) context.terminal.print('pm-agent run goes on from there.')
}

const retryOf = (
  run: TaskRun,
  said: { readonly by: string; readonly note: string; readonly fresh?: true },
  options: RetryOptions,
): Command => ({ type: 'retry-task', task: run.task.id, ...said, seen: shownOf(run, options) })

function retriedLine(
  { task, again }: Extract<Recorded['event'], { type: 'task-retried' }>,
  { fresh }: RetryOptions,
): string {
  if (fresh) return `Task ${task} begins again from the plan branch.`
  if (again === 'prove') return `Task ${task} is proven again.`
  return `Task ${task} goes back to the queue${again && again.from !== null ? ' with its files' : ''}.`
}

/** `tell TASK -m TEXT`: words for whoever works on the task, as soon as it can hear them. */
export async function tellAgent(context: Context, task: string, options: TellOptions): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    const id = pickTask(state, task).task.id
    const driven = await tell(
      context,
      { store, state },
      {
        type: 'tell-task',
        task: id,
        by: await deciderIn(context.cwd),
        note: options.message ?? '',
      },
    )
    const reach = driven ? await reached(store, state, id) : 'next-attempt'
    context.terminal.print(
      reach === null ? `What you said is kept; pm-agent why ${id} says who heard it.` : HEARD[reach](id),
    )
    return EXIT.done
  } finally {
    store.close()
  }
}

const HEARD: Readonly<Record<Reach, (task: string) => string>> = {
  now: task => `The agent of task ${task} was told while it works.`,
  'next-turn': task => `The agent of task ${task} hears it when the turn that it is at ends.`,
  'next-attempt': task => `What you said goes with the next attempt of task ${task}.`,
}

/** When whoever works on it hears what was just taken in; null where that is not known yet, because it is still to be launched. */
async function reached(store: Store, before: RunState, task: TaskId): Promise<Reach | null> {
  return awaited(store, PASSED_ON_WITHIN_MS, async (): Promise<Reach | null> => {
    let state = before
    let isTold = false
    for (const record of await store.read(before.opened.runId, before.version)) {
      const { event } = record
      state = evolve(state, record)
      if (isTold && event.type === 'agent-told' && event.task === task) return event.reach
      if (event.type !== 'task-told' || event.task !== task) continue
      isTold = true
      if (taskRun(state, task).stage.is !== 'working') return 'next-attempt'
    }
    return null
  })
}

/** `stop`: ends the run that is under way elsewhere, in good order. */
export async function stop(context: Context, options: TellOptions): Promise<number> {
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    const driven = await tell(context, { store, state }, { type: 'stop-run', by: await deciderIn(context.cwd) })
    context.terminal.print(
      driven
        ? 'Stopping. pm-agent run goes on from there.'
        : 'No run is under way; pm-agent run goes on from where it stands.',
    )
    return EXIT.done
  } finally {
    store.close()
  }
}

/** Through the inbox when an engine is alive, else decided here under the lease. Says whether one is. */
export async function tell(
  context: Context,
  { store, state }: Pick<RunReading, 'store' | 'state'>,
  asked: Command,
): Promise<boolean> {
  const run = state.opened.runId
  const deciders = createDeciders(() => hasWall(context))
  const command = { ...asked, origin: thisOrigin() }
  // The engine asks as well; here it is refused where no engine lives, and from where no engine can see.
  const human = await asHuman(deciders, state, command)
  if (!human.ok) throw refused(human.error)
  const holder = thisHolder()
  // A process that is stopped or asleep has let its lease run out, and still must not lose the run over a word.
  const isDriven = (await store.driver(run, holder, Date.now())).is === 'driving'
  const lease = isDriven ? null : await store.takeLease(run, holder, Date.now())
  if (!lease?.ok) {
    const id = await store.submit(run, command, Date.now())
    const answer =
      (await awaited(store, ANSWER_WITHIN_MS, () => store.answerTo(id))) ??
      (await answeredHere(store, id, run, deciders))
    if (!answer)
      throw new Problem('the run has not answered yet; what you said is kept and will be decided', [
        'pm-agent log shows when it was',
      ])
    if (!answer.accepted) throw refused(answer.refusal)
    return true
  }
  try {
    const decided = await decideAlone(store, lease.value, state, command, { deciders, now: Date.now() })
    if (!decided.ok)
      throw decided.error === 'overtaken'
        ? new Problem('somebody else wrote to the run at the same moment', ['try again'])
        : refused(decided.error)
    return false
  } finally {
    await store.releaseLease(lease.value)
  }
}

/** The answer to a command that reached its run too late: the engine ended without reading it. */
async function answeredHere(store: Store, id: number, run: RunId, deciders: Deciders): Promise<Answer | null> {
  const holder = thisHolder()
  if ((await store.driver(run, holder, Date.now())).is === 'driving') return null
  const lease = await store.takeLease(run, holder, Date.now())
  if (!lease.ok) return null
  try {
    await answerWaiting(store, lease.value, { deciders, now: Date.now() })
    return await store.answerTo(id)
  } finally {
    await store.releaseLease(lease.value)
  }
}

/** Whether agents are kept from deciding on this machine. */
async function hasWall({ cwd, env }: Context): Promise<boolean> {
  const tempRoot = join(tmpdir(), `pm-agent-${process.pid}`)
  const tools = new Tools({ tempRoot, userEnv: env })
  const works = (file: string, args: readonly string[]) => tools.works(file, args)
  try {
    return (await new Sandbox({ userEnv: env, checkout: cwd, masked: [], tempRoot, works }).level()) !== 'none'
  } finally {
    rmSync(tempRoot, { recursive: true, force: true })
  }
}

/** What there is to see of a task now; another receipt than the one that the user names is refused. */
function shownOf(run: TaskRun, { seen: named }: TellOptions): Seen {
  const seen = seenOf(run)
  const id = run.task.id
  if (named !== undefined && (named === '' || !(seen.receipt ?? '').startsWith(named)))
    throw new Problem(
      `task ${id} changed: you saw receipt ${named}, and ${seen.receipt ? `now it is ${seen.receipt.slice(0, 12)} (${seen.gates.join(', ') || 'nothing is refused'})` : 'there is none now'}`,
      [`look at it again: pm-agent show ${id}`],
    )
  return seen
}

/** Waits for the engine's word; it is woken, nothing is polled. Null when none came in time. */
async function awaited<T>(store: Store, withinMs: number, find: () => Promise<T | null>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>()
  const look = async () => {
    const found = await find()
    if (found !== null) resolve(found)
  }
  const unwatch = store.watch(() => void look())
  const timer = setTimeout(() => resolve(null), withinMs)
  await look()
  const found = await promise
  clearTimeout(timer)
  unwatch()
  return found
}

const refused = (refusal: Refusal): Problem => new Problem(refusal.message, refusal.hints)
