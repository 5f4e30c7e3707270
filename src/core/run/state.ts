import type { IntegrationState } from '../integration/integration-record.ts'
import type { Decider } from '../journal/decider.ts'
import type { Meter } from '../money/meter.ts'
import type { Contract } from '../plan/contract.ts'
import type { Commit, TaskId, Tree } from '../plan/ids.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { Draft, Union } from '../proof/draft.ts'
import type { Receipt } from '../proof/receipt.ts'
import type { Waiver } from '../proof/waiver.ts'
import type { PullRequestLink } from '../pull-request/pull-request-link.ts'
import type { ReleaseState } from '../release/release-state.ts'
import type { ReplanWish, Rewrite } from '../replanning/replanning-event.ts'
import type { ReplanningState } from '../replanning/replanning-state.ts'
import type { Config } from '../settings/config.ts'
import type { ReaderRole } from '../settings/role.ts'
import type { LandedDelta } from '../told/landed-delta.ts'
import type { AgentTrouble } from './agent-pause.ts'
import type { Again, AttemptKind, Helper, Resumption } from './attempt-start.ts'
import type { AttemptResult } from './ending.ts'
import type { Baseline, Event, HaltReason, ProcessMark, PublishRefusal, Recorded } from './event.ts'
import type { Asked, TaskDecision } from './task-decision.ts'

export type Opened = Extract<Event, { type: 'run-opened' }>

/** Everything known about a run: a fold of its journal only. */
export interface RunState {
  readonly version: number
  /** The constant part of a run; the fields below may change. */
  readonly opened: Omit<Opened, 'plan' | 'planText' | 'config'>
  /** The current plan: as opened, with edits of the document and added tasks. */
  readonly plan: Plan
  /** The plan as the last document has it; other texts of tasks that have begun are only here. */
  readonly written: Plan
  /** The last plan document, byte for byte. */
  readonly planText: string
  /** The current settings. */
  readonly config: Config
  readonly openedAt: number
  readonly lastAt: number
  /** The tip of the plan branch in the vault. */
  readonly tip: Commit | null
  /** Our own files, if they are kept outside of the branch. */
  readonly record: Tree | null
  readonly published: Commit | null
  readonly unpublished: { readonly tip: Commit; readonly reason: PublishRefusal; readonly detail: string } | null
  readonly baseline: { readonly base: Commit; readonly baseline: Baseline } | null
  /** Marks the processes of a running measurement. */
  readonly baselineToken: string | null
  readonly baselineAccepted: boolean
  readonly tasks: readonly TaskRun[]
  readonly index: ReadonlyMap<TaskId, number>
  /** Tasks in the order of their first dispatch, for the anti-starvation rule. */
  readonly dispatched: readonly TaskId[]
  /** The merge queue: proven tasks in the order of their proofs; the first one lands next. */
  readonly lane: readonly TaskId[]
  /** Agents whose last launch could not work, by name. */
  readonly troubles: ReadonlyMap<string, AgentTrouble>
  /** Time of the last plan edit between two calls of `run`. */
  readonly planEditedAt: number | null
  readonly stopped: boolean
  /** The human that put the run aside, and the task at which. */
  readonly paused: (Decider & { readonly task: TaskId }) | null
  readonly halted: { readonly problem: string; readonly hints: readonly string[]; readonly reason?: HaltReason } | null
  /** The tests of several tasks together. */
  readonly integration: IntegrationState
  /** Planning during the run. */
  readonly replanning: ReplanningState
  /** The ending of the run, after every task has ended. */
  readonly release: ReleaseState
  /** The pull request that it follows; null for a local run. */
  readonly pullRequest: PullRequestLink | null
  readonly finished: boolean
}

/** The outcome of a completed task. */
export type Outcome = 'proven' | 'waived' | 'existed' | 'unverified'

/**
 * The life cycle of a task. A stage carries exactly the data that exists in it.
 *
 *   queued ─► working ─► drafted ─► proving ─► proven ─► landing ─► completed
 *     ▲          │                     │                    │
 *     └──────────┴──── triage ─────────┴────────────────────┘──► escalated ─► queued (retry), skipped
 */
export type Stage =
  /** Waiting for its turn: the first time, or again with `from` as the kept tree to start with. */
  | ({ readonly is: 'queued' } & Again)
  | { readonly is: 'working'; readonly attempt: number }
  /** Its files exist and need a proof; `judge` is a judge that could not work. */
  | { readonly is: 'drafted'; readonly attempt: number; readonly judge?: string }
  | { readonly is: 'proving'; readonly attempt: number; readonly token: string }
  | { readonly is: 'proven'; readonly attempt: number }
  | {
      readonly is: 'landing'
      readonly attempt: number
      readonly onto: Commit
      readonly message: string
      readonly tag: string | null
      readonly at: number
    }
  /** `tag`: the checkpoint tag of a critical task. `delta`: the difference that its commit made. */
  | {
      readonly is: 'completed'
      readonly outcome: Outcome
      readonly commit: Commit | null
      readonly tag?: string
      readonly delta?: LandedDelta
    }
  | ({ readonly is: 'escalated'; readonly again?: Resumption } & Asked)
  | ({ readonly is: 'skipped'; readonly note: string } & Decider)

/** One launch of an agent for a task. */
export interface Attempt {
  readonly number: number
  readonly kind: AttemptKind
  readonly agent: string
  readonly base: Commit
  /** The kept tree at its start, if that was not the base itself. */
  readonly from: string | null
  /** The session of an earlier attempt that it continues. */
  readonly session: string | null
  readonly token: string
  readonly contract: Contract
  readonly contractHash: string
  readonly prompt: string
  /** The helper; absent for the author. */
  readonly by?: Helper
  readonly startedAt: number
  readonly process: ProcessMark | null
  /** The file with its output; null until it is launched. */
  readonly outputFile: string | null
  readonly ended: ({ readonly at: number } & AttemptResult) | null
  /** The same work merged onto a newer base; from then on this is proven and landed. */
  readonly merged: Draft | null
  /** The resolution of merge conflicts, until it is proven; absent without conflicts. */
  readonly union?: Union
  /** Either draft after the project's formatter; this is proven and landed. */
  readonly formatted: Draft | null
  /** Files that both it and the branch changed. */
  readonly conflicts: readonly string[]
  /** The failures with both additions kept; absent if that was not tried. */
  readonly refuted?: readonly string[]
  readonly receipt: Receipt | null
  readonly receiptHash?: string
  /** Messages besides its prompt, in order: to its running agent, and to judges. */
  readonly said: readonly Said[]
  /** The launches of judges, reviewers and testers for it. */
  readonly judges: readonly JudgeLaunch[]
}

/** A message to an agent, exactly as it was sent. */
interface Said {
  readonly to: 'author' | 'judge' | ReaderRole
  readonly agent: string
  readonly words: string
}

/** One launch of a judge, reviewer or tester. */
interface JudgeLaunch {
  readonly agent: string
  readonly role?: ReaderRole
  readonly durationMs: number
  readonly meter?: Meter
}

export interface TaskRun {
  readonly task: Task
  /** Its origin, if it was added during the run. */
  readonly added: Added | null
  readonly stage: Stage
  /** It waits for the planner; absent if it does not. */
  readonly wish?: ReplanWish
  /** Its words were examined and are not asked about again; absent before. */
  readonly clarified?: true
  /** Another text of the planner for it, as a human may take it; absent if there is none. */
  readonly rewrite?: Rewrite & { readonly isTaken?: true }
  /** Its work was divided into parts, and it only verifies them. */
  readonly split?: true
  readonly attempts: readonly Attempt[]
  /** Rounds since the last retry by a human. */
  readonly fixes: number
  readonly relaunches: number
  /** Rounds that a human asked for since the last retry. */
  readonly revisions: number
  readonly launches: number
  /** Number of attempts before the last retry by a human: they no longer count. */
  readonly attemptsBefore: number
  /** A human stopped it; a running agent is being ended. */
  readonly stopping: boolean
  /** Marks the processes of a proof whose end is not known; null if there is none. */
  readonly openProof: string | null
  /** The person who approved its held work. */
  readonly approved: Decider | null
  /** Waivers for the current draft: its next proof takes them into account. */
  readonly waivers: readonly Waiver[]
  readonly outputs: Readonly<Record<string, string>>
  /** Messages of humans with their retries. */
  readonly notes: readonly string[]
  /** Every decision about it, in order. */
  readonly decisions: readonly TaskDecision[]
  readonly endedAt: number | null
}

/** The origin of an added task: the task that needs it, or null if the ending of the run opened it, and the reason. */
interface Added {
  readonly parent: TaskId | null
  readonly at: number
  readonly trigger: string
  readonly scope: string
}

/** A task without any history. */
export const untouched = (task: Task): TaskRun => ({
  task,
  added: null,
  stage: { is: 'queued', ...FRESH },
  attempts: [],
  fixes: 0,
  relaunches: 0,
  revisions: 0,
  launches: 0,
  attemptsBefore: 0,
  stopping: false,
  openProof: null,
  approved: null,
  waivers: [],
  outputs: {},
  notes: [],
  decisions: [],
  endedAt: null,
})

/** The tasks that were added for this one, in order. */
export const addedFor = (state: RunState, id: TaskId): readonly TaskRun[] =>
  state.tasks.filter(run => run.added?.parent === id)

export function taskRun(state: RunState, id: TaskId): TaskRun {
  const found = findTask(state, id)
  if (!found) throw new Error(`no task ${id} in this run`)
  return found
}

export function findTask(state: RunState, id: TaskId): TaskRun | null {
  const at = state.index.get(id)
  return at === undefined ? null : state.tasks[at]!
}

export const lastAttempt = (run: TaskRun): Attempt | null => run.attempts.at(-1) ?? null

/** The draft of an attempt on its newest base. */
export const draftOf = (attempt: Attempt): Draft | null =>
  attempt.formatted ?? attempt.merged ?? attempt.ended?.draft ?? null

/** The start of a task without history. */
export const FRESH: Again = { kind: 'implement', base: null, from: null, session: null }

/** Finally ended, so that it no longer blocks tasks that need it. */
export const isSettled = (run: TaskRun): boolean => run.stage.is === 'completed' || run.stage.is === 'skipped'

/** The state of a run from its journal; null if the journal is empty. */
export function fold(
  records: readonly Recorded[],
  evolve: (state: RunState | null, record: Recorded) => RunState,
): RunState | null {
  let state: RunState | null = null
  for (const record of records) state = evolve(state, record)
  return state
}
