/** A token of source text in any language: a literal, or anything else. */
interface SourceToken {
  readonly is: 'literal' | 'other'
  /** The value of a literal without its quotes; the text of anything else. */
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Strings, regular expressions and numbers, then names, then single characters; `//` comments are skipped. */
const TOKEN =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|((?<=[(,=:[!&|?{;]\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*)|(-?(?<![\w$.])\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?n?(?![\w$]))|([A-Za-z_$][\w$]*)|(\S)/g

/** The literals of a text, in order. */
export const literalsIn = (text: string): readonly SourceToken[] =>
  literalTokens(text).filter(({ is }) => is === 'literal')

/** The tokens of a text, in order. */
function literalTokens(text: string): readonly SourceToken[] {
  const tokens: SourceToken[] = []
  for (const match of text.matchAll(TOKEN)) {
    const [whole, comment, string, pattern, number] = match
    if (comment !== undefined) continue
    const place = { start: match.index, end: match.index + whole.length }
    const isWord =
      whole === 'true' ||
      whole === 'false' ||
      whole === 'null' ||
      whole === 'None' ||
      whole === 'True' ||
      whole === 'False'
    if (string !== undefined) tokens.push({ is: 'literal', value: unquoted(string), ...place })
    else if (pattern !== undefined) tokens.push({ is: 'literal', value: plainPattern(pattern), ...place })
    else if (number !== undefined || isWord) tokens.push({ is: 'literal', value: whole, ...place })
    else tokens.push({ is: 'other', value: whole, ...place })
  }
  return tokens
}

const unquoted = (text: string): string =>
  text
    .replace(/^("""|'''|["'`])([\s\S]*)\1$/, '$2')
    .replace(/\\(["'`\\])/g, '$1')
    .replace(/\\n/g, '\n')

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

const TABLE_MAX = 16_000_000

/** Literals that differ while the code around them is the same, as far as both texts can be aligned. */
export function changedLiterals(before: string, after: string): readonly LiteralPair[] {
  const [then, now] = [literalTokens(before), literalTokens(after)]
  const isSame = (one: SourceToken, other: SourceToken) =>
    one.is === other.is && (one.is === 'literal' || one.value === other.value)
  let from = 0
  while (
    from < then.length &&
    from < now.length &&
    isSame(then[from]!, now[from]!) &&
    then[from]!.value === now[from]!.value
  )
    from++
  let [endThen, endNow] = [then.length, now.length]
  while (
    endThen > from &&
    endNow > from &&
    then[endThen - 1]!.value === now[endNow - 1]!.value &&
    isSame(then[endThen - 1]!, now[endNow - 1]!)
  ) {
    endThen--
    endNow--
  }
  const [old, fresh] = [then.slice(from, endThen), now.slice(from, endNow)]
  if (old.length * fresh.length > TABLE_MAX) return []
  return aligned(old, fresh, isSame).filter(pair => pair.old.is === 'literal' && pair.old.value !== pair.now.value)
}

/** The longest common sequence of tokens; equal literals count more than two different ones in the same position. */
function aligned(
  old: readonly SourceToken[],
  fresh: readonly SourceToken[],
  isSame: (one: SourceToken, other: SourceToken) => boolean,
): readonly LiteralPair[] {
  const width = fresh.length + 1
  const score = new Uint32Array((old.length + 1) * width)
  const worth = (one: SourceToken, other: SourceToken) => (!isSame(one, other) ? 0 : one.value === other.value ? 3 : 1)
  for (let at = old.length - 1; at >= 0; at--)
    for (let to = fresh.length - 1; to >= 0; to--) {
      const both = worth(old[at]!, fresh[to]!)
      const taken = both > 0 ? both + score[(at + 1) * width + to + 1]! : 0
      score[at * width + to] = Math.max(taken, score[(at + 1) * width + to]!, score[at * width + to + 1]!)
    }
  const pairs: LiteralPair[] = []
  for (let at = 0, to = 0; at < old.length && to < fresh.length; ) {
    const both = worth(old[at]!, fresh[to]!)
    const best = score[at * width + to]!
    if (both > 0 && best === both + score[(at + 1) * width + to + 1]!)
      pairs.push({ old: old[at++]!, now: fresh[to++]! })
    else if (best === score[(at + 1) * width + to]!) at++
    else to++
  }
  return pairs
}
