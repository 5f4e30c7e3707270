import { asEscape } from './clean-text.ts'

/** Characters that JSON.stringify leaves unchanged but a terminal interprets. */
const OBEYED = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** A value as JSON that is safe to print on a terminal; parsing gives the same value. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(OBEYED, asEscape)

/** The data of a text in JSON; null for any other text. */
export function parsedJson<T>(text: string | null | undefined): T | null {
  try {
    return JSON.parse(text ?? '') as T
  } catch {
    return null
  }
}

/** The data of each line; lines that were written only in part are left out. */
export const jsonLines = <T>(text: string): readonly T[] => text.split('\n').flatMap(line => parsedJson<T>(line) ?? [])
