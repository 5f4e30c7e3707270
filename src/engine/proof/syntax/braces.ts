/** Languages whose functions stand in braces, taken apart as far as that goes. */

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Behind the bracket that closes the one at this place. */
export function closing(code: string, from: number): number {
  const [open, close] = [code[from]!, PAIRS[code[from]!]!]
  let depth = 0
  for (let at = from; at < code.length; at++) {
    if (code[at] === open) depth++
    else if (code[at] === close && --depth === 0) return at + 1
  }
  return code.length
}

/** Blanks for everything that these patterns find, so that places stay. */
export const blanked = (text: string, parts: RegExp): string => text.replace(parts, part => part.replace(/[^\n]/g, ' '))

/** A function with a body: from `headAt` on its head, from `bodyAt` to `end` its braces. */
export interface BracedFunction {
  /** What tells it from the others of its file. */
  readonly key: string
  readonly name: string
  readonly text: string
  readonly headAt: number
  readonly bodyAt: number
  readonly end: number
}

/** Comments are no change of a function, nor is its layout. */
const said = (text: string): string =>
  text
    .replace(/("(?:\\[\s\S]|[^"\\])*"|`[^`]*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? ' ')
    .replace(/\s+/g, ' ')

/** Those that were added or changed; of two with the same key, each is compared with every old one. */
export function touched<F extends Pick<BracedFunction, 'key' | 'text'>>(
  before: readonly F[],
  after: readonly F[],
): readonly F[] {
  const known = new Set(before.map(({ key, text }) => `${key}\n${said(text)}`))
  return after.filter(({ key, text }) => !known.has(`${key}\n${said(text)}`))
}
