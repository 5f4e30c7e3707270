import { pythonTokens, type Token } from './tokens.ts'

/**
 * Whether two Python texts are the same program without the annotations of plain functions and without documentation. A
 * decorator may read annotations, and the fields of a class may define it: those annotations are code.
 */
export function isSameUnannotated(before: string, after: string): boolean {
  const [then, now] = [unannotated(before), unannotated(after)]
  return then !== null && then === now
}

/** Whether only annotations and perhaps documentation differ, but not documentation alone. */
export function differsInAnnotations(before: string, after: string): boolean {
  const count = (text: string) => pythonTokens(text)?.tokens.filter(token => isMark(token)).length ?? 0
  return isSameUnannotated(before, after) && (count(before) !== count(after) || words(before) !== words(after))
}

const isMark = ({ kind, text }: Token): boolean => kind === 'operator' && (text === '->' || text === ':')
const words = (text: string): string =>
  (pythonTokens(text)?.tokens ?? [])
    .filter(({ kind }) => kind === 'word')
    .map(token => token.text)
    .join(' ')

function unannotated(text: string): string | null {
  const read = pythonTokens(text)
  if (!read) return null
  const kept: string[] = [...read.directives]
  let isDecorated = false
  for (
    let statement = nextStatement(read.tokens, 0);
    statement;
    statement = nextStatement(read.tokens, statement.end)
  ) {
    const line = read.tokens.slice(statement.start, statement.end)
    const head = line.filter(({ kind }) => kind !== 'indent' && kind !== 'dedent')
    const first = head[0]?.text
    kept.push(...line.filter(({ kind }) => kind === 'indent' || kind === 'dedent').map(({ kind }) => kind))
    if (first === '@') isDecorated = true
    const isDef = first === 'def' || (first === 'async' && head[1]?.text === 'def')
    if (isDocumentation(head) || isTypingImport(head)) continue
    kept.push((isDef && !isDecorated ? withoutSignatureTypes(head) : head).map(token => token.text).join(' '))
    if (isDef || first === 'class') isDecorated = false
  }
  return kept.join('\n')
}

function nextStatement(
  tokens: readonly Token[],
  start: number,
): { readonly start: number; readonly end: number } | null {
  if (start >= tokens.length) return null
  let end = start
  while (end < tokens.length && tokens[end]!.kind !== 'newline') end++
  return { start, end: end + 1 }
}

const isDocumentation = (line: readonly Token[]): boolean =>
  line.filter(({ kind }) => kind !== 'newline').length === 1 && line[0]?.kind === 'string'

/** `from typing import …`, and the import that stops the evaluation of annotations. */
const isTypingImport = ([first, second]: readonly Token[]): boolean =>
  first?.text === 'from' && (second?.text === 'typing' || second?.text === '__future__')

/** `def f(a: int = 1) -> str:` as `def f(a = 1):`. */
function withoutSignatureTypes(line: readonly Token[]): readonly Token[] {
  const kept: Token[] = []
  let depth = 0
  let place: 'code' | 'type' | 'default' | 'body' = 'code'
  for (const token of line) {
    const { text } = token
    if (place !== 'body' && depth === 1 && (text === ',' || text === ')')) place = 'code'
    else if (place !== 'body' && depth === 1 && text === '=') place = 'default'
    else if (place === 'code' && ((depth === 1 && text === ':') || (depth === 0 && text === '->'))) place = 'type'
    else if (depth === 0 && text === ':') place = 'body'
    if (OPENS.has(text)) depth++
    if (CLOSES.has(text)) depth--
    if (place !== 'type') kept.push(token)
  }
  return kept
}

const OPENS: ReadonlySet<string> = new Set(['(', '[', '{'])
const CLOSES: ReadonlySet<string> = new Set([')', ']', '}'])
