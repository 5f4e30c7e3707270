/** What an agent may answer; the last three are honest exits with their own path. */
export type ClaimedStatus = 'success' | 'partial' | 'failed' | 'blocked' | 'contradiction' | 'nothing-to-do'

/** What the agent says it did. Kept, shown, compared with facts, never counted as evidence. */
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
  readonly reviewNote: { readonly summary: string; readonly risks: readonly string[]; readonly rollback: string } | null
}

/** A report that could be read, or the named way in which it could not. */
export type ReportReading =
  | { readonly is: 'valid'; readonly report: Report }
  /** `printed`: the last that it printed instead, where there was anything. */
  | { readonly is: 'missing'; readonly printed?: string }
  | { readonly is: 'invalid'; readonly problem: string }
