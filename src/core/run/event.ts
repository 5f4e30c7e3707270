import type { Decider } from '../journal/decider.ts'
import type { Meter } from '../money/meter.ts'
import type { Contract } from '../plan/contract.ts'
import type { Commit, RunId, TaskId, Tree } from '../plan/ids.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { PlanChange } from '../plan/plan-edit.ts'
import type { PlanPlace } from '../plan/plan-place.ts'
import type { Draft, Union } from '../proof/draft.ts'
import type { GateResult, Receipt } from '../proof/receipt.ts'
import type { ReportReading } from '../proof/report.ts'
import type { Waiver } from '../proof/waiver.ts'
import type { Config } from '../settings/config.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import type { Inherited } from '../told/earlier-context.ts'
import type { Reach } from '../told/message-timing.ts'
import type { Unavailable } from './agent-pause.ts'
import type { Ending } from './ending.ts'

export type AttemptKind = 'implement' | 'fix'

/** What is needed to recognise an agent's processes after our own death. */
export interface ProcessMark {
  readonly pid: number
  /** The kernel's start time, so that a reused pid is not mistaken for ours. */
  readonly startTime: string
}

/** Why a task was given to a human. */
export type EscalationReason =
  | 'fixes-spent'
  | 'same-failure'
  | 'relaunches-spent'
  | 'launches-spent'
  | 'agent-blocked'
  | 'agent-contradiction'
  | 'unproven'
  /** Tests that held before do not hold any more. */
  | 'changes-tests'
  /** Something else that may be wanted and may not. */
  | 'question'
  /** The checks themselves were worked on. */
  | 'tampering'
  | 'verification-failed'
  /** It does what its contract forbids. */
  | 'forbidden'
  /** It cannot be finished within its scope, and what would be needed is not added without a human. */
  | 'adaptation'
  | 'judge-crashed'
  | 'judge-wrote'
  | 'environment'
  /** The agent was asked again and again and could not work. */
  | 'agent-unavailable'
  /** Its program cannot be started: one question for all tasks of the agent. */
  | 'agent-cannot-start'
  /** Agents hand in files that were refused before. */
  | 'no-progress'
  /** A human stopped it. */
  | 'stopped'
  /** Proven, and its plan wants a human to look before it lands. */
  | 'held'
  /** Quick mode stops at the first failure. */
  | 'quick-failed'

/** Who is called when the author of a task gets no further. */
export type Helper = 'fixer' | 'stronger'

/** How an attempt starts: from the newest tip, or on a base of its own with the files that are kept under `from`. */
export interface Again {
  readonly kind: AttemptKind
  readonly base: Commit | null
  readonly from: string | null
  readonly session: string | null
  /** Who is called for help; left out where it is the author. */
  readonly by?: Helper
}

/** How a task goes on that a human sends back: with a launch, or with another proof of what is there. */
export type Resumption = Again | 'prove'

/** Every fact the journal can hold. Past tense; never edited. */
export type Event =
  /** A run began: plan, settings and base are frozen here. */
  | {
      readonly type: 'run-opened'
      readonly runId: RunId
      readonly plan: Plan
      /** The document as it was read, byte for byte. */
      readonly planText: string
      readonly place: PlanPlace
      readonly config: Config
      /** The commit the run starts from; null in a repository without commits. */
      readonly base: Commit | null
      readonly branch: string
      readonly identity: Identity
      /** Tasks whose boxes were already ticked when there was no journal to ask, with the outputs that were kept. */
      readonly existed: readonly { readonly task: TaskId; readonly outputs: Readonly<Record<string, string>> }[]
      /** What the context folder held; left out where there was nothing. */
      readonly inherited?: Inherited
      /** What an earlier run kept apart about work that is part of the base; left out where there is none. */
      readonly record?: Tree
      readonly notes: readonly string[]
      /** Agents, checks, merges and humans are played from a script, in a copy that is thrown away. */
      readonly rehearsal?: true
    }
  /** The plan branch stands in the vault, perhaps with one commit that brings the plan itself. */
  | {
      readonly type: 'branch-started'
      readonly tip: Commit
      readonly planCommit: boolean
      /** Our own files, where they are kept apart. */
      readonly record?: Tree
    }
  | { readonly type: 'baseline-started'; readonly base: Commit; readonly token: string }
  /** The commands were run on the base: what failed before is known. */
  | { readonly type: 'baseline-recorded'; readonly base: Commit; readonly baseline: Baseline }
  /** A human said to go on although the base is unhealthy. */
  | ({ readonly type: 'baseline-accepted' } & Decider)
  /** An agent is about to be launched; everything needed to recognise it is here. */
  | {
      readonly type: 'attempt-started'
      readonly task: TaskId
      readonly attempt: number
      readonly kind: AttemptKind
      readonly base: Commit
      /** The kept tree the workspace starts with, when it is not the base itself. */
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
      /** Where everything that it prints can be read while it works. */
      readonly outputFile: string
    }
  /** The agent is gone, with all its processes; its tree is kept. */
  | {
      readonly type: 'attempt-ended'
      readonly task: TaskId
      readonly attempt: number
      readonly ending: Ending
      readonly reading: ReportReading
      readonly session: string | null
      readonly draft: Draft | null
      readonly outputFile: string | null
      readonly durationMs: number
      /** Left out where the agent said nothing about it. */
      readonly meter?: Meter
    }
  | { readonly type: 'proof-started'; readonly task: TaskId; readonly attempt: number; readonly token: string }
  /** A judge is about to be launched. */
  | {
      readonly type: 'judge-asked'
      readonly task: TaskId
      readonly attempt: number
      readonly agent: string
      readonly prompt: string
    }
  /** A judge is gone with all its processes: what it used counts, whatever becomes of the proof. */
  | {
      readonly type: 'judge-ended'
      readonly task: TaskId
      readonly attempt: number
      readonly agent: string
      readonly ending: Ending
      readonly durationMs: number
      readonly meter?: Meter
    }
  /** Nobody asks this agent until then, or, where that is null, until a human says to go on. */
  | {
      readonly type: 'agent-paused'
      readonly agent: string
      readonly reason: Unavailable['is']
      readonly problem: string
      readonly until: number | null
    }
  /** The time is over: the next launch shows whether it can work. */
  | { readonly type: 'agent-resumed'; readonly agent: string }
  | {
      readonly type: 'proof-recorded'
      readonly task: TaskId
      readonly attempt: number
      readonly receipt: Receipt
      /** What decisions about it are bound to; left out in journals of before. */
      readonly receiptHash?: string
      /** What was proven, where the project's formatter made something else of what the agent left. */
      readonly formatted?: Draft
    }
  /** What a failed proof or a troubled attempt leads to, and what that was based on. */
  | {
      readonly type: 'task-triaged'
      readonly task: TaskId
      readonly attempt: number
      /**
       * `retry`: the work failed; `relaunch`: the agent did, or we stopped it; `wait`: its vendor gave no more, so that the
       * launch counts for nothing. Earlier versions wrote `adapt` and `escalate` before the event that holds the fact.
       */
      readonly disposition: 'retry' | 'relaunch' | 'wait' | 'adapt' | 'escalate'
      readonly reasons: readonly string[]
      /** How the next attempt starts. */
      readonly again: Again
      /** Whether a relaunch is taken off the budget; our own stop or death is not the agent's fault. */
      readonly counted: boolean
    }
  /** A task that the plan lacked, found while another was proven; that one waits for it. */
  | {
      readonly type: 'task-added'
      /** The one that waits for it. */
      readonly task: TaskId
      readonly added: Task
      /** The kind of blockage, or that a verification failed. */
      readonly trigger: string
      /** What the scope check said. */
      readonly scope: string
      readonly reasons: readonly string[]
    }
  | {
      readonly type: 'task-escalated'
      readonly task: TaskId
      readonly reason: EscalationReason
      /** What it rests on. The question itself is made from this and from the state, whenever it is shown. */
      readonly reasons: readonly string[]
      /** How it goes on when a human says to try again; left out where it begins anew. */
      readonly again?: Resumption
    }
  | {
      readonly type: 'landing-started'
      readonly task: TaskId
      readonly attempt: number
      /** The tip that the commit will have as its parent. */
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
      /** Our own files as they are now, where they are kept apart. */
      readonly record?: Tree
    }
  /** The branch moved since the work began: the proven code was merged aside, and the merged code must be proven too. */
  | {
      readonly type: 'draft-merged'
      readonly task: TaskId
      readonly attempt: number
      readonly draft: Draft
      /** Both sides added lines at the same place, and the draft keeps both additions; left out where nothing conflicted. */
      readonly union?: Union
    }
  /** It could not be merged: the files with the marks in them are kept under `draft.ref` for whoever resolves them. */
  | {
      readonly type: 'merge-conflicted'
      readonly task: TaskId
      readonly attempt: number
      readonly draft: Draft
      readonly paths: readonly string[]
      /** What failed with both additions kept, where that was tried. */
      readonly refuted?: readonly string[]
    }
  /** The branch was no longer where the proof saw it; the task goes back to the queue. */
  | { readonly type: 'landing-refused'; readonly task: TaskId; readonly attempt: number; readonly reason: string }
  | { readonly type: 'branch-published'; readonly tip: Commit }
  | {
      readonly type: 'publishing-refused'
      readonly tip: Commit
      readonly reason: PublishRefusal
      readonly detail: string
    }
  /** Proven work of a task with `Hold` stands on a branch of its own until a human approves it. */
  | {
      readonly type: 'task-held'
      readonly task: TaskId
      readonly attempt: number
      readonly branch: string
      readonly commit: Commit
    }
  /** A human approves what was asked about, or waives a check: exactly what was seen then, for another proof of the same draft. */
  | ({ readonly type: 'gates-waived'; readonly task: TaskId; readonly attempt: number } & Waiver)
  | ({
      readonly type: 'task-approved'
      readonly task: TaskId
      readonly note: string
      readonly receipt?: string
    } & Decider)
  | {
      readonly type: 'task-retried'
      readonly task: TaskId
      readonly by: string
      readonly weak?: true
      readonly note: string
      /** How it goes on; left out in journals of before, where the escalation says it. */
      readonly again?: Resumption
    }
  | ({ readonly type: 'task-skipped'; readonly task: TaskId; readonly note: string } & Decider)
  /** A human takes a risk into account: it was dealt with, or it is taken. */
  | {
      readonly type: 'risk-decided'
      readonly task: TaskId
      readonly risk: string
      readonly description: string
      readonly status: 'mitigated' | 'accepted'
      readonly by: string
      readonly weak?: true
      readonly note: string
    }
  /** A human wants nobody to work on it for now; whoever does is ended, and the files are kept. */
  | ({ readonly type: 'task-stopped'; readonly task: TaskId; readonly note: string } & Decider)
  /** Words of a human that go with the next attempt. */
  | ({ readonly type: 'task-told'; readonly task: TaskId; readonly note: string } & Decider)
  /** Those words were passed on to whoever works on it, as far as it can be told anything then. */
  | {
      readonly type: 'agent-told'
      readonly task: TaskId
      readonly attempt: number
      readonly reach: Reach
      /** Exactly what it was told. */
      readonly words: string
    }
  /** The user called the run with other settings; those that differ. */
  | ({ readonly type: 'settings-changed' } & Partial<RunSettings>)
  /** The user edited the plan document between two calls of `run`: only tasks that had not begun are different. */
  | {
      readonly type: 'plan-edited'
      readonly plan: Plan
      readonly planText: string
      readonly changes: readonly PlanChange[]
      /** Agents and prompts that only the new tasks name. */
      readonly agents?: Config['agents']
      readonly prompts?: NonNullable<Config['prompts']>
    }
  | ({ readonly type: 'run-stopped' } & Decider)
  | { readonly type: 'run-resumed' }
  /** The machine, not the plan, is in the way; nothing is dispatched until `run` is called again. */
  | {
      readonly type: 'run-halted'
      readonly problem: string
      readonly hints: readonly string[]
      /** It is no trouble of the machine: the money that was set aside is used up. */
      readonly reason?: 'budget'
    }
  | { readonly type: 'run-finished' }

/** `rehearsal`: nothing is ever published from one. */
export type PublishRefusal = 'checked-out' | 'moved' | 'not-writable' | 'rehearsal'

/** Why the user does not have the branch. */
export interface Unpublished {
  readonly reason: PublishRefusal
  readonly detail: string
}

export interface Identity {
  readonly name: string
  readonly email: string
}

/** What the commands said on the base before anybody worked. */
export interface Baseline {
  readonly gates: readonly GateResult[]
  /** Why the base cannot serve as a measure; empty when it can. */
  readonly problems: readonly string[]
  /** The commands of the run, fixed here. */
  readonly commands: Readonly<Record<string, string>>
  /** True when there was no project yet: the first task may bring runner and configuration. */
  readonly greenfield: boolean
}

/** An event as it stands in the journal. */
export interface Recorded {
  readonly version: number
  readonly at: number
  readonly event: Event
}
