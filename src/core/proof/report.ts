import type { Contest } from '../tester/blind-tests.ts'

/** Possible answers of an agent; the last four are honest exits with their own path. */
export type ClaimedStatus =
  | 'success'
  | 'partial'
  | 'failed'
  | 'blocked'
  | 'contradiction'
  | 'nothing-to-do'
  | 'too-large'

/** The agent's own report. It is kept, shown and compared with facts, but never counts as evidence. */
export interface Report {
  readonly status: ClaimedStatus
  readonly summary: string
  readonly commitHash: string | null
  readonly changedFiles: readonly string[]
  readonly testResults: { readonly passed: number; readonly failed: number; readonly command: string } | null
  readonly issues: readonly string[]
  readonly outputs: Readonly<Record<string, string>>
  readonly learnings: readonly string[]
  readonly risks: readonly string[]
  readonly selfAssessment: 'confident' | 'uncertain' | 'blocked' | null
  /** Its objection to an expectation of the tester; absent in journals of earlier versions. */
  readonly contested?: Contest
  readonly reviewNote: { readonly summary: string; readonly risks: readonly string[]; readonly rollback: string } | null
}

/** A parsed report, or the reason why it could not be parsed. */
export type ReportReading =
  | { readonly is: 'valid'; readonly report: Report }
  /** `printed`: its last output instead, if there was any. */
  | { readonly is: 'missing'; readonly printed?: string }
  | { readonly is: 'invalid'; readonly problem: string }
