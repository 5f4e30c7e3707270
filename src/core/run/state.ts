import type { Decider } from '../journal/decider.ts'
import type { Meter } from '../money/meter.ts'
import type { Contract } from '../plan/contract.ts'
import type { Commit, TaskId, Tree } from '../plan/ids.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { Draft, Union } from '../proof/draft.ts'
import type { Receipt } from '../proof/receipt.ts'
import type { ReportReading } from '../proof/report.ts'
import type { Waiver } from '../proof/waiver.ts'
import type { Config } from '../settings/config.ts'
import type { AgentTrouble } from './agent-pause.ts'
import type { Ending } from './ending.ts'
import type {
  Again,
  AttemptKind,
  Baseline,
  Event,
  Helper,
  ProcessMark,
  PublishRefusal,
  Recorded,
  Resumption,
} from './event.ts'
import type { Asked, TaskDecision } from './task-decision.ts'

export type Opened = Extract<Event, { type: 'run-opened' }>

/** Everything known about a run: a fold of its journal and nothing else. */
export interface RunState {
  readonly version: number
  /** What never changes of a run; what does stands beside it. */
  readonly opened: Omit<Opened, 'plan' | 'planText' | 'config'>
  /** The plan as it is now: as it was opened, with edits of the document and tasks that were added. */
  readonly plan: Plan
  /** The plan document that it was read from last, byte for byte. */
  readonly planText: string
  /** The settings as they are now. */
  readonly config: Config
  readonly openedAt: number
  readonly lastAt: number
  /** Where the plan branch stands in the vault. */
  readonly tip: Commit | null
  /** Our own files, where they are kept apart from the branch. */
  readonly record: Tree | null
  readonly published: Commit | null
  readonly unpublished: { readonly tip: Commit; readonly reason: PublishRefusal; readonly detail: string } | null
  readonly baseline: { readonly base: Commit; readonly baseline: Baseline } | null
  /** Marks the processes of a measurement that is under way. */
  readonly baselineToken: string | null
  readonly baselineAccepted: boolean
  readonly tasks: readonly TaskRun[]
  readonly index: ReadonlyMap<TaskId, number>
  /** Tiers of the tasks in the order they were first dispatched: what anti-starvation looks at. */
  readonly dispatched: readonly TaskId[]
  /** The merge queue: tasks whose work is proven, in the order in which it was; the first one lands next. */
  readonly lane: readonly TaskId[]
  /** Agents that could not work when they were last asked, by name. */
  readonly troubles: ReadonlyMap<string, AgentTrouble>
  /** When the plan was last edited between two calls of `run`. */
  readonly planEditedAt: number | null
  readonly stopped: boolean
  readonly halted: { readonly problem: string; readonly hints: readonly string[]; readonly reason?: 'budget' } | null
  readonly finished: boolean
}

/** How a completed task came to be so. */
export type Outcome = 'proven' | 'waived' | 'existed' | 'unverified'

/**
 * A task's way. A stage carries exactly what exists in it.
 *
 *   queued ─► working ─► drafted ─► proving ─► proven ─► landing ─► completed
 *     ▲          │                     │                    │
 *     └──────────┴──── triage ─────────┴────────────────────┘──► escalated ─► queued (retry), skipped
 */
export type Stage =
  /** Waiting for its turn: the first time, or again with `from` as the kept tree to start with. */
  | ({ readonly is: 'queued' } & Again)
  | { readonly is: 'working'; readonly attempt: number }
  /** Its files are there and want to be proven; `judge` is who could not look at them when it was asked. */
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
  /** `tag`: the checkpoint tag of a critical task. */
  | { readonly is: 'completed'; readonly outcome: Outcome; readonly commit: Commit | null; readonly tag?: string }
  | ({ readonly is: 'escalated'; readonly again?: Resumption } & Asked)
  | ({ readonly is: 'skipped'; readonly note: string } & Decider)

/** One launch of an agent for a task. */
export interface Attempt {
  readonly number: number
  readonly kind: AttemptKind
  readonly agent: string
  readonly base: Commit
  /** The kept tree it started with, when that was not the base itself. */
  readonly from: string | null
  /** The session of an earlier attempt that it was told to go on in. */
  readonly session: string | null
  readonly token: string
  readonly contract: Contract
  readonly contractHash: string
  readonly prompt: string
  /** Who was called for help; left out where it is the author. */
  readonly by?: Helper
  readonly startedAt: number
  readonly process: ProcessMark | null
  /** Where everything that it prints can be read; null until it is launched. */
  readonly outputFile: string | null
  readonly ended: {
    readonly at: number
    readonly ending: Ending
    readonly reading: ReportReading
    readonly session: string | null
    readonly draft: Draft | null
    readonly outputFile: string | null
    readonly durationMs: number
    readonly meter?: Meter
  } | null
  /** The same work on a newer base, once it was merged there; what is proven and landed from then on. */
  readonly merged: Draft | null
  /** How conflicts were settled in what was merged, until that is proven; left out where there were none. */
  readonly union?: Union
  /** What the project's formatter made of either; what is proven and landed. */
  readonly formatted: Draft | null
  /** Files that it and the branch both changed. */
  readonly conflicts: readonly string[]
  /** What failed when both additions to them were kept; left out where that was not tried. */
  readonly refuted?: readonly string[]
  readonly receipt: Receipt | null
  readonly receiptHash?: string
  /** What was said for it besides its prompt, in order: to its agent while it worked, and to judges. */
  readonly said: readonly Said[]
  /** The launches of judges for it. */
  readonly judges: readonly JudgeLaunch[]
}

/** Words that were sent to an agent, exactly as they were. */
interface Said {
  readonly to: 'author' | 'judge'
  readonly agent: string
  readonly words: string
}

/** One launch of a judge. */
interface JudgeLaunch {
  readonly agent: string
  readonly durationMs: number
  readonly meter?: Meter
}

export interface TaskRun {
  readonly task: Task
  /** How it came into the plan, where it was added while the run went on. */
  readonly added: Added | null
  readonly stage: Stage
  readonly attempts: readonly Attempt[]
  /** Rounds spent since the last time a human said to try again. */
  readonly fixes: number
  readonly relaunches: number
  readonly launches: number
  /** How many of its attempts were made before a human last said to try again: they are no measure any more. */
  readonly attemptsBefore: number
  /** A human wants nobody to work on it; whoever does is being ended. */
  readonly stopping: boolean
  /** Who let its held work land. */
  readonly approved: Decider | null
  /** What humans let pass of the draft that is there: the next proof of it takes that into account. */
  readonly waivers: readonly Waiver[]
  readonly outputs: Readonly<Record<string, string>>
  /** What humans said when they sent it back. */
  readonly notes: readonly string[]
  /** Every decision about it, in the order in which they were made. */
  readonly decisions: readonly TaskDecision[]
  readonly endedAt: number | null
}

/** That a task was added, for which one, and why. */
interface Added {
  readonly parent: TaskId
  readonly at: number
  readonly trigger: string
  readonly scope: string
}

/** A task of which nothing is known but what it is. */
export const untouched = (task: Task): TaskRun => ({
  task,
  added: null,
  stage: { is: 'queued', ...FRESH },
  attempts: [],
  fixes: 0,
  relaunches: 0,
  launches: 0,
  attemptsBefore: 0,
  stopping: false,
  approved: null,
  waivers: [],
  outputs: {},
  notes: [],
  decisions: [],
  endedAt: null,
})

/** The tasks that were added for this one, in the order in which they were. */
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

/** What the files of an attempt say it did, on the newest base it was brought to. */
export const draftOf = (attempt: Attempt): Draft | null =>
  attempt.formatted ?? attempt.merged ?? attempt.ended?.draft ?? null

/** How a task starts that has no history to go on from. */
export const FRESH: Again = { kind: 'implement', base: null, from: null, session: null }

/** Ended for good, and so out of the way of the tasks that need it. */
export const isSettled = (run: TaskRun): boolean => run.stage.is === 'completed' || run.stage.is === 'skipped'

/** The state of a run from its journal; null while nothing has been recorded. */
export function fold(
  records: readonly Recorded[],
  evolve: (state: RunState | null, record: Recorded) => RunState,
): RunState | null {
  let state: RunState | null = null
  for (const record of records) state = evolve(state, record)
  return state
}
