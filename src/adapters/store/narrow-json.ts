/** Other letters may make up this share of a text before escapes cost more than they save. */
const SHARE_MAX = 0.1
const ESCAPE_LENGTH = 6

/**
 * A value as JSON in ASCII, if it has few other letters: one arrow in a criterion doubles the memory of a whole plan, and so the
 * time to read, to hash and to parse it. Parsing gives the same value in any case.
 */
export function narrowJson(value: unknown): string {
  const text = JSON.stringify(value)
  const narrow = text.replace(/[\u0080-\uffff]/g, asEscape)
  return narrow.length - text.length <= text.length * SHARE_MAX * (ESCAPE_LENGTH - 1) ? narrow : text
}

const asEscape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
