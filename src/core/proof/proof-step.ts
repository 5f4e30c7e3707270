/** Progress of a proof: its current step and form of the code. It is displayed, but not stored. */
export interface ProofStep {
  readonly at: number
  readonly of: number
  /** `test`, `lint`, `criteria`, … */
  readonly name: string
  /** The form of the code that a command runs on now; null before the first one. */
  readonly form: string | null
}

/** `proving 3/7: test on the change with the old tests` */
export const stepWords = ({ at, of, name, form }: ProofStep): string =>
  `proving ${at}/${of}: ${name}${form === null ? '' : ` on ${form}`}`
