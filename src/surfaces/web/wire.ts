/** The contract between the server of the dashboard and its page: every route with its bodies. */
import type { TaskDecisionName } from '../../core/decisions/open-decisions.ts'
import type { ReviewPresentation } from '../../core/decisions/presentation.ts'
import type { ReleaseView } from '../../core/handover/release-view.ts'
import type { Verified, VerifiedClaim } from '../../core/handover/verification.ts'
import type { FinalReport } from '../../core/shown/final-report.ts'
import type { Sentence } from '../../core/shown/sentences.ts'
import type { RiskView } from '../../core/shown/task-record.ts'
import type { RunView, TaskView, viewTaskInFull } from '../../core/shown/view.ts'
import type { Remark } from '../../core/told/remark.ts'

/** On every POST, with any value: no form and no other site can send it. */
export const WRITE_HEADER = 'x-pm-agent'

/** A run in the list of `GET /api/runs`, newest first. */
export interface WebRun {
  readonly id: string
  readonly plan: string
  readonly title: string
  readonly opened_at: string
  readonly phase: string
  readonly finished: boolean
  /** How many questions wait for a human. */
  readonly waiting: number
}

export interface WebRunList {
  readonly repository: string
  readonly runs: readonly WebRun[]
}

/** `driving`: a process drives the run; `gone`: the last one died; `nobody`: none does. */
type WebDriver = 'driving' | 'gone' | 'nobody'

/** `GET /api/runs/:run`: the view, and the version of the journal that it shows. */
export interface WebRunShown {
  readonly version: number
  readonly view: RunView
  readonly driver: WebDriver
  /** Ids of the open tasks that take longest one after the other; empty once all have ended. */
  readonly critical_path: readonly string[]
}

/** An event `change` of `GET /api/runs/:run/events`; its id is the version. Only tasks that differ are in it. */
export interface WebChange {
  readonly version: number
  readonly run: Omit<RunView, 'tasks'>
  readonly tasks: readonly TaskView[]
  /** The ids of all tasks in the order of the plan, if they are others than before or in another order. */
  readonly order?: readonly string[]
  readonly driver: WebDriver
  readonly critical_path: readonly string[]
}

/** One attempt of a task: its times and its author's claim. The rest of it is in `history`. */
export interface WebAttempt {
  readonly attempt: number
  readonly began_at: string
  readonly duration_ms: number | null
  /** The end of the agent's program in words; null while it works. */
  readonly ended: string | null
  /** The agent's own account; null where it left none. */
  readonly claimed: {
    readonly status: string
    readonly summary: string
    readonly confidence: string | null
    readonly test_results: { readonly passed: number; readonly failed: number; readonly command: string } | null
  } | null
  /** Why the change counts as shown; null before a proof. */
  readonly basis: string | null
}

/** `GET /api/runs/:run/tasks/:task` */
export type WebTask = ReturnType<typeof viewTaskInFull> & {
  /** The version that it shows; a decision sends it back. */
  readonly version: number
  /** The card for a decision: open decisions, and the receipt that an approval is bound to. */
  readonly review: ReviewPresentation
  readonly claims: readonly WebAttempt[]
}

/** `GET …/tasks/:task/attempts/:n/diff` and `…/output?gate=NAME` are plain text. */

/** `GET …/tasks/:task/attempts/:n/prompt`, in the order in which they were sent. */
export interface WebPrompts {
  readonly prompts: readonly {
    readonly attempt: number
    readonly role: string
    readonly agent: string
    /** It was sent to an agent already at work. */
    readonly at_work: boolean
    readonly text: string
  }[]
}

/** `GET …/tasks/:task/attempts/:n/transcript`: statements and actions of the agent; the newest if they are too many. */
export interface WebTranscript {
  readonly remarks: readonly Remark[]
  /** How many earlier ones are left out. */
  readonly left_out: number
}

/** `GET /api/runs/:run/log?after=VERSION`: sentences about events, oldest first. */
export interface WebLog {
  readonly version: number
  readonly lines: readonly (Sentence & { readonly version: number; readonly at: string })[]
}

/** `GET /api/runs/:run/report`: as data, and as the lines of `pm-agent report`. */
export interface WebReport {
  readonly report: FinalReport
  readonly lines: readonly string[]
}

/** `GET /api/runs/:run/plan`: the document as the run has it, with ticks. States are in the view. */
export interface WebPlan {
  readonly path: string
  readonly text: string
  /** The line of each task in the document of the plan, from 1; tasks of other documents are not in it. */
  readonly lines: Readonly<Record<string, number>>
}

/** `GET /api/runs/:run/release`; the texts are null before the release was written. */
export interface WebRelease {
  readonly release: ReleaseView | null
  readonly manifest: string | null
  readonly notes: string | null
}

/** `GET /api/runs/:run/risks` */
export interface WebRisks {
  readonly risks: readonly RiskView[]
}

/** The body of `POST /api/runs/:run/decisions`. */
export type WebDecision = WebTaskDecision | WebRiskDecision | WebRunDecision

export interface WebTaskDecision {
  readonly decision: TaskDecisionName
  /** The id of a task. */
  readonly subject: string
  /** The version that was shown: refused if the task has changed since. */
  readonly version: number
  /** The hash of the receipt that was shown. Approve and waive need it where there is a receipt. */
  readonly receipt?: string | undefined
  /** The reason; of revise the changes that are wanted, comments at lines of the diff included. */
  readonly message?: string | undefined
  /** The number of an option of the question, from 1. */
  readonly option?: number | undefined
  /** The id of the task, typed again: approve and waive of a critical task need it. */
  readonly confirm?: string | undefined
}

interface WebRiskDecision {
  readonly decision: 'accept-risk' | 'mitigate-risk'
  /** The id of a risk. */
  readonly subject: string
  readonly message: string
}

/** `stop` ends the run in good order. */
interface WebRunDecision {
  readonly decision: 'stop'
}

/** A decision that was taken, in words. */
export interface WebTaken {
  readonly said: string
}

/** `POST /api/runs/:run/verify` with `{}`: repeats every claim of the written release. It takes as long as its commands. */
export interface WebVerification {
  readonly verified: boolean
  readonly facts: readonly Verified[]
  readonly claims: readonly VerifiedClaim[]
}

/** The body of every refusal. */
export interface WebRefusal {
  readonly problem: string
  readonly hints: readonly string[]
}
