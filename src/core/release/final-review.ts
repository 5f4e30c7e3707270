/** How serious a finding is: `note` is only told, the others ask for a fix. */
export const FINDING_SEVERITIES = ['critical', 'warning', 'note'] as const

/** The kinds of fixes that a finding may ask for; `refactor` and `docs` keep behaviour. */
export const FINDING_KINDS = ['fix', 'refactor', 'docs'] as const

/** One problem that a reviewer of the whole branch sees. */
export interface Finding {
  readonly severity: (typeof FINDING_SEVERITIES)[number]
  readonly title: string
  readonly detail: string
  /** `path:line`, in the code of the branch or in the code before it. */
  readonly place: string
  readonly kind: (typeof FINDING_KINDS)[number]
}

/** A reviewer's answer, validated but not trusted. */
export interface ReviewAnswer {
  readonly verdict: 'ship' | 'needs-fixes'
  readonly summary: string
  readonly findings: readonly Finding[]
}

/** The contents of a reviewer's answer file. */
export type ReviewReading =
  | { readonly is: 'valid'; readonly answer: ReviewAnswer }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** Why nobody was asked to review the branch. */
export type ReviewSkip =
  | { readonly reason: 'no-reviewer' }
  /** No task landed, so there is nothing to review. */
  | { readonly reason: 'nothing-landed' }
  /** The rest of the budget is too small for the launch. */
  | { readonly reason: 'budget'; readonly leftUsd: number; readonly expectedUsd: number }

/** The result of one review of the whole branch. Only a valid answer can be `ship`. */
export type FinalReview =
  | ({ readonly by: string } & ReviewAnswer)
  | ({ readonly verdict: 'skipped' } & ReviewSkip)
  /** It did not happen: the reviewer crashed, changed files, or gave no valid answer. */
  | { readonly verdict: 'degraded'; readonly by: string; readonly problem: string }
