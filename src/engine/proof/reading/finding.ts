/** `halt` and `blocking` refuse the draft, a `question` goes to a human, a `warning` is shown. */
export type Severity = 'halt' | 'blocking' | 'question' | 'warning'

/** A finding in a diff. */
export interface Finding {
  /** The check that found it, which is also the name of its gate. */
  readonly check: string
  readonly severity: Severity
  readonly file: string
  /** Line of the candidate's version, from 1; null if the finding is about the whole file. */
  readonly line: number | null
  /** The problem in a few words; never contains the secret itself. */
  readonly words: string
}

const WEIGHT: Readonly<Record<Severity, number>> = { halt: 3, blocking: 2, question: 1, warning: 0 }

/** The most severe of these. */
export const heaviest = (severities: readonly Severity[]): Severity =>
  severities.reduce((most, other) => (WEIGHT[other] > WEIGHT[most] ? other : most), 'warning')
