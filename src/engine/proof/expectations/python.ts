/** Expected values of Python tests: literals that a result is compared with, in assertions and in calls. */
import type { Edit } from '../syntax/edits.ts'
import { pythonTokens, type Token } from '../syntax/python/parse.ts'

const COMPARES = new Set(['==', '<', '>', '<=', '>='])

/** Edits that change every expected value of a test file; null if the file is not Python. */
export async function otherPythonExpectations(text: string, sign: 1 | -1): Promise<readonly Edit[] | null> {
  const tokens = await pythonTokens(text)
  if (!tokens) return null
  const edits = new Map<number, Edit>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'operator' || !COMPARES.has(token.text)) continue
    // Only literals next to the comparison, also inside of brackets that begin or end there.
    for (const found of [...literalsFrom(tokens, at + 1, 1), ...literalsFrom(tokens, at - 1, -1)])
      edits.set(found.start, { start: found.start, end: found.end, text: otherLiteral(found.text, sign), name: '' })
  }
  for (const found of expectedArguments(tokens))
    edits.set(found.start, { start: found.start, end: found.end, text: otherLiteral(found.text, sign), name: '' })
  return [...edits.values()]
}

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const OPENS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** The literals of the value that begins or ends here; none if it contains code. */
function literalsFrom(tokens: readonly Token[], from: number, step: 1 | -1): readonly Token[] {
  const found: Token[] = []
  const closes = step === 1 ? CLOSES : OPENS
  const open: string[] = []
  for (let at = from; at >= 0 && at < tokens.length; at += step) {
    const token = tokens[at]!
    if (isLiteral(token)) found.push(token)
    else if (closes[token.text] !== undefined) open.push(closes[token.text]!)
    else if (token.text === open.at(-1)) open.pop()
    else if (open.length === 0 && token.text === '-' && step === 1) continue
    else if (open.length === 0 || (token.text !== ',' && token.text !== ':' && token.kind !== 'newline')) break
    if (open.length === 0) {
      const next = tokens[at + step]
      const isEnd =
        !next ||
        next.kind === 'newline' ||
        [',', ')', ']', ':', 'and', 'or', 'assert', 'if', 'else', '-'].includes(next.text)
      return isEnd ? found : []
    }
  }
  return []
}

/** `self.assertEqual(result, "value")`: literal arguments beside one that is a call, unless the name says *not*. */
function expectedArguments(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || !/^assert(?!.*Not)[A-Z_]\w*$/.test(token.text) || tokens[at + 1]?.text !== '(')
      continue
    for (const [first, last] of argumentsFrom(tokens, at + 1)) {
      const literals = literalsFrom(tokens, first, 1)
      if (literals.length > 0 && first <= last) found.push(...literals)
    }
  }
  return found
}

function argumentsFrom(tokens: readonly Token[], open: number): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = []
  let depth = 0
  let start = open + 1
  for (let at = open; at < tokens.length; at++) {
    const { text } = tokens[at]!
    if (CLOSES[text] !== undefined) depth++
    if (OPENS[text] !== undefined) depth--
    if ((depth === 1 && text === ',') || depth === 0) {
      if (at > start) ranges.push([start, at - 1])
      start = at + 1
    }
    if (depth === 0) break
  }
  return ranges
}

const isLiteral = ({ kind, text }: Token): boolean =>
  kind === 'string' || (kind === 'word' && (/^[\d.]/.test(text) || /^(True|False|None)$/.test(text)))

function otherLiteral(text: string, sign: 1 | -1): string {
  if (text === 'True') return 'False'
  if (text === 'False') return 'True'
  if (text === 'None') return '"~"'
  if (/^[\d.]/.test(text)) return `(${text} ${sign === 1 ? '+' : '-'} 987654321)`
  const [, prefix = '', quote = '"'] = /^([a-z]*)('''|"""|'|")/i.exec(text) ?? []
  return `${prefix}${quote}${text.slice(prefix.length + quote.length, -quote.length)}~${quote}`
}
