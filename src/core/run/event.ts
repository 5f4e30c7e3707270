import type { DecisionEvent } from '../decisions/decision-event.ts'
import type { EscalationReason } from '../decisions/escalation-reason.ts'
import type { TaskFacts } from '../intake/standing.ts'
import type { IntegrationEvent } from '../integration/integration-event.ts'
import type { Decider } from '../journal/decider.ts'
import type { PlanChange } from '../living/plan-edit.ts'
import type { Meter } from '../money/meter.ts'
import type { Contract } from '../plan/contract.ts'
import type { Commit, RunId, TaskId, Tree } from '../plan/ids.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { PlanPlace } from '../plan/plan-place.ts'
import type { Draft, Union } from '../proof/draft.ts'
import type { GateResult, Receipt } from '../proof/receipt.ts'
import type { PullRequestEvent } from '../pull-request/pull-request-link.ts'
import type { ReleaseEvent } from '../release/release-event.ts'
import type { ReplanningEvent } from '../replanning/replanning-event.ts'
import type { Config } from '../settings/config.ts'
import type { ReaderRole } from '../settings/role.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import type { Inherited } from '../told/earlier-context.ts'
import type { LandedDelta } from '../told/landed-delta.ts'
import type { Reach } from '../told/message-timing.ts'
import type { SharedContext } from '../told/shared-context.ts'
import type { Unavailable } from './agent-pause.ts'
import type { Again, AttemptKind, Helper, Resumption } from './attempt-start.ts'
import type { AttemptResult, Ending } from './ending.ts'

/** Data to recognise an agent's processes after a crash of pm-agent. */
export interface ProcessMark {
  readonly pid: number
  /** The kernel's start time, so that a reused pid is not mistaken for ours. */
  readonly startTime: string
}

/** Every fact of the journal. Past tense; never edited. */
export type Event =
  /** A run began: plan, settings and base are frozen here. */
  | {
      readonly type: 'run-opened'
      readonly runId: RunId
      readonly plan: Plan
      /** The document exactly as it was read, byte for byte. */
      readonly planText: string
      readonly place: PlanPlace
      readonly config: Config
      /** The commit the run starts from; null in a repository without commits. */
      readonly base: Commit | null
      readonly branch: string
      /** The user's branch at the start, which a release is merged with; absent on a detached HEAD and in earlier journals. */
      readonly baseBranch?: string
      readonly identity: Identity
      /** Tasks whose boxes were already ticked before the journal existed, with their kept outputs. */
      readonly existed: readonly { readonly task: TaskId; readonly outputs: Readonly<Record<string, string>> }[]
      /** The contents of the context folder; absent if it was empty. */
      readonly inherited?: Inherited
      /** The facts about the repository for every agent; absent in journals of earlier versions. */
      readonly shared?: SharedContext
      /** Separate files of an earlier run about work in the base; absent if there are none. */
      readonly record?: Tree
      /** Held-out files that are not in the base, as they were in the user's checkout; absent if there are none. */
      readonly heldOut?: Tree
      readonly notes: readonly string[]
      /** Agents, checks, merges and humans are scripted, in a temporary copy. */
      readonly rehearsal?: true
    }
  /** The plan branch exists in the vault, perhaps with one commit of the plan itself. */
  | {
      readonly type: 'branch-started'
      readonly tip: Commit
      readonly planCommit: boolean
      /** Our own files, if they are kept separately. */
      readonly record?: Tree
    }
  | { readonly type: 'baseline-started'; readonly base: Commit; readonly token: string }
  /** The commands ran on the base: existing failures are known. */
  | { readonly type: 'baseline-recorded'; readonly base: Commit; readonly baseline: Baseline }
  /** Everything that a task asks for was on the base: it is completed without an agent. */
  | { readonly type: 'task-existed'; readonly task: TaskId; readonly facts: TaskFacts }
  /** A human accepted a base with problems. */
  | ({ readonly type: 'baseline-accepted' } & Decider)
  /** An agent is about to be launched; this contains everything to recognise it. */
  | {
      readonly type: 'attempt-started'
      readonly task: TaskId
      readonly attempt: number
      readonly kind: AttemptKind
      readonly base: Commit
      /** The kept tree at the start of the workspace, if it is not the base itself. */
      readonly from: string | null
      readonly agent: string
      readonly session: string | null
      readonly token: string
      readonly contract: Contract
      readonly contractHash: string
      readonly prompt: string
      readonly by?: Helper
    }
  | {
      readonly type: 'agent-launched'
      readonly task: TaskId
      readonly attempt: number
      readonly process: ProcessMark
      /** The file with its live output. */
      readonly outputFile: string
    }
  /** The agent ended, with all its processes; its tree is kept. */
  | ({ readonly type: 'attempt-ended'; readonly task: TaskId; readonly attempt: number } & AttemptResult)
  | { readonly type: 'proof-started'; readonly task: TaskId; readonly attempt: number; readonly token: string }
  /** A judge, a reviewer or a tester is about to be launched. */
  | {
      readonly type: 'judge-asked'
      readonly task: TaskId
      readonly attempt: number
      readonly agent: string
      /** Absent for a judge. */
      readonly role?: ReaderRole
      readonly prompt: string
    }
  /** A judge, a reviewer or a tester ended with all its processes: its usage counts, whatever the result of the proof. */
  | {
      readonly type: 'judge-ended'
      readonly task: TaskId
      readonly attempt: number
      readonly agent: string
      readonly role?: ReaderRole
      readonly ending: Ending
      readonly durationMs: number
      readonly meter?: Meter
    }
  /** No launch of this agent until then, or, if that is null, until a human continues the run. */
  | {
      readonly type: 'agent-paused'
      readonly agent: string
      readonly reason: Unavailable['is']
      readonly problem: string
      readonly until: number | null
    }
  /** The pause is over: the next launch shows whether it works. */
  | { readonly type: 'agent-resumed'; readonly agent: string }
  | {
      readonly type: 'proof-recorded'
      readonly task: TaskId
      readonly attempt: number
      readonly receipt: Receipt
      /** Decisions about it are bound to this hash; absent in journals of earlier versions. */
      readonly receiptHash?: string
      /** The proven draft, if the project's formatter changed the agent's files. */
      readonly formatted?: Draft
    }
  /** The consequence of a failed proof or attempt, and its reasons. */
  | {
      readonly type: 'task-triaged'
      readonly task: TaskId
      readonly attempt: number
      /**
       * `retry`: the work failed; `relaunch`: the agent failed, or we stopped it; `wait`: the vendor's limit was reached, so the
       * launch does not count. Earlier versions wrote `adapt` and `escalate` before the event with the fact.
       */
      readonly disposition: 'retry' | 'relaunch' | 'wait' | 'adapt' | 'escalate'
      readonly reasons: readonly string[]
      /** The start of the next attempt. */
      readonly again: Again
      /** Whether a relaunch counts against the budget; our own stop or crash is not the agent's fault. */
      readonly counted: boolean
    }
  /** A task that the plan lacked, found during the proof of another, which waits for it. */
  | {
      readonly type: 'task-added'
      /** The waiting task. */
      readonly task: TaskId
      readonly added: Task
      /** The kind of blockage, or that a verification failed. */
      readonly trigger: string
      /** The result of the scope check. */
      readonly scope: string
      readonly reasons: readonly string[]
    }
  | {
      readonly type: 'task-escalated'
      readonly task: TaskId
      readonly reason: EscalationReason
      /** The reasons. The question itself is derived from them and from the state whenever it is shown. */
      readonly reasons: readonly string[]
      /** The continuation after a human's retry; absent for a fresh start. */
      readonly again?: Resumption
    }
  | {
      readonly type: 'landing-started'
      readonly task: TaskId
      readonly attempt: number
      /** The parent of the new commit. */
      readonly onto: Commit
      readonly message: string
      readonly tag: string | null
    }
  | {
      readonly type: 'task-landed'
      readonly task: TaskId
      readonly attempt: number
      readonly commit: Commit
      readonly outputs: Readonly<Record<string, string>>
      /** The current state of our own files, if they are kept separately. */
      readonly record?: Tree
      /** The difference to the code before it; absent in journals of earlier versions. */
      readonly delta?: LandedDelta
    }
  /** The branch moved since the work began: the proven code was merged outside of it, and the merged code must be proven too. */
  | {
      readonly type: 'draft-merged'
      readonly task: TaskId
      readonly attempt: number
      readonly draft: Draft
      /** Both sides added lines at the same place, and the draft keeps both additions; absent without conflicts. */
      readonly union?: Union
    }
  /** It could not be merged: the files with conflict marks are kept under `draft.ref` for the agent that resolves them. */
  | {
      readonly type: 'merge-conflicted'
      readonly task: TaskId
      readonly attempt: number
      readonly draft: Draft
      readonly paths: readonly string[]
      /** The failures with both additions kept, if that was tried. */
      readonly refuted?: readonly string[]
    }
  /** The branch moved since the proof; the task goes back to the queue. */
  | { readonly type: 'landing-refused'; readonly task: TaskId; readonly attempt: number; readonly reason: string }
  | { readonly type: 'branch-published'; readonly tip: Commit }
  | {
      readonly type: 'publishing-refused'
      readonly tip: Commit
      readonly reason: PublishRefusal
      readonly detail: string
    }
  /** Proven work of a task with `Hold` is on a separate branch until a human approves it. */
  | {
      readonly type: 'task-held'
      readonly task: TaskId
      readonly attempt: number
      readonly branch: string
      readonly commit: Commit
    }
  | DecisionEvent
  | ReleaseEvent
  | IntegrationEvent
  | PullRequestEvent
  | ReplanningEvent
  /** The message was passed to the running agent, as far as it can receive messages. */
  | {
      readonly type: 'agent-told'
      readonly task: TaskId
      readonly attempt: number
      readonly reach: Reach
      /** The exact message. */
      readonly words: string
    }
  /** The settings that differ since the user called `run` with other ones. */
  | ({ readonly type: 'settings-changed' } & Partial<RunSettings>)
  /** The user edited the plan document: tasks that have not begun take their new texts, the others keep theirs. */
  | {
      readonly type: 'plan-edited'
      readonly plan: Plan
      readonly planText: string
      readonly changes: readonly PlanChange[]
      /** Changes of tasks that have begun, which a human is asked about; absent if there are none. */
      readonly late?: readonly PlanChange[]
      /** Agents and prompts that only the new tasks name. */
      readonly agents?: Config['agents']
      readonly prompts?: NonNullable<Config['prompts']>
    }
  | { readonly type: 'run-resumed' }
  /** The machine, not the plan, is the problem; nothing is dispatched until `run` is called again. */
  | {
      readonly type: 'run-halted'
      readonly problem: string
      readonly hints: readonly string[]
      /** Not a problem of the machine: the budget is used up, or an integration test fails. */
      readonly reason?: HaltReason
    }
  | { readonly type: 'run-finished' }

/** Why a run waits for a human although nothing is wrong with the machine. */
export type HaltReason = 'budget' | 'integration'

/** `rehearsal`: nothing is ever published from one. */
export type PublishRefusal = 'checked-out' | 'moved' | 'not-writable' | 'rehearsal'

/** The reason why the branch was not published to the user. */
export interface Unpublished {
  readonly reason: PublishRefusal
  readonly detail: string
}

export interface Identity {
  readonly name: string
  readonly email: string
}

/** The results of the commands on the base before any agent started. */
export interface Baseline {
  readonly gates: readonly GateResult[]
  /** The reasons why the base cannot be used for comparison; empty if it can. */
  readonly problems: readonly string[]
  /** The commands of the run, fixed here. */
  readonly commands: Readonly<Record<string, string>>
  /** True when there was no project yet: the first task may bring runner and configuration. */
  readonly greenfield: boolean
  /** What is there of each open task; absent if nothing was tried, and in journals of earlier versions. */
  readonly intake?: readonly TaskFacts[]
}

/** An event of the journal. */
export interface Recorded {
  readonly version: number
  readonly at: number
  readonly event: Event
}
