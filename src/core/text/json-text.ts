import { asEscape } from './clean-text.ts'

/** Characters that JSON.stringify leaves unchanged but a terminal interprets. */
const OBEYED = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** A value as JSON that is safe to print on a terminal; parsing gives the same value. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(OBEYED, asEscape)
