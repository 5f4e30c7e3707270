import type { EscalationReason } from '../decisions/escalation-reason.ts'
import {
  asksOnly,
  blockers,
  fingerprint,
  type GateResult,
  gateSentence,
  isQuestion,
  type Receipt,
} from '../proof/receipt.ts'
import { mayLand } from '../proof/waiver.ts'
import type { SplitTrigger } from '../replanning/replanning-event.ts'
import { maySplit, tooManyFiles } from '../replanning/wish.ts'
import { unreachable } from '../result.ts'
import { hasHelper } from '../settings/assignment.ts'
import { gapSentence, hasGaps, strengthOf } from '../strength/strength.ts'
import { plural } from '../text/lists.ts'
import { type Adapting, adaptingFor } from './added-tasks.ts'
import { isUnavailable, pauseAfter, type Unavailable } from './agent-pause.ts'
import type { Again, Resumption } from './attempt-start.ts'
import type { Ending } from './ending.ts'
import type { Event } from './event.ts'
import { afterPause, goingOn, withItsFiles } from './next-start.ts'
import type { Attempt, RunState, TaskRun } from './state.ts'

/** After this many equal failures in a row another round will not help. */
const SAME_FAILURE_MAX = 3
/** Submissions of files that were refused before: after the first another agent takes over, after this many a human. */
const SAME_FILES_MAX = 2

export type Disposition =
  | { readonly is: 'prove' }
  | { readonly is: 'land' }
  | { readonly is: 'retry'; readonly reasons: readonly string[]; readonly again: Again; readonly counted: boolean }
  | { readonly is: 'relaunch'; readonly reasons: readonly string[]; readonly again: Again; readonly counted: boolean }
  /** The vendor's limit is reached: the launch does not count. */
  | { readonly is: 'wait'; readonly reasons: readonly string[]; readonly again: Again; readonly pause: Pause }
  /** The same for a judge: the draft exists, and its proof waits. */
  | { readonly is: 'wait-for-judge'; readonly pause: Pause }
  /** It is too large: the planner divides it. */
  | { readonly is: 'split'; readonly trigger: SplitTrigger; readonly reasons: readonly string[] }
  | Extract<Adapting, { is: 'adapt' }>
  | {
      readonly is: 'escalate'
      readonly reason: EscalationReason
      readonly reasons: readonly string[]
      /** The continuation after a human's decision; absent for a fresh start. */
      readonly again?: Resumption
      readonly pause?: Pause
    }

/** The pause of an agent and its reason; null is until a human continues the run. */
export interface Pause {
  readonly agent: string
  readonly ending: Unavailable
  readonly until: number | null
}

/** Records only new information: of several launches that end at one limit the latest time counts. */
export function pausedEvents(state: RunState, pause: Pause | undefined): readonly Event[] {
  if (!pause) return []
  const { agent, ending, until } = pause
  const known = state.troubles.get(agent)
  if (known?.paused && (known.until === null || (until !== null && known.until >= until))) return []
  return [{ type: 'agent-paused', agent, reason: ending.is, problem: ending.problem, until }]
}

/** The consequence of an attempt's ending, before any gate. */
export function triageEnding(state: RunState, run: TaskRun, attempt: Attempt): Disposition {
  const ended = attempt.ended!
  const { limits } = state.config
  if (run.stopping) {
    const isBrokenOff = !ended.draft || ended.ending.is === 'stopped' || ended.ending.is === 'lost'
    return { is: 'escalate', reason: 'stopped', reasons: [], again: isBrokenOff ? goingOn(attempt) : 'prove' }
  }
  if (isUnavailable(ended.ending) && !hasWorked(ended)) return unavailable(state, attempt, ended.ending)
  if (ended.ending.is === 'stopped' || ended.ending.is === 'lost') {
    if (run.launches >= limits.launchesPerTask) return launchesSpent(run)
    const words =
      ended.ending.is === 'lost'
        ? 'pm-agent died while the agent worked'
        : 'pm-agent was stopped while the agent worked'
    return { is: 'relaunch', reasons: [words], again: goingOn(attempt), counted: false }
  }
  if (ended.reading.is === 'valid') {
    const { status, summary, issues, selfAssessment } = ended.reading.report
    const said = [summary, ...issues].filter(Boolean)
    if (status === 'blocked' || selfAssessment === 'blocked')
      return { is: 'escalate', reason: 'agent-blocked', reasons: said }
    if (status === 'too-large')
      return maySplit(state, run)
        ? { is: 'split', trigger: 'agent', reasons: said }
        : { is: 'escalate', reason: 'too-large', reasons: said }
    if (status === 'contradiction') return { is: 'escalate', reason: 'agent-contradiction', reasons: said }
  }
  if (leadsToProof(ended)) return { is: 'prove' }
  const printed = ended.reading.is === 'missing' && ended.reading.printed
  return relaunch(state, run, attempt, [
    describeEnding(ended.ending),
    'and nothing in the files had changed',
    ...(printed ? [`the last it printed: ${printed}`] : []),
  ])
}

/** The consequence of a proof. Order of the questions: is it proven, must it halt, does the plan lack a task, whose fault is it, is another round useful. */
export function triageProof(state: RunState, run: TaskRun, attempt: Attempt, receipt: Receipt): Disposition {
  const halting = blockers(receipt).filter(gate => gate.halts)
  const tooMany = run.waivers.length === 0 && maySplit(state, run) ? tooManyFiles(receipt) : null
  if (tooMany && halting.length === 0) return { is: 'split', trigger: 'patch-size', reasons: [gateSentence(tooMany)] }
  if (mayLand(receipt, run.waivers)) {
    if (!isWorthStrengthening(state, run, receipt)) return { is: 'land' }
    // No check failed, so only launches count.
    const reasons = [gapSentence(strengthOf(receipt)!)]
    return { is: 'retry', reasons, again: withItsFiles(attempt), counted: false }
  }
  const { limits, quick } = state.config
  const failed = blockers(receipt)
  const reasons = failed.map(gateSentence)
  if (quick) return { is: 'escalate', reason: 'quick-failed', reasons }
  if (halting.length > 0) return { is: 'escalate', reason: haltReason(halting), reasons }
  const adapting = adaptingFor(state, run, receipt)
  if (adapting) return run.launches >= limits.launchesPerTask ? launchesSpent(run) : adapting
  if (failed.some(gate => gate.verdict === 'judge-crashed')) return { is: 'escalate', reason: 'judge-crashed', reasons }
  if (failed.every(gate => gate.verdict === 'review-degraded') && failed.length > 0)
    return { is: 'escalate', reason: 'review-degraded', reasons }
  if (run.task.type === 'verification') return { is: 'escalate', reason: 'verification-failed', reasons }
  if (isTrouble(attempt.ended!))
    return relaunch(state, run, attempt, [describeEnding(attempt.ended!.ending), ...reasons])
  if (failed.length > 0 && failed.every(gate => gate.verdict === 'environment'))
    return { is: 'escalate', reason: 'environment', reasons }
  if (asksOnly(receipt) && !isWorthTelling(run, receipt, limits.fixes)) {
    const aboutTests = failed.some(gate => gate.verdict === 'changes-tests')
    return { is: 'escalate', reason: aboutTests ? 'changes-tests' : 'question', reasons }
  }
  if (run.launches >= limits.launchesPerTask) return launchesSpent(run)
  if (isOnlyUnproven(receipt) && wasAskedToProve(run)) return { is: 'escalate', reason: 'unproven', reasons }
  if (run.fixes >= limits.fixes) return { is: 'escalate', reason: 'fixes-spent', reasons }
  const same = sameFiles(run)
  if (same >= SAME_FILES_MAX) return { is: 'escalate', reason: 'no-progress', reasons }
  if (sameFailures(run, receipt) >= SAME_FAILURE_MAX) return { is: 'escalate', reason: 'same-failure', reasons }
  const isStuck = same > 0 || sameFailures(run, receipt) > 1
  return { is: 'retry', reasons, again: ladder(state, run, withItsFiles(attempt), isStuck), counted: true }
}

/**
 * The agent for the next fix: the author in its session as long as there is progress; another agent if the same failure or the
 * same files come back; and for the last round a stronger one, if there is one. After that a human decides.
 */
function ladder(state: RunState, run: TaskRun, author: Again, isStuck: boolean): Again {
  const { kind, base, from } = author
  const isLast = run.fixes + 1 >= state.config.limits.fixes
  const fresh = { kind, base, from, session: null }
  if (isLast && run.fixes > 0 && hasHelper(state, 'stronger')) return { ...fresh, by: 'stronger' }
  if (!isStuck) return author
  return hasHelper(state, 'fixer') ? { ...fresh, by: 'fixer' } : fresh
}

/**
 * An agent that dropped the expectation of a test is told so once: usually the expectation can be kept. If it still drops
 * it, a human is asked.
 */
export const isWorthTelling = (run: TaskRun, receipt: Receipt, fixesMax: number): boolean =>
  run.fixes < fixesMax &&
  asksOnly(receipt) &&
  blockers(receipt).every(({ verdict }) => verdict === 'changes-tests') &&
  !recent(run)
    .slice(0, -1)
    .some(attempt => attempt.receipt && blockers(attempt.receipt).some(({ verdict }) => verdict === 'changes-tests'))

/**
 * Code that its tests do not notice is shown to its agent once, if there is a round left. A mutant may do the same as the code,
 * so after that it is only recorded.
 */
export const isWorthStrengthening = ({ config: { limits } }: RunState, run: TaskRun, receipt: Receipt): boolean =>
  hasGaps(strengthOf(receipt)) &&
  run.fixes < limits.fixes &&
  run.launches < limits.launchesPerTask &&
  run.waivers.length === 0 &&
  run.attempts.every(({ merged }) => merged === null) &&
  !run.attempts.slice(0, -1).some(attempt => hasGaps(strengthOf(attempt.receipt)))

/** The reason against a further round. */
function haltReason(halting: readonly GateResult[]): EscalationReason {
  if (halting.some(gate => gate.verdict === 'judge-wrote')) return 'judge-wrote'
  return halting.every(gate => gate.gate === 'must-not') ? 'forbidden' : 'tampering'
}

/** The consequence of a conflict: the files with conflict marks go back to an agent. It is not a failure, so only launches count. */
export function triageConflict(state: RunState, run: TaskRun, attempt: Attempt): Disposition {
  if (run.launches >= state.config.limits.launchesPerTask) return launchesSpent(run)
  const reasons = [
    `${attempt.conflicts.join(', ')} conflict${attempt.conflicts.length === 1 ? 's' : ''} with what landed since`,
  ]
  return { is: 'retry', reasons, again: withItsFiles(attempt), counted: false }
}

/** The consequence of a refused landing: null is the queue with a newer base, as long as launches are left. */
export function triageLanding(state: RunState, run: TaskRun, reason: string): Disposition | null {
  if (run.launches < state.config.limits.launchesPerTask) return null
  return { is: 'escalate', reason: 'launches-spent', reasons: [reason, ...launchesSpent(run).reasons] }
}

function relaunch(state: RunState, run: TaskRun, attempt: Attempt, reasons: readonly string[]): Disposition {
  const { limits, quick } = state.config
  if (quick) return { is: 'escalate', reason: 'quick-failed', reasons }
  if (run.launches >= limits.launchesPerTask) return launchesSpent(run)
  if (run.relaunches >= limits.relaunches) return { is: 'escalate', reason: 'relaunches-spent', reasons }
  return { is: 'relaunch', reasons, again: withItsFiles(attempt), counted: true }
}

/** The launch does not count, and its agent is paused; after too many pauses a human has to look. */
function unavailable(state: RunState, attempt: Attempt, ending: Unavailable): Disposition {
  const { agent } = attempt
  const pause = pauseOf(state, agent, ending)
  const common = { reasons: unavailableWords(pause), again: afterPause(attempt), pause }
  return isLastStraw(state, pause)
    ? { is: 'escalate', reason: unavailableReason(ending), ...common }
    : { is: 'wait', ...common }
}

/** The consequence of a judge that could not work. */
export function triageJudge(state: RunState, agent: string, ending: Unavailable): Disposition {
  const pause = pauseOf(state, agent, ending)
  const reasons = unavailableWords(pause)
  if (isLastStraw(state, pause))
    return { is: 'escalate', reason: unavailableReason(ending), reasons, again: 'prove', pause }
  return { is: 'wait-for-judge', pause }
}

const unavailableReason = ({ is }: Unavailable): EscalationReason =>
  is === 'could-not-start' ? 'agent-cannot-start' : 'agent-unavailable'

/** A program that cannot be started is a problem of the machine: the program matters, not the task. */
const unavailableWords = ({ agent, ending }: Pause): readonly string[] =>
  ending.is === 'could-not-start' ? [`${agent}: ${ending.problem}`] : [describeEnding(ending)]

export const pauseOf = (state: RunState, agent: string, ending: Unavailable): Pause => ({
  agent,
  ending,
  until: pauseAfter(state.troubles.get(agent), ending, state.lastAt),
})

/** One question for all tasks of an agent: tasks that end later wait for the answer too. */
const isLastStraw = (state: RunState, { agent, until }: Pause): boolean =>
  until === null && !state.troubles.get(agent)?.paused

const launchesSpent = (run: TaskRun): Extract<Disposition, { is: 'escalate' }> => ({
  is: 'escalate',
  reason: 'launches-spent',
  reasons: [`an agent was launched ${run.launches} times for it`],
})

/** Attempts since the last retry by a human; earlier ones no longer count. */
const recent = (run: TaskRun): readonly Attempt[] => run.attempts.slice(run.attemptsBefore)

/** No check fails, except for questions to a human. */
const isOnlyUnproven = (receipt: Receipt): boolean => {
  const failed = blockers(receipt).filter(({ verdict }) => !isQuestion(verdict))
  return failed.length > 0 && failed.every(gate => gate.verdict === 'unproven')
}

/** Whether an agent was already asked for a check that shows its change; a second request does not help. */
const wasAskedToProve = (run: TaskRun): boolean =>
  recent(run)
    .slice(0, -1)
    .some(attempt => attempt.receipt !== null && isOnlyUnproven(attempt.receipt))

/** Number of latest consecutive failures that equal this one. */
function sameFailures(run: TaskRun, receipt: Receipt): number {
  const print = fingerprint(receipt)
  let count = 0
  for (const attempt of recent(run).toReversed()) {
    const other = attempt.receipt
    if (other === null) continue
    if (fingerprint(other) !== print) break
    count++
  }
  return count
}

/** Number of submissions of files that were refused before: no work, or work in circles. */
function sameFiles(run: TaskRun): number {
  const refused = new Set<string>()
  let count = 0
  for (const { ended, receipt } of recent(run)) {
    if (!ended?.draft || !receipt) continue
    const files = `${ended.draft.base} ${ended.draft.tree}`
    if (refused.has(files)) count++
    refused.add(files)
  }
  return count
}

/** A program that changed files was started, whatever the exit code of the shell. */
const hasWorked = ({ ending, draft }: NonNullable<Attempt['ended']>): boolean =>
  ending.is === 'could-not-start' && (draft?.changes.length ?? 0) > 0

/** Whether the ending leads to a proof. A non-zero exit code after a report is only an untidy end. */
export const leadsToProof = (ended: Pick<NonNullable<Attempt['ended']>, 'ending' | 'reading' | 'draft'>): boolean =>
  ended.draft !== null && (!isTrouble(ended) || ended.draft.changes.length > 0)

function isTrouble({ ending, reading }: Pick<NonNullable<Attempt['ended']>, 'ending' | 'reading'>): boolean {
  return ending.is !== 'exited' || (ending.code !== 0 && reading.is !== 'valid')
}

/** The ending of an agent or a command in one sentence. */
export function describeEnding(ending: Ending): string {
  switch (ending.is) {
    case 'exited':
      return `it exited with code ${ending.code}`
    case 'signalled':
      return `it was ended by ${ending.signal}`
    case 'timed-out':
      return `it was still running after ${minutes(ending.minutes)} and was stopped`
    case 'idle':
      return `it said nothing for ${minutes(ending.minutes)} and was stopped`
    case 'output-limit':
      return `it printed more than ${ending.megabytes} MB and was stopped`
    case 'too-much-memory':
      return `it used more than ${ending.megabytes} MB of memory and was stopped`
    case 'too-many-processes':
      return `it had more than ${ending.processes} processes and was stopped`
    case 'could-not-start':
      return `it could not be started: ${ending.problem}`
    case 'agent-error':
      return `it ended with an error of its own: ${ending.problem}`
    case 'usage-limit':
      return `its usage limit was reached${ending.resetsAt === null ? '' : `, until ${new Date(ending.resetsAt).toISOString()}`}: ${ending.problem}`
    case 'overloaded':
      return `its model had no room: ${ending.problem}`
    case 'stopped':
      return 'pm-agent stopped it'
    case 'lost':
      return 'pm-agent died while it ran'
    default:
      return unreachable(ending)
  }
}

const minutes = (count: number): string =>
  count < 1 ? `${Math.round(count * 600) / 10} seconds` : `${plural(count, 'minute')}`
