/** How far a proof is: which of its steps has begun, and what of the code it is at. Shown while it goes on, kept nowhere. */
export interface ProofStep {
  readonly at: number
  readonly of: number
  /** `test`, `lint`, `criteria`, … */
  readonly name: string
  /** The form of the code that a command runs on now; null before the first one. */
  readonly form: string | null
}

/** `proving 3/7: test on the change with the tests as they were` */
export const stepWords = ({ at, of, name, form }: ProofStep): string =>
  `proving ${at}/${of}: ${name}${form === null ? '' : ` on ${form}`}`
