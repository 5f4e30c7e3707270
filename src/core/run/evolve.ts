import { withAllParents, withParents } from '../hierarchy/parents.ts'
import {
  diagnosisEnded,
  diagnosisStarted,
  integrationRecorded,
  integrationResumed,
  integrationStarted,
} from '../integration/evolve-integration.ts'
import { NOT_INTEGRATED } from '../integration/integration-record.ts'
import {
  finalReviewEnded,
  finalReviewRecorded,
  finalReviewStarted,
  releaseGateRecorded,
  releaseGateStarted,
  releaseStarted,
  releaseWritten,
  remediationOpened,
  withoutRedGate,
} from '../release/evolve-release.ts'
import { NOT_RELEASED } from '../release/release-state.ts'
import {
  plannerEnded,
  plannerStarted,
  planningWanted,
  rewriteLost,
  rewriteProposed,
  rewriteTaken,
  subPlanPlanned,
  taskClarified,
  taskSplit,
} from '../replanning/evolve-replanning.ts'
import { NOT_REPLANNED } from '../replanning/replanning-state.ts'
import { invariant } from '../result.ts'
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
  existed,
  held,
  landed,
  landingRefused,
  mergeConflicted,
  passedOn,
  proofRecorded,
  proofStarted,
  rejected,
  retried,
  revised,
  riskDecided,
  runPaused,
  skipped,
  stage,
  stopped,
  taskAdded,
  told,
  triaged,
  waived,
} from './evolve-task.ts'
import { FRESH, type Opened, type RunState, type Stage, type TaskRun, taskRun, untouched } from './state.ts'

/** Applies one fact. Total over the journal: every recorded event can be replayed. */
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
  const state: RunState = {
    version,
    opened: event,
    plan: event.plan,
    written: event.plan,
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
    paused: null,
    halted: null,
    integration: NOT_INTEGRATED,
    replanning: NOT_REPLANNED,
    release: NOT_RELEASED,
    pullRequest: null,
    finished: false,
  }
  return withAllParents(state, at)
}

type Applied = Exclude<Event['type'], 'run-opened'>

/** The effect of each fact on the state: one entry per type, so that none can be forgotten. */
const APPLIED: {
  readonly [T in Applied]: (state: RunState, event: Extract<Event, { type: T }>, at: number) => RunState
} = {
  'branch-started': (state, { tip, record }) => ({ ...state, tip, record: record ?? null }),
  'baseline-started': (state, { token }) => ({ ...state, baselineToken: token }),
  'baseline-recorded': (state, { base, baseline }) => ({ ...state, baselineToken: null, baseline: { base, baseline } }),
  'task-existed': (state, event, at) => withParents(existed(state, event, at), event.task, at),
  'baseline-accepted': state => ({ ...state, baselineAccepted: true, halted: null }),
  'attempt-started': attemptStarted,
  'agent-launched': (state, { task, attempt: number, process, outputFile }) =>
    changeAttempt(state, task, number, attempt => ({ ...attempt, process, outputFile })),
  'attempt-ended': (state, event, at) => heardOfAuthor(attemptEnded(state, event, at), event),
  'judge-asked': judgeAsked,
  'judge-ended': judgeEnded,
  'agent-paused': agentPaused,
  'agent-resumed': agentResumed,
  'proof-started': proofStarted,
  'proof-recorded': proofRecorded,
  'task-triaged': triaged,
  'task-added': taskAdded,
  'task-escalated': escalated,
  'draft-merged': draftMerged,
  'merge-conflicted': mergeConflicted,
  'landing-started': (state, { task, attempt, onto, message, tag }, at) =>
    stage(state, task, { is: 'landing', attempt, onto, message, tag, at }),
  'task-landed': (state, event, at) => withParents(landed(state, event, at), event.task, at),
  'landing-refused': landingRefused,
  'branch-published': (state, { tip }) => ({ ...state, published: tip, unpublished: null }),
  'publishing-refused': (state, { tip, reason, detail }) => ({ ...state, unpublished: { tip, reason, detail } }),
  'task-held': held,
  'gates-waived': waived,
  'task-approved': approved,
  'task-retried': (state, event, at) => withParents(retried(pardoned(state), event, at), event.task, at),
  'task-skipped': (state, event, at) => withParents(skipped(pardoned(state), event, at), event.task, at),
  'task-revised': (state, event, at) => revised(pardoned(state), event, at),
  'task-rejected': rejected,
  'task-stopped': stopped,
  'risk-decided': riskDecided,
  'task-told': told,
  'agent-told': passedOn,
  'settings-changed': settingsChanged,
  'plan-edited': (state, event, at) => withAllParents(planEdited(state, event, at), at),
  'run-paused': runPaused,
  'run-stopped': state => ({ ...state, stopped: true }),
  'run-resumed': (state, _, at) => resumed(state, at),
  'run-halted': (state, event) => ({ ...state, halted: haltOf(event) }),
  'integration-started': integrationStarted,
  'integration-recorded': integrationRecorded,
  'diagnosis-started': diagnosisStarted,
  'diagnosis-ended': diagnosisEnded,
  'planning-wanted': planningWanted,
  'planner-started': plannerStarted,
  'planner-ended': plannerEnded,
  'task-split': taskSplit,
  'task-clarified': taskClarified,
  'rewrite-proposed': rewriteProposed,
  'rewrite-taken': rewriteTaken,
  'rewrite-lost': rewriteLost,
  'sub-plan-planned': (state, event, at) => withAllParents(subPlanPlanned(state, event, at), at),
  'final-review-started': finalReviewStarted,
  'final-review-ended': finalReviewEnded,
  'final-review-recorded': finalReviewRecorded,
  'remediation-opened': remediationOpened,
  'release-gate-started': releaseGateStarted,
  'release-gate-recorded': releaseGateRecorded,
  'release-started': releaseStarted,
  'release-written': releaseWritten,
  'pull-request-linked': (state, { link }) => ({ ...state, pullRequest: link }),
  'run-finished': state => ({ ...state, finished: true }),
}

const apply = (state: RunState, event: Extract<Event, { type: Applied }>, at: number): RunState =>
  // The compiler cannot infer that the entry and the event have the same type.
  (APPLIED[event.type] as (state: RunState, event: Event, at: number) => RunState)(state, event, at)

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
  ...integrationResumed(askedAgain(pardoned(state), at)),
  stopped: false,
  paused: null,
  halted: null,
  unpublished: null,
  release: withoutRedGate(state),
  baseline: usable(state),
})

/** A base with problems is measured again when the human resumes the run: the machine may work now. */
const usable = ({ baseline, baselineAccepted }: RunState): RunState['baseline'] =>
  baseline && baseline.baseline.problems.length > 0 && !baselineAccepted ? null : baseline
