/** How serious a finding is: `note` is only told, the others ask for a fix. */
export const BRANCH_SEVERITIES = ['critical', 'warning', 'note'] as const

/** The kinds of fixes that a finding may ask for; `refactor` and `docs` keep behaviour. */
export const BRANCH_FIX_KINDS = ['fix', 'refactor', 'docs'] as const

/** One problem that a reviewer of the whole branch sees. */
export interface BranchFinding {
  readonly severity: (typeof BRANCH_SEVERITIES)[number]
  readonly title: string
  readonly detail: string
  /** `path:line`, in the code of the branch or in the code before it. */
  readonly place: string
  readonly kind: (typeof BRANCH_FIX_KINDS)[number]
}

/** A reviewer's answer, validated but not trusted. */
export interface FinalReviewAnswer {
  readonly verdict: 'ship' | 'needs-fixes'
  readonly summary: string
  readonly findings: readonly BranchFinding[]
}

/** The contents of a reviewer's answer file. */
export type FinalReviewReading =
  | { readonly is: 'valid'; readonly answer: FinalReviewAnswer }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** Why no reviewer was asked to review the branch. */
export type FinalReviewSkip =
  | { readonly reason: 'no-reviewer' }
  /** No task landed, so there is nothing to review. */
  | { readonly reason: 'nothing-landed' }
  /** The rest of the budget is too small for the launch. */
  | { readonly reason: 'budget'; readonly leftUsd: number; readonly expectedUsd: number }

/** The result of one review of the whole branch. Only a valid answer can be `ship`. */
export type FinalReview =
  | ({ readonly by: string } & FinalReviewAnswer)
  | ({ readonly verdict: 'skipped' } & FinalReviewSkip)
  /** It did not happen: the reviewer crashed, changed files, or gave no valid answer. */
  | { readonly verdict: 'degraded'; readonly by: string; readonly problem: string }
