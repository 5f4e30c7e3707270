import { alignedPlaces } from './aligned.ts'
import { type LexStyle, lexed } from './lexer.ts'

/** A token of source text: a literal, or anything else. */
interface SourceToken {
  readonly is: 'literal' | 'other'
  /** The value of a literal without its quotes; the text of anything else. */
  readonly value: string
  readonly start: number
  readonly end: number
}

/** The literals of a text, in order. */
export const literalsIn = (text: string, style: LexStyle = 'c-like'): readonly SourceToken[] =>
  literalTokens(text, style).filter(({ is }) => is === 'literal')

const WORDS = new Set(['true', 'false', 'null', 'None', 'True', 'False'])

/** The tokens of a text, in order. */
const literalTokens = (text: string, style: LexStyle): readonly SourceToken[] =>
  lexed(text, style).flatMap(({ kind, start, end }): readonly SourceToken[] => {
    const said = text.slice(start, end)
    if (kind === 'comment') return []
    if (kind === 'string') return [{ is: 'literal', value: unquoted(said), start, end }]
    if (kind === 'pattern') return [{ is: 'literal', value: plainPattern(said), start, end }]
    return [{ is: kind === 'number' || WORDS.has(said) ? 'literal' : 'other', value: said, start, end }]
  })

/** Of a template also each piece between its code. */
function unquoted(text: string): string {
  const isPiece = text.startsWith('`') || text.startsWith('}')
  const said = isPiece
    ? text.slice(1, text.endsWith('${') ? -2 : -1)
    : text.replace(/^("""|'''|["'])([\s\S]*)\1$/, '$2')
  return said.replace(/\\(["'`\\])/g, '$1').replaceAll('\\n', '\n')
}

/** The text that a regular expression matches, if it is a plain text. */
const plainPattern = (pattern: string): string =>
  pattern
    .replace(/^\/|\/[a-z]*$/g, '')
    .replace(/^\^|\$$/g, '')
    .replace(/\\(\W)/g, '$1')

/** Two literals in the same position of two forms of a text. */
export interface LiteralPair {
  readonly old: SourceToken
  readonly now: SourceToken
}

/** Literals that differ while the code around them is the same, as far as both texts can be aligned. */
export function changedLiterals(before: string, after: string, style: LexStyle = 'c-like'): readonly LiteralPair[] {
  const [then, now] = [literalTokens(before, style), literalTokens(after, style)]
  // Equal tokens first: between two of them any literals may be a pair.
  const same = alignedPlaces(
    then.map(({ is, value }) => `${is} ${value}`),
    now.map(({ is, value }) => `${is} ${value}`),
  )
  const pairs: LiteralPair[] = []
  let [from, to] = [0, 0]
  for (const [end, endNow] of [...same, [then.length, now.length] as const]) {
    const [old, fresh] = [then.slice(from, end), now.slice(to, endNow)]
    const shape = (tokens: readonly SourceToken[]) => tokens.map(({ is, value }) => (is === 'literal' ? is : value))
    for (const [at, place] of alignedPlaces(shape(old), shape(fresh)))
      if (old[at]!.is === 'literal') pairs.push({ old: old[at]!, now: fresh[place]! })
    ;[from, to] = [end + 1, endNow + 1]
  }
  return pairs
}
