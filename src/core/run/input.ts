import type { Origin } from '../journal/decider.ts'
import type { Seen } from '../journal/seen.ts'
import type { Meter } from '../money/meter.ts'
import type { Commit, TaskId, Tree } from '../plan/ids.ts'
import type { Draft } from '../proof/draft.ts'
import type { Receipt } from '../proof/receipt.ts'
import type { ReportReading } from '../proof/report.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import type { Ending } from './ending.ts'
import type { Baseline, Event, ProcessMark, PublishRefusal } from './event.ts'

/** What a human asks for; it may be refused. Commands from other processes wait in the inbox. */
export type Command = Wish & {
  /** What was shown of the task then: a decision about something else is refused. */
  readonly seen?: Seen
  /** The process that it came from; left out where it is this one. */
  readonly origin?: Origin
  readonly weak?: true
}

type Wish =
  /** Goes on with the files and the session that are there; `fresh` begins again without them. */
  | {
      readonly type: 'retry-task'
      readonly task: TaskId
      readonly by: string
      readonly note: string
      readonly fresh?: true
    }
  /** The same for every task that failed or whose agent did; what asks a human something is left alone. */
  | { readonly type: 'retry-all'; readonly by: string; readonly note: string; readonly fresh?: true }
  | { readonly type: 'skip-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Lets a held task land. */
  | { readonly type: 'approve-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Lets pass what the gates refused. */
  | { readonly type: 'waive-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Ends whoever works on it, and lets nobody else begin. */
  | { readonly type: 'stop-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Words for whoever works on it, and for its next attempt. */
  | { readonly type: 'tell-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Says that a risk was dealt with, or that it is taken. */
  | {
      readonly type: 'decide-risk'
      readonly risk: string
      readonly status: 'mitigated' | 'accepted'
      readonly by: string
      readonly note: string
    }
  | { readonly type: 'stop-run'; readonly by: string }
  | { readonly type: 'accept-baseline'; readonly by: string }
  | { readonly type: 'resume-run' }
  /** Settings that the command line gives for a run that is under way. */
  | ({ readonly type: 'use-settings' } & Partial<RunSettings>)

/** What the engine saw happen; it cannot be refused. */
export type Observation =
  | { readonly type: 'branch-ready'; readonly tip: Commit; readonly planCommit: boolean; readonly record?: Tree }
  | { readonly type: 'baseline-measured'; readonly base: Commit; readonly baseline: Baseline }
  | {
      readonly type: 'agent-launched'
      readonly task: TaskId
      readonly attempt: number
      readonly process: ProcessMark
      /** Where everything that it prints can be read while it works. */
      readonly outputFile: string
    }
  /** Words that were passed on, to a worker or to a judge: they are kept exactly as they were sent. */
  | Extract<Event, { type: 'agent-told' | 'judge-asked' }>
  | {
      readonly type: 'attempt-finished'
      readonly task: TaskId
      readonly attempt: number
      readonly ending: Ending
      readonly reading: ReportReading
      readonly session: string | null
      readonly draft: Draft | null
      readonly outputFile: string | null
      readonly durationMs: number
      readonly meter?: Meter
    }
  | {
      readonly type: 'judge-finished'
      readonly task: TaskId
      readonly attempt: number
      readonly agent: string
      readonly ending: Ending
      readonly durationMs: number
      readonly meter?: Meter
    }
  /** The time until which an agent was to be left alone is over. */
  | { readonly type: 'pause-over'; readonly agent: string }
  | {
      readonly type: 'proof-finished'
      readonly task: TaskId
      readonly attempt: number
      readonly receipt: Receipt
      readonly receiptHash?: string
      readonly formatted?: Draft
    }
  | {
      readonly type: 'hold-finished'
      readonly task: TaskId
      readonly attempt: number
      readonly branch: string
      readonly commit: Commit
    }
  | {
      readonly type: 'merge-finished'
      readonly task: TaskId
      readonly attempt: number
      readonly draft: Draft
      /** Files that both sides changed; empty when the merge is clean. */
      readonly conflicts: readonly string[]
      /** The same work with both additions kept, where every conflict is of that kind. */
      readonly union?: Draft
    }
  | {
      readonly type: 'landing-finished'
      readonly task: TaskId
      readonly attempt: number
      readonly result:
        | {
            readonly is: 'landed'
            readonly commit: Commit
            readonly outputs: Readonly<Record<string, string>>
            readonly record?: Tree
          }
        | { readonly is: 'refused'; readonly reason: string }
    }
  | {
      readonly type: 'publishing-finished'
      readonly tip: Commit
      readonly refusal: { readonly reason: PublishRefusal; readonly detail: string } | null
    }
  /** Nothing may begin any more, because it could cost more than is left. */
  | { readonly type: 'budget-reached' }
  /** Nothing is left to do: every task has ended and the branch was offered. */
  | { readonly type: 'all-done' }
  /** An effect could not be performed for a reason outside the plan: disk full, vault gone, journal changed. */
  | {
      readonly type: 'effect-failed'
      readonly effect: string
      readonly problem: string
      /** Left out where nobody knows more than that the machine is in the way. */
      readonly hints?: readonly string[]
    }

export type RunInput = Command | Observation

/** Why a command was not accepted, with a way out. */
export interface Refusal {
  readonly reason:
    | 'unknown-task'
    | 'task-is-completed'
    | 'task-is-running'
    | 'task-is-skipped'
    | 'nothing-to-retry'
    | 'nothing-to-approve'
    | 'nothing-to-waive'
    | 'cannot-be-waived'
    | 'nothing-to-stop'
    | 'nothing-to-tell'
    | 'no-reason-given'
    | 'unknown-risk'
    | 'risk-is-decided'
    | 'run-is-finished'
    | 'nothing-to-accept'
    /** The task is not as it was when this was decided. */
    | 'stale'
    /** It does not say what was seen. */
    | 'unbound'
    | 'not-a-human'
    | 'unknown-command'
  readonly message: string
  readonly hints: readonly string[]
}
