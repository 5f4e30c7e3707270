import type { EscalationReason } from '../decisions/escalation-reason.ts'
import type { Decider } from '../journal/decider.ts'
import type { TaskId } from '../plan/ids.ts'
import { isWaived, mayLand, type Waiver } from '../proof/waiver.ts'
import { answered } from '../replanning/answered.ts'
import { invariant } from '../result.ts'
import { waitsForHuman } from '../review/tier-review.ts'
import type { Again, Resumption } from './attempt-start.ts'
import type { Event } from './event.ts'
import { retrying } from './next-start.ts'
import {
  type Attempt,
  addedFor,
  FRESH,
  lastAttempt,
  type Outcome,
  type RunState,
  type Stage,
  type TaskRun,
  taskRun,
  untouched,
} from './state.ts'
import type { DecisionFact, RetryWay } from './task-decision.ts'

type Fact<T extends Event['type']> = Extract<Event, { type: T }>

export function attemptStarted(state: RunState, event: Fact<'attempt-started'>, at: number): RunState {
  const attempt: Attempt = {
    number: event.attempt,
    kind: event.kind,
    agent: event.agent,
    base: event.base,
    from: event.from,
    session: event.session,
    token: event.token,
    contract: event.contract,
    contractHash: event.contractHash,
    prompt: event.prompt,
    ...(event.by ? { by: event.by } : {}),
    startedAt: at,
    process: null,
    outputFile: null,
    ended: null,
    merged: null,
    formatted: null,
    conflicts: [],
    receipt: null,
    said: [],
    judges: [],
  }
  const first = taskRun(state, event.task).attempts.length === 0
  const next = change(state, event.task, run => ({
    ...run,
    stage: { is: 'working', attempt: event.attempt },
    attempts: [...run.attempts, attempt],
    launches: run.launches + 1,
    approved: null,
    waivers: run.waivers.filter(isOfAnEarlierVersion),
  }))
  return first ? { ...next, dispatched: [...next.dispatched, event.task] } : next
}

/** Neither an approval nor a waiver covers new work of an agent. Waivers of earlier versions hold for the same evidence in any draft. */
const isOfAnEarlierVersion = ({ codeTree }: Waiver): boolean => codeTree === undefined

export function attemptEnded(state: RunState, event: Fact<'attempt-ended'>, at: number): RunState {
  const { ending, reading, session, draft, outputFile, durationMs, meter } = event
  const next = changeAttempt(state, event.task, event.attempt, attempt => ({
    ...attempt,
    ended: { at, ending, reading, session, draft, outputFile, durationMs, ...(meter ? { meter } : {}) },
  }))
  return stage(next, event.task, { is: 'drafted', attempt: event.attempt })
}

export const proofStarted = (state: RunState, { task, attempt, token }: Fact<'proof-started'>): RunState =>
  change(state, task, run => ({ ...run, stage: { is: 'proving', attempt, token }, openProof: token }))

export function proofRecorded(state: RunState, event: Fact<'proof-recorded'>): RunState {
  const { task, attempt: number, receipt, receiptHash, formatted } = event
  const next = changeAttempt(state, task, number, attempt => ({
    ...attempt,
    receipt,
    ...(receiptHash ? { receiptHash } : {}),
    formatted: formatted ?? attempt.formatted,
  }))
  const { waivers } = taskRun(state, task)
  const is = mayLand(receipt, waivers) ? 'proven' : 'drafted'
  return change(next, task, run => ({ ...run, stage: { is, attempt: number }, openProof: null }))
}

/** The merged code is a draft like any other: the earlier proof does not cover it. */
export function draftMerged(state: RunState, event: Fact<'draft-merged'>, at: number): RunState {
  const next = changeAttempt(state, event.task, event.attempt, ({ union: _, ...attempt }) => ({
    ...attempt,
    merged: event.draft,
    ...(event.union ? { union: event.union } : {}),
    formatted: null,
    receipt: null,
  }))
  const merged = stage(next, event.task, { is: 'drafted', attempt: event.attempt })
  return noted(merged, event.task, at, event)
}

export function mergeConflicted(state: RunState, event: Fact<'merge-conflicted'>): RunState {
  return changeAttempt(state, event.task, event.attempt, ({ union: _, ...attempt }) => ({
    ...attempt,
    merged: event.draft,
    formatted: null,
    conflicts: event.paths,
    ...(event.refuted ? { refuted: event.refuted } : {}),
    receipt: null,
  }))
}

export function triaged(state: RunState, event: Fact<'task-triaged'>, at: number): RunState {
  const next = noted(state, event.task, at, event)
  if (event.disposition === 'escalate' || event.disposition === 'adapt') return next
  return change(next, event.task, run => ({
    ...run,
    stage: { is: 'queued', ...event.again },
    fixes: run.fixes + (event.disposition === 'retry' && event.counted ? 1 : 0),
    relaunches: run.relaunches + (event.disposition === 'relaunch' && event.counted ? 1 : 0),
    ...(event.disposition === 'wait' ? { launches: run.launches - 1 } : {}),
  }))
}

/** The reasons that earlier versions recorded in a separate event, directly before the event that they belong to. */
function reasonsBefore({ decisions }: TaskRun): readonly string[] {
  const fact = decisions.at(-1)?.fact
  const isBefore = fact?.type === 'task-triaged' && (fact.disposition === 'escalate' || fact.disposition === 'adapt')
  return isBefore ? fact.reasons : []
}

/** The decisions without that event. */
const withoutReasons = (run: TaskRun): TaskRun['decisions'] =>
  reasonsBefore(run).length > 0 ? run.decisions.slice(0, -1) : run.decisions

/** It comes after the task that needs it and after earlier additions for that task, which waits for it. */
export function taskAdded(state: RunState, event: Fact<'task-added'>, at: number): RunState {
  const { task: parent, added: task, trigger, scope } = event
  const reasons = [...reasonsBefore(taskRun(state, parent)), ...event.reasons]
  const waiting = change(state, parent, run => ({
    ...run,
    stage: { is: 'queued', ...FRESH },
    task: { ...run.task, needs: [...run.task.needs, task.id] },
    decisions: withoutReasons(run),
  }))
  const place = state.index.get(parent)! + addedFor(state, parent).length + 1
  const added: TaskRun = {
    ...untouched(task),
    added: { parent, at, trigger, scope },
    decisions: [{ at, fact: event }],
  }
  const tasks = waiting.tasks.toSpliced(place, 0, added)
  const plan = { ...state.plan, tasks: tasks.map(run => run.task) }
  const next = {
    ...waiting,
    tasks,
    index: new Map(tasks.map((run, position) => [run.task.id, position])),
    plan,
  }
  return noted(next, parent, at, { ...event, reasons })
}

export function escalated(state: RunState, event: Fact<'task-escalated'>, at: number): RunState {
  const run = taskRun(state, event.task)
  const { reason, again } = event
  const { fixes, relaunches } = run
  const reasons = [...reasonsBefore(run), ...event.reasons]
  const isLook = reason === 'held' || reason === 'review-wanted'
  const held = isLook ? run.decisions.findLast(({ fact }) => fact.type === 'task-held')?.fact : undefined
  const asked = { reason, reasons, fixes, relaunches, branch: held?.type === 'task-held' ? held.branch : null }
  const next = change(answered(state, event.task), event.task, ({ wish: _, ...before }) => ({
    ...before,
    stage: { is: 'escalated', ...asked, ...(again ? { again } : {}) },
    stopping: false,
    decisions: withoutReasons(before),
  }))
  return noted(next, event.task, at, { ...event, ...asked })
}

export function landed(state: RunState, event: Fact<'task-landed'>, at: number): RunState {
  const next = change(state, event.task, run => ({
    ...run,
    stage: {
      is: 'completed',
      outcome: outcomeOf(run),
      commit: event.commit,
      ...tagOf(run),
      ...(event.delta ? { delta: event.delta } : {}),
    },
    outputs: event.outputs,
    endedAt: at,
  }))
  return { ...next, tip: event.commit, record: event.record ?? state.record }
}

/** Nothing was asked of an agent: its criteria hold and its files are there. */
export function existed(state: RunState, event: Fact<'task-existed'>, at: number): RunState {
  const next = change(state, event.task, run => ({
    ...run,
    stage: { is: 'completed', outcome: 'existed', commit: null },
    endedAt: at,
  }))
  return noted(next, event.task, at, event)
}

const tagOf = ({ stage }: TaskRun) => (stage.is === 'landing' && stage.tag !== null ? { tag: stage.tag } : {})

function outcomeOf(run: TaskRun): Outcome {
  const receipt = lastAttempt(run)?.receipt
  if (receipt && isWaived(receipt, run.waivers)) return 'waived'
  return receipt?.basis === 'existed' || receipt?.basis === 'unverified' ? receipt.basis : 'proven'
}

export function landingRefused(state: RunState, event: Fact<'landing-refused'>, at: number): RunState {
  return noted(stage(state, event.task, { is: 'queued', ...FRESH }), event.task, at, event)
}

/** The following escalation asks the question; this records the branch. */
export const held = (state: RunState, event: Fact<'task-held'>, at: number): RunState =>
  noted(state, event.task, at, event)

export function approved(state: RunState, event: Fact<'task-approved'>, at: number): RunState {
  const next = change(state, event.task, run => ({
    ...run,
    approved: deciderOf(event),
    stage: { is: 'proven', attempt: lastAttempt(run)!.number },
  }))
  return noted(next, event.task, at, event)
}

/** Another proof of the same draft takes the decision into account: checks that did not run because of the refusal run now. */
export function waived(state: RunState, event: Fact<'gates-waived'>, at: number): RunState {
  const { type: _, task, attempt, ...waiver } = event
  const next = change(state, task, run => ({
    ...run,
    waivers: [...run.waivers, waiver],
    stage: { is: 'drafted', attempt },
  }))
  return noted(next, task, at, event)
}

/** A human's retry resets the budgets of the task. */
export function retried(state: RunState, event: Fact<'task-retried'>, at: number): RunState {
  const run = taskRun(state, event.task)
  const last = lastAttempt(run)
  const again = event.again ?? retriedBefore(run, event.note)
  if (again === 'prove' && last) {
    const way = run.stage.is === 'escalated' ? (ASKED_AGAIN[run.stage.reason] ?? 'prove') : 'prove'
    return noted(stage(state, event.task, { is: 'drafted', attempt: last.number }), event.task, at, { ...event, way })
  }
  const next = change(state, event.task, before => ({
    ...before,
    ...UNSPENT,
    attemptsBefore: before.attempts.length,
    stage: { is: 'queued', ...(again === 'prove' ? FRESH : again) },
    approved: null,
    waivers: [],
    notes: withNote(before, event.note),
  }))
  const isFresh = event.again !== undefined && again !== 'prove' && again.from === null && last !== null
  return noted(next, event.task, at, { ...event, way: isFresh ? 'begin-again' : 'try-again' })
}

const ASKED_AGAIN: Readonly<Partial<Record<EscalationReason, RetryWay>>> = {
  'judge-crashed': 'ask-judge',
  'review-degraded': 'ask-reviewer',
}

/** The work goes back to its author with the text; without a start the rounds are spent, and only the text is kept. */
export function revised(state: RunState, event: Fact<'task-revised'>, at: number): RunState {
  const { task, note, again } = event
  const next = change(state, task, run => ({
    ...run,
    notes: withNote(run, note),
    ...(again ? revisedRun(run, again) : {}),
  }))
  return noted(next, task, at, event)
}

const revisedRun = (run: TaskRun, again: Again): Partial<TaskRun> => ({
  ...UNSPENT,
  revisions: run.revisions + 1,
  attemptsBefore: run.attempts.length,
  stage: { is: 'queued', ...again },
  approved: null,
  waivers: [],
})

/** The following escalation asks for another text. */
export const rejected = (state: RunState, event: Fact<'task-rejected'>, at: number): RunState =>
  noted(state, event.task, at, event)

/** The run ends, and the question of the task stays open. */
export const runPaused = (state: RunState, event: Fact<'run-paused'>, at: number): RunState => ({
  ...noted(state, event.task, at, event),
  stopped: true,
  paused: { task: event.task, ...deciderOf(event) },
})

/** If the program of an agent could not be started, calling `run` again retries it. */
export const askedAgain = (state: RunState, at: number): RunState =>
  state.tasks
    .filter(({ stage }) => stage.is === 'escalated' && stage.reason === 'agent-cannot-start')
    .reduce((before, run) => {
      const { id: task } = run.task
      return retried(before, { type: 'task-retried', task, by: 'pm-agent run', note: '', again: retrying(run, '') }, at)
    }, state)

const UNSPENT = { fixes: 0, relaunches: 0, revisions: 0, launches: 0 }

/** The meaning of a retry in journals without it: that of the escalation, or else a fresh start. */
function retriedBefore(run: TaskRun, words: string): Resumption {
  if (run.stage.is !== 'escalated') return FRESH
  const { again, reason } = run.stage
  if (again === undefined && reason !== 'judge-crashed') return FRESH
  return retrying(run, words)
}

export function skipped(state: RunState, event: Fact<'task-skipped'>, at: number): RunState {
  const next = change(state, event.task, run => ({
    ...run,
    stage: { is: 'skipped', ...deciderOf(event), note: event.note },
    endedAt: at,
  }))
  return noted(next, event.task, at, event)
}

export function stopped(state: RunState, event: Fact<'task-stopped'>, at: number): RunState {
  const next = change(state, event.task, run => ({ ...run, stopping: true, notes: withNote(run, event.note) }))
  return noted(next, event.task, at, event)
}

/** Only the list of decisions stores it: the state of a risk is derived. */
export const riskDecided = (state: RunState, event: Fact<'risk-decided'>, at: number): RunState =>
  noted(state, event.task, at, event)

export function told(state: RunState, event: Fact<'task-told'>, at: number): RunState {
  const next = change(state, event.task, run => ({ ...run, notes: withNote(run, event.note) }))
  const isWorkedOn = taskRun(state, event.task).stage.is === 'working'
  return noted(next, event.task, at, { ...event, isWorkedOn })
}

export function passedOn(state: RunState, event: Fact<'agent-told'>, at: number): RunState {
  const { task, attempt: number, reach, words } = event
  const said = changeAttempt(state, task, number, attempt => ({
    ...attempt,
    said: reach === 'next-attempt' ? attempt.said : [...attempt.said, { to: 'author', agent: attempt.agent, words }],
  }))
  return noted(said, task, at, event)
}

const withNote = ({ notes }: TaskRun, words: string): readonly string[] => (words ? [...notes, words] : notes)

const noted = (state: RunState, id: TaskId, at: number, fact: DecisionFact): RunState =>
  change(state, id, run => ({ ...run, decisions: [...run.decisions, { at, fact }] }))

export const stage = (state: RunState, id: TaskId, to: Stage): RunState =>
  change(state, id, run => ({ ...run, stage: to }))

export function changeAttempt(
  state: RunState,
  id: TaskId,
  number: number,
  changed: (attempt: Attempt) => Attempt,
): RunState {
  return change(state, id, run => ({
    ...run,
    attempts: run.attempts.map(attempt => (attempt.number === number ? changed(attempt) : attempt)),
  }))
}

/** Replaces one task and its place in the merge queue; the arrays are copied, everything else is shared. */
function change(state: RunState, id: TaskId, changed: (run: TaskRun) => TaskRun): RunState {
  const at = state.index.get(id)
  invariant(at !== undefined, `the journal names task ${id}, the plan does not`)
  const tasks = state.tasks.slice()
  const run = changed(tasks[at]!)
  tasks[at] = run
  return { ...state, tasks, lane: laneWith(state, run) }
}

/** Proven work waits in the lane until it lands, also during another proof on a newer base. */
function laneWith(state: RunState, run: TaskRun): readonly TaskId[] {
  const { lane } = state
  const { is } = run.stage
  const again = (is === 'drafted' || is === 'proving') && Boolean(lastAttempt(run)?.merged)
  const belongs = (is === 'proven' && !waitsForHuman(state, run)) || is === 'landing' || again
  if (lane.includes(run.task.id) === belongs) return lane
  return belongs ? [...lane, run.task.id] : lane.filter(id => id !== run.task.id)
}

const deciderOf = ({ by, weak }: Decider): Decider => ({ by, ...(weak ? { weak } : {}) })
