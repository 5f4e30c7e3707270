import { invariant, unreachable } from '../result.ts'
import { withSettings } from '../settings/run-settings.ts'
import type { Event, Recorded } from './event.ts'
import { agentPaused, agentResumed, heardOf, judgeAsked, judgeEnded, pardoned } from './evolve-agent.ts'
import { planEdited } from './evolve-plan.ts'
import {
  approved,
  askedAgain,
  attemptEnded,
  attemptStarted,
  changeAttempt,
  draftMerged,
  escalated,
  held,
  landed,
  landingRefused,
  mergeConflicted,
  passedOn,
  proofRecorded,
  retried,
  riskDecided,
  skipped,
  stage,
  stopped,
  taskAdded,
  told,
  triaged,
  waived,
} from './evolve-task.ts'
import { FRESH, type Opened, type RunState, type Stage, type TaskRun, taskRun, untouched } from './state.ts'

/** Applies one fact. Total over the journal: what was recorded once can always be replayed. */
export function evolve(state: RunState | null, record: Recorded): RunState {
  const { event, at, version } = record
  if (event.type === 'run-opened') return opened(event, at, version)
  invariant(state, `the journal begins with ${event.type}`)
  return { ...apply(state, event, at), version, lastAt: at }
}

function opened(event: Opened, at: number, version: number): RunState {
  const existed = new Map(event.existed.map(entry => [entry.task, entry.outputs]))
  const tasks = event.plan.tasks.map((task): TaskRun => {
    const outputs = existed.get(task.id)
    const stage: Stage = outputs ? { is: 'completed', outcome: 'existed', commit: null } : { is: 'queued', ...FRESH }
    const decisions: TaskRun['decisions'] = outputs ? [{ at, fact: { type: 'box-ticked' } }] : []
    return { ...untouched(task), stage, outputs: outputs ?? {}, decisions, endedAt: outputs ? at : null }
  })
  return {
    version,
    opened: event,
    plan: event.plan,
    planText: event.planText,
    config: event.config,
    openedAt: at,
    lastAt: at,
    tip: null,
    record: null,
    published: null,
    unpublished: null,
    baseline: null,
    baselineToken: null,
    baselineAccepted: false,
    tasks,
    index: new Map(tasks.map((run, position) => [run.task.id, position])),
    dispatched: [],
    lane: [],
    troubles: new Map(),
    planEditedAt: null,
    stopped: false,
    halted: null,
    finished: false,
  }
}

function apply(state: RunState, event: Exclude<Event, { type: 'run-opened' }>, at: number): RunState {
  switch (event.type) {
    case 'branch-started':
      return { ...state, tip: event.tip, record: event.record ?? null }
    case 'baseline-started':
      return { ...state, baselineToken: event.token }
    case 'baseline-recorded':
      return { ...state, baselineToken: null, baseline: { base: event.base, baseline: event.baseline } }
    case 'baseline-accepted':
      return { ...state, baselineAccepted: true, halted: null }
    case 'attempt-started':
      return attemptStarted(state, event, at)
    case 'agent-launched':
      return changeAttempt(state, event.task, event.attempt, attempt => ({
        ...attempt,
        process: event.process,
        outputFile: event.outputFile,
      }))
    case 'attempt-ended':
      return heardOfAuthor(attemptEnded(state, event, at), event)
    case 'judge-asked':
      return judgeAsked(state, event)
    case 'judge-ended':
      return judgeEnded(state, event, at)
    case 'agent-paused':
      return agentPaused(state, event, at)
    case 'agent-resumed':
      return agentResumed(state, event)
    case 'proof-started':
      return stage(state, event.task, { is: 'proving', attempt: event.attempt, token: event.token })
    case 'proof-recorded':
      return proofRecorded(state, event)
    case 'task-triaged':
      return triaged(state, event, at)
    case 'task-added':
      return taskAdded(state, event, at)
    case 'task-escalated':
      return escalated(state, event, at)
    case 'draft-merged':
      return draftMerged(state, event, at)
    case 'merge-conflicted':
      return mergeConflicted(state, event)
    case 'landing-started': {
      const { attempt, onto, message, tag } = event
      return stage(state, event.task, { is: 'landing', attempt, onto, message, tag, at })
    }
    case 'task-landed':
      return landed(state, event, at)
    case 'landing-refused':
      return landingRefused(state, event, at)
    case 'branch-published':
      return { ...state, published: event.tip, unpublished: null }
    case 'publishing-refused':
      return { ...state, unpublished: { tip: event.tip, reason: event.reason, detail: event.detail } }
    case 'settings-changed':
      return settingsChanged(state, event)
    case 'plan-edited':
      return planEdited(state, event, at)
    case 'run-stopped':
      return { ...state, stopped: true }
    case 'run-resumed':
      return resumed(state, at)
    case 'run-halted':
      return { ...state, halted: haltOf(event) }
    case 'run-finished':
      return { ...state, finished: true }
    default:
      return decided(state, event, at)
  }
}

/** What a human said about one task, or was asked. */
function decided(
  state: RunState,
  event: Extract<
    Event,
    {
      type:
        | 'task-held'
        | 'gates-waived'
        | 'task-approved'
        | 'task-retried'
        | 'task-skipped'
        | 'task-stopped'
        | 'risk-decided'
        | 'task-told'
        | 'agent-told'
    }
  >,
  at: number,
): RunState {
  switch (event.type) {
    case 'task-held':
      return held(state, event, at)
    case 'gates-waived':
      return waived(state, event, at)
    case 'task-approved':
      return approved(state, event, at)
    case 'task-retried':
      return retried(pardoned(state), event, at)
    case 'task-skipped':
      return skipped(pardoned(state), event, at)
    case 'task-stopped':
      return stopped(state, event, at)
    case 'risk-decided':
      return riskDecided(state, event, at)
    case 'task-told':
      return told(state, event, at)
    case 'agent-told':
      return passedOn(state, event, at)
    default:
      return unreachable(event)
  }
}

function heardOfAuthor(state: RunState, event: Extract<Event, { type: 'attempt-ended' }>): RunState {
  const attempt = taskRun(state, event.task).attempts.find(({ number }) => number === event.attempt)
  return attempt ? heardOf(state, attempt.agent, { ending: event.ending, launchedAt: attempt.startedAt }) : state
}

const haltOf = ({ problem, hints, reason }: Extract<Event, { type: 'run-halted' }>): RunState['halted'] => ({
  problem,
  hints,
  ...(reason ? { reason } : {}),
})

function settingsChanged(
  state: RunState,
  { type: _, ...settings }: Extract<Event, { type: 'settings-changed' }>,
): RunState {
  return { ...state, config: withSettings(state.config, settings) }
}

const resumed = (state: RunState, at: number): RunState => ({
  ...askedAgain(pardoned(state), at),
  stopped: false,
  halted: null,
  unpublished: null,
  baseline: usable(state),
})

/** A base that was found unhealthy is measured again when the human comes back: the machine may be well now. */
const usable = ({ baseline, baselineAccepted }: RunState): RunState['baseline'] =>
  baseline && baseline.baseline.problems.length > 0 && !baselineAccepted ? null : baseline
