import { asEscape } from './clean-text.ts'

/** What JSON.stringify leaves as it is, and a terminal obeys. */
const OBEYED = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** A value as JSON that can be printed on a terminal; whoever parses it gets the same value. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(OBEYED, asEscape)
