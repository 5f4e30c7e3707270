/** `halt` and `blocking` refuse the draft, a `question` goes to a human, a `warning` is shown. */
export type FindingSeverity = 'halt' | 'blocking' | 'question' | 'warning'

/** A finding in a diff. */
export interface DiffFinding {
  /** The check that found it, which is also the name of its gate. */
  readonly check: string
  readonly severity: FindingSeverity
  readonly file: string
  /** Line of the candidate's version, from 1; null if the finding is about the whole file. */
  readonly line: number | null
  /** The problem in a few words; never contains the secret itself. */
  readonly words: string
}

const WEIGHT: Readonly<Record<FindingSeverity, number>> = { halt: 3, blocking: 2, question: 1, warning: 0 }

/** The most severe of these. */
export const heaviest = (severities: readonly FindingSeverity[]): FindingSeverity =>
  severities.reduce((most, other) => (WEIGHT[other] > WEIGHT[most] ? other : most), 'warning')
