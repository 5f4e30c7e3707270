import { scriptTokens } from '../../syntax/javascript/parse.ts'
import { languageOf } from '../../syntax/language.ts'
import { pythonTokens } from '../../syntax/python/tokens.ts'

/** A piece of code outside of comments: a word, a string with its quotes, or any other mark. */
export interface CodeToken {
  readonly kind: 'word' | 'string' | 'mark'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Larger texts are generated, and not compared token by token. */
const TEXT_MAX = 500_000

const COMMENT = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`
const WORD = String.raw`[A-Za-z_$][\w$]*`
const MARK = String.raw`\d[\w.]*|::|[^\s\w]`
const DOUBLE = String.raw`"(?:\\[\s\S]|[^"\\])*"`
const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'`
const CHARACTER = String.raw`'(?:\\[^\n']{1,10}|[^'\\\n])'`
const RAW = '`[^`]*`'

const lexer = (comment: string, strings: string): RegExp =>
  new RegExp(`(?<comment>${comment})|(?<string>${strings})|(?<word>${WORD})|(?<mark>${MARK})`, 'g')

/** Languages without a parser: only comments, strings and words are recognised. */
const LEXERS = {
  c: lexer(COMMENT, `${DOUBLE}|${CHARACTER}`),
  go: lexer(COMMENT, `${DOUBLE}|${RAW}|${CHARACTER}`),
  rust: lexer(COMMENT, String.raw`r(?<hashes>#*)"[\s\S]*?"\k<hashes>|${DOUBLE}|${CHARACTER}`),
  javascript: lexer(COMMENT, `${DOUBLE}|${SINGLE}|${RAW}`),
  shell: lexer('#[^\\n]*', `${DOUBLE}|${SINGLE}`),
  other: lexer('#[^\\n]*', `${DOUBLE}|${SINGLE}`),
}

/** The tokens of a text without its comments and its layout. */
export async function codeTokens(text: string, path: string): Promise<readonly CodeToken[]> {
  if (text.length > TEXT_MAX) return []
  const language = languageOf(path)
  if (language === 'javascript') return (await tokensOfScript(text, path)) ?? lexed(text, LEXERS.javascript)
  if (language === 'python') return tokensOfPython(text) ?? lexed(text, LEXERS.other)
  return lexed(text, language === 'json' ? LEXERS.javascript : LEXERS[language])
}

async function tokensOfScript(text: string, path: string): Promise<readonly CodeToken[] | null> {
  const tokens = await scriptTokens(text, path)
  return (
    tokens?.map(({ label, isKeyword, start, end }) => ({
      kind: label === 'string' ? 'string' : isKeyword || /^(?:#?name|jsxName)$/.test(label) ? 'word' : 'mark',
      text: text.slice(start, end),
      start,
      end,
    })) ?? null
  )
}

function tokensOfPython(text: string): readonly CodeToken[] | null {
  const tokens = pythonTokens(text)?.tokens
  return (
    tokens?.map(({ kind, text: said, start, end }) => ({
      kind: kind === 'word' && /^[\p{ID_Start}_]/u.test(said) ? 'word' : kind === 'string' ? 'string' : 'mark',
      text: kind === 'word' || kind === 'string' || kind === 'operator' ? said : kind,
      start,
      end,
    })) ?? null
  )
}

function lexed(text: string, pattern: RegExp): readonly CodeToken[] {
  const tokens: CodeToken[] = []
  for (const match of text.matchAll(pattern)) {
    const { comment, string, word } = match.groups ?? {}
    if (comment !== undefined) continue
    const kind = string !== undefined ? 'string' : word !== undefined ? 'word' : 'mark'
    tokens.push({ kind, text: match[0], start: match.index, end: match.index + match[0].length })
  }
  return tokens
}
