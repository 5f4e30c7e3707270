import { scriptTokens } from '../../syntax/javascript/parse.ts'
import { languageOf } from '../../syntax/language.ts'
import { type LexStyle, lexed } from '../../syntax/lexer.ts'
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

/** The tokens of a text without its comments and its layout. */
export async function codeTokens(text: string, path: string): Promise<readonly CodeToken[]> {
  if (text.length > TEXT_MAX) return []
  const language = languageOf(path)
  if (language === 'javascript') return (await tokensOfScript(text, path)) ?? plainTokens(text, 'c-like')
  if (language === 'python') return (await tokensOfPython(text)) ?? plainTokens(text, 'python')
  const read = await readWhole(text, path)
  if (read) return tokensOfTree(read, read.root)
  return plainTokens(text, language === 'shell' || language === 'other' ? 'hash' : 'c-like')
}

/** The parser's words for names. */
const NAMES: ReadonlySet<string> = new Set(['name', '#name', 'jsxName'])

async function tokensOfScript(text: string, path: string): Promise<readonly CodeToken[] | null> {
  const tokens = await scriptTokens(text, path)
  return (
    tokens?.map(({ label, isKeyword, start, end }) => ({
      kind: label === 'string' ? 'string' : isKeyword || NAMES.has(label) ? 'word' : 'mark',
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
    return plainTokens(said, 'c-like').map(token => ({ ...token, start: start + token.start, end: start + token.end }))
  return said.trim() === '' ? [] : [{ kind: /^[A-Za-z_]/.test(said) ? 'word' : 'mark', text: said, start, end }]
}

const plainTokens = (text: string, style: LexStyle): readonly CodeToken[] =>
  lexed(text, style).flatMap(({ kind, start, end }) =>
    kind === 'comment'
      ? []
      : [{ kind: kind === 'string' || kind === 'word' ? kind : 'mark', text: text.slice(start, end), start, end }],
  )
