/** How much a finding weighs: `halt` and `blocking` refuse the draft, a `question` goes to a human, a `warning` is shown. */
export type Severity = 'halt' | 'blocking' | 'question' | 'warning'

/** Something that was read in a diff. */
export interface Finding {
  /** The check that found it, which is also the name of its gate. */
  readonly check: string
  readonly severity: Severity
  readonly file: string
  /** Counted from 1 in the candidate's version; null when it is about the file as such. */
  readonly line: number | null
  /** What is wrong, in a few words; never a secret itself. */
  readonly words: string
}

const WEIGHT: Readonly<Record<Severity, number>> = { halt: 3, blocking: 2, question: 1, warning: 0 }

/** The heaviest of some severities. */
export const heaviest = (severities: readonly Severity[]): Severity =>
  severities.reduce((most, other) => (WEIGHT[other] > WEIGHT[most] ? other : most), 'warning')
