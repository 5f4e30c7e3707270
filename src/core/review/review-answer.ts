/** The subject of a reviewer's question. */
export const REVIEW_SUBJECTS = ['contract', 'code', 'design', 'security', 'migrations', 'breaking'] as const
export type ReviewSubject = (typeof REVIEW_SUBJECTS)[number]

/** An objection of a reviewer: only an `objection` refuses the work, a `remark` is recorded. */
interface ReviewFinding {
  /** `path:line`; it must exist. */
  readonly place: string
  readonly problem: string
  readonly about: ReviewSubject
  readonly severity: 'objection' | 'remark'
}

/** The whole answer of a reviewer, validated but not trusted: it can only object. */
export interface ReviewerAnswer {
  readonly status: 'PASS' | 'OBJECT'
  readonly findings: readonly ReviewFinding[]
  /** One sentence for each question. */
  readonly answers: Readonly<Partial<Record<ReviewSubject, string>>>
  /** For users of an interface that breaks; null if nothing breaks. */
  readonly releaseNote: string | null
}

/** The contents of a reviewer's answer file. */
export type ReviewReading =
  | { readonly is: 'valid'; readonly review: ReviewerAnswer }
  | { readonly is: 'invalid'; readonly problem: string }
  | { readonly is: 'missing' }

/** How far a review goes: the whole change against the design, or the changed files against the contract. */
export type ReviewDepth = 'whole' | 'files'

/** A review on the receipt besides its gate. */
export interface Reviewed {
  readonly by: string
  readonly depth: ReviewDepth
  readonly answers: ReviewerAnswer['answers']
  /** `path:line: words`, none of which blocks. */
  readonly remarks: readonly string[]
  readonly releaseNote: string | null
}
