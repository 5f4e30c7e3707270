/** A simple reader for languages with functions in braces. */

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The position after the bracket that closes the one at `from`. */
export function closing(code: string, from: number): number {
  const [open, close] = [code[from]!, PAIRS[code[from]!]!]
  let depth = 0
  for (let at = from; at < code.length; at++) {
    if (code[at] === open) depth++
    else if (code[at] === close && --depth === 0) return at + 1
  }
  return code.length
}

/** Replaces the matches of these patterns by blanks, to keep positions. */
export const blanked = (text: string, parts: RegExp): string => text.replace(parts, part => part.replace(/[^\n]/g, ' '))

/** A function with a body: from `headAt` on its head, from `bodyAt` to `end` its braces. */
export interface BracedFunction {
  /** Identifies the function within its file. */
  readonly key: string
  readonly name: string
  readonly text: string
  readonly headAt: number
  readonly bodyAt: number
  readonly end: number
}

/** A function without comments and layout, for comparison. */
const said = (text: string): string =>
  text
    .replace(/("(?:\\[\s\S]|[^"\\])*"|`[^`]*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? ' ')
    .replace(/\s+/g, ' ')

/** The added and changed functions; a function is compared with every old one of the same key. */
export function touched<F extends Pick<BracedFunction, 'key' | 'text'>>(
  before: readonly F[],
  after: readonly F[],
): readonly F[] {
  const known = new Set(before.map(({ key, text }) => `${key}\n${said(text)}`))
  return after.filter(({ key, text }) => !known.has(`${key}\n${said(text)}`))
}
