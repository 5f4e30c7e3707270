import { scriptTokens } from '../../syntax/javascript/parse.ts'
import { languageOf } from '../../syntax/language.ts'
import { pythonTokens } from '../../syntax/python/parse.ts'
import type { ReadText } from '../../syntax/tree/language-row.ts'
import type { TreeNode } from '../../syntax/tree/node.ts'
import { readWhole } from '../../syntax/tree/read.ts'

/** A piece of code outside of comments: a word, a string with its quotes, or any other mark. */
export interface CodeToken {
  readonly kind: 'word' | 'string' | 'mark'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Larger texts are generated, and not compared token by token. */
const TEXT_MAX = 500_000

const DOUBLE = String.raw`"(?:\\[\s\S]|[^"\\])*"`
const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'`

const lexer = (comment: string, strings: string): RegExp =>
  new RegExp(
    `(?<comment>${comment})|(?<string>${strings})|(?<word>[A-Za-z_$][\\w$]*)|(?<mark>\\d[\\w.]*|::|[^\\s\\w])`,
    'g',
  )

/** For languages without a parser, and for text that is not of its language. */
const LEXERS = {
  slashes: lexer('\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?\\*\\/', `${DOUBLE}|${SINGLE}|\`[^\`]*\``),
  hashes: lexer('#[^\\n]*', `${DOUBLE}|${SINGLE}`),
}

/** The tokens of a text without its comments and its layout. */
export async function codeTokens(text: string, path: string): Promise<readonly CodeToken[]> {
  if (text.length > TEXT_MAX) return []
  const language = languageOf(path)
  if (language === 'javascript') return (await tokensOfScript(text, path)) ?? lexed(text, LEXERS.slashes)
  if (language === 'python') return (await tokensOfPython(text)) ?? lexed(text, LEXERS.hashes)
  const read = await readWhole(text, path)
  if (read) return tokensOfTree(read, read.root)
  return lexed(text, language === 'shell' || language === 'other' ? LEXERS.hashes : LEXERS.slashes)
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

async function tokensOfPython(text: string): Promise<readonly CodeToken[] | null> {
  const tokens = await pythonTokens(text)
  return (
    tokens?.map(({ kind, text: said, start, end }) => ({
      kind: kind === 'word' && /^[\p{ID_Start}_]/u.test(said) ? 'word' : kind === 'string' ? 'string' : 'mark',
      text: kind === 'word' || kind === 'string' || kind === 'operator' ? said : kind,
      start,
      end,
    })) ?? null
  )
}

function tokensOfTree({ text, row }: ReadText, root: TreeNode): readonly CodeToken[] {
  if (row.comments.has(root.type)) return []
  const { start, end, children } = root
  const said = text.slice(start, end)
  if (row.strings.has(root.type)) return [{ kind: 'string', text: said, start, end }]
  if (children.length > 0) return children.flatMap(child => tokensOfTree({ text, row, root }, child))
  // The body of a macro is one node.
  if (root.type === 'preproc_arg')
    return lexed(said, LEXERS.slashes).map(token => ({ ...token, start: start + token.start, end: start + token.end }))
  return said.trim() === '' ? [] : [{ kind: /^[A-Za-z_]/.test(said) ? 'word' : 'mark', text: said, start, end }]
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
