import type { IntegrationEvent } from '../integration/integration-event.ts'
import type { Origin } from '../journal/decider.ts'
import type { Seen } from '../journal/seen.ts'
import type { Meter } from '../money/meter.ts'
import type { Commit, TaskId, Tree } from '../plan/ids.ts'
import type { Draft } from '../proof/draft.ts'
import type { Receipt } from '../proof/receipt.ts'
import type { PullRequestLink } from '../pull-request/pull-request-link.ts'
import type { ReleaseEvent } from '../release/release-event.ts'
import type { PlannerFinished, ReplanningEvent } from '../replanning/replanning-event.ts'
import { err, type Result } from '../result.ts'
import type { ReaderRole } from '../settings/role.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import type { LandedDelta } from '../told/landed-delta.ts'
import type { AttemptResult, Ending } from './ending.ts'
import type { Baseline, Event, ProcessMark, PublishRefusal } from './event.ts'

/** A human's command; it may be refused. Commands from other processes wait in the inbox. */
export type Command = Wish & {
  /** The displayed state of the task: a decision about another state is refused. */
  readonly seen?: Seen
  /** The process that sent it; absent for our own. */
  readonly origin?: Origin
  readonly weak?: true
}

type Wish =
  /** Continues with the existing files and session; `fresh` starts without them. */
  | {
      readonly type: 'retry-task'
      readonly task: TaskId
      readonly by: string
      readonly note: string
      readonly fresh?: true
    }
  /** The same for every task that failed or whose agent failed; questions to a human stay. */
  | { readonly type: 'retry-all'; readonly by: string; readonly note: string; readonly fresh?: true }
  | { readonly type: 'skip-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Lets a held task land. */
  | { readonly type: 'approve-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Waives the refusals of gates. */
  | { readonly type: 'waive-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Sends the work back to its agent with a text. */
  | { readonly type: 'revise-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Refuses the task as it is written; `yes`: the planner's next text is taken without another question. */
  | {
      readonly type: 'reject-task'
      readonly task: TaskId
      readonly by: string
      readonly note: string
      readonly yes?: true
    }
  /** Puts the run aside at this task. */
  | { readonly type: 'pause-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Ends a running agent, and starts no other. */
  | { readonly type: 'stop-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** A message for the running agent, and for the next attempt. */
  | { readonly type: 'tell-task'; readonly task: TaskId; readonly by: string; readonly note: string }
  /** Records that a risk was mitigated or accepted. */
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
  /** Settings of the command line for an existing run. */
  | ({ readonly type: 'use-settings' } & Partial<RunSettings>)
  /** The run follows this pull request from now on. */
  | { readonly type: 'follow-pull-request'; readonly link: PullRequestLink }

/** An event outside that the engine observed; it cannot be refused. */
export type Observation =
  | { readonly type: 'branch-ready'; readonly tip: Commit; readonly planCommit: boolean; readonly record?: Tree }
  | { readonly type: 'baseline-measured'; readonly base: Commit; readonly baseline: Baseline }
  | {
      readonly type: 'agent-launched'
      readonly task: TaskId
      readonly attempt: number
      readonly process: ProcessMark
      /** The file with its live output. */
      readonly outputFile: string
    }
  /** A message to a worker or a judge, kept exactly as it was sent. */
  | Extract<Event, { type: 'agent-told' | 'judge-asked' }>
  | ({ readonly type: 'attempt-finished'; readonly task: TaskId; readonly attempt: number } & AttemptResult)
  | {
      readonly type: 'judge-finished'
      readonly task: TaskId
      readonly attempt: number
      readonly agent: string
      readonly role?: ReaderRole
      readonly ending: Ending
      readonly durationMs: number
      readonly meter?: Meter
    }
  /** The pause of an agent is over. */
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
      /** Files that both sides changed; empty for a clean merge. */
      readonly conflicts: readonly string[]
      /** The same work with both additions kept, if every conflict is of that kind. */
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
            readonly delta?: LandedDelta
          }
        | { readonly is: 'refused'; readonly reason: string }
    }
  | {
      readonly type: 'publishing-finished'
      readonly tip: Commit
      readonly refusal: { readonly reason: PublishRefusal; readonly detail: string } | null
    }
  /** The contract of a task cannot be kept as it is written. */
  | { readonly type: 'ambiguity-found'; readonly task: TaskId }
  /** A launch of the reviewer of the whole branch, and the result of the review. */
  | Extract<
      ReleaseEvent,
      {
        type:
          | 'final-review-started'
          | 'final-review-ended'
          | 'final-review-recorded'
          | 'release-gate-recorded'
          | 'release-written'
      }
    >
  /** No launch may start, because it could cost more than the rest of the budget. */
  | { readonly type: 'budget-reached' }
  /** A launch of the diagnoser, and the end of an integration test. */
  | Extract<IntegrationEvent, { type: 'diagnosis-started' | 'diagnosis-ended' | 'integration-recorded' }>
  /** The plan documents were read during the run, and the differences to the last ones. */
  | ({ readonly type: 'plan-read' } & Pick<
      Extract<Event, { type: 'plan-edited' }>,
      'plan' | 'planText' | 'changes' | 'agents' | 'prompts'
    >)
  /** A launch of the planner, and the end of a question to it. */
  | Extract<ReplanningEvent, { type: 'planner-ended' }>
  | PlannerFinished
  /** The text that was taken has no place in the document any more. */
  | Extract<ReplanningEvent, { type: 'rewrite-lost' }>
  /** It is the turn of a parent whose sub-plan has no task. */
  | { readonly type: 'sub-plan-missing'; readonly task: TaskId }
  /** Nothing is left to do: every task has ended and the branch was offered. */
  | { readonly type: 'all-done' }
  /** An effect failed for a reason outside the plan: disk full, vault missing, journal changed. */
  | {
      readonly type: 'effect-failed'
      readonly effect: string
      readonly problem: string
      /** Absent if nothing more is known. */
      readonly hints?: readonly string[]
    }

export type RunInput = Command | Observation

/** The reason why a command was refused, with a way out. */
export interface Refusal {
  readonly reason:
    | 'unknown-task'
    | 'task-is-completed'
    | 'task-is-running'
    | 'task-is-skipped'
    | 'nothing-to-retry'
    | 'nothing-to-approve'
    | 'nothing-to-waive'
    | 'nothing-to-revise'
    | 'nothing-to-reject'
    | 'task-is-rejected'
    | 'run-is-paused'
    | 'cannot-be-waived'
    | 'nothing-to-stop'
    | 'nothing-to-tell'
    | 'no-reason-given'
    | 'unknown-risk'
    | 'risk-is-decided'
    | 'run-is-finished'
    | 'nothing-to-accept'
    /** The task changed since the decision. */
    | 'stale'
    /** It does not name the displayed state. */
    | 'unbound'
    | 'not-a-human'
    | 'unknown-command'
  readonly message: string
  readonly hints: readonly string[]
}

/** A refusal as the result of a decision. */
export const refuse = (reason: Refusal['reason'], message: string, hints: readonly string[]): Result<never, Refusal> =>
  err({ reason, message, hints })
