/** Tokens of a text in any language, for those without a parser and for text that is not of its language. */

/** Comments and strings of a language; `hash` are scripts and settings with `#` comments. */
export type LexStyle = 'c-like' | 'python' | 'hash'

export interface LexToken {
  readonly kind: 'comment' | 'string' | 'pattern' | 'number' | 'word' | 'mark'
  readonly start: number
  readonly end: number
}

/** A text ends its last comment or long string, and a line its last short one. */
const LONG = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)`
const SHORT = String.raw`"(?:\\[\s\S]|[^"\\\n])*(?:"|$|(?=\n))|'(?:\\[\s\S]|[^'\\\n])*(?:'|$|(?=\n))`
const NUMBER = String.raw`-?(?<![\w$.])\d\w*(?:\.\d\w*)?(?:(?<=e)[+-]\d+)?`

const lexer = (comment: string, string: string): RegExp =>
  new RegExp(
    `(?<comment>${comment})|(?<string>${string})|(?<number>${NUMBER})|(?<word>[\\p{L}_$][\\p{L}\\d_$]*)|(?<mark>::|\\S)`,
    'uy',
  )

/** After a word, a single quote may begin a lifetime of Rust. */
const LEXERS: Readonly<Record<LexStyle, RegExp>> = {
  'c-like': lexer(String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`, SHORT.replace("|'", "|(?<!\\w)'")),
  python: lexer('#[^\\n]*', `${LONG}|${SHORT}`),
  hash: lexer('(?<!\\S)#[^\\n]*', SHORT),
}

/** A regular expression of JavaScript, where a value is expected. */
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
const BEFORE_VALUES = new Set([...'(,=:[!&|?{};+>', 'return', 'typeof', 'case', 'in', 'of'])
/** A piece of a template, up to its end or to the next code in it. */
const PIECE = /[`}](?:\\[\s\S]|(?!\$\{)[^`\\])*(?:`|\$\{|$)/y

export function lexed(text: string, style: LexStyle): readonly LexToken[] {
  const tokens: LexToken[] = []
  /** The number of open braces in each enclosing `${…}`. */
  const templates: number[] = []
  for (let at = 0; at < text.length; ) {
    const found = style === 'c-like' ? (templatePiece(text, at, templates) ?? pattern(text, at, tokens)) : null
    const token = found ?? tokenAt(text, at, LEXERS[style])
    if (token) tokens.push(token)
    at = token?.end ?? at + 1
  }
  return tokens
}

function tokenAt(text: string, at: number, lexer: RegExp): LexToken | null {
  lexer.lastIndex = at
  const groups = lexer.exec(text)?.groups
  const kind = (['comment', 'string', 'number', 'word', 'mark'] as const).find(name => groups?.[name] !== undefined)
  return kind ? { kind, start: at, end: lexer.lastIndex } : null
}

/** The text of a template from its quote, or from the end of code in it. */
function templatePiece(text: string, at: number, templates: number[]): LexToken | null {
  const depth = templates.at(-1)
  const isInCode = depth !== undefined && (depth > 0 || text[at] !== '}')
  if (isInCode && text[at] === '{') templates[templates.length - 1] = depth + 1
  if (isInCode && text[at] === '}') templates[templates.length - 1] = depth - 1
  if (text[at] !== '`' && (text[at] !== '}' || depth === undefined || isInCode)) return null
  if (text[at] === '}') templates.pop()
  PIECE.lastIndex = at
  PIECE.exec(text)
  const end = Math.max(PIECE.lastIndex, at + 1)
  if (text[end - 1] === '{') templates.push(0)
  return { kind: 'string', start: at, end }
}

function pattern(text: string, at: number, tokens: readonly LexToken[]): LexToken | null {
  if (text[at] !== '/' || text[at + 1] === '/' || text[at + 1] === '*') return null
  const last = tokens.findLast(({ kind }) => kind !== 'comment')
  const isValue =
    !last || BEFORE_VALUES.has(text.slice(last.start, last.end)) || text.slice(last.end, at).includes('\n')
  if (!isValue) return null
  PATTERN.lastIndex = at
  return PATTERN.test(text) ? { kind: 'pattern', start: at, end: PATTERN.lastIndex } : null
}
