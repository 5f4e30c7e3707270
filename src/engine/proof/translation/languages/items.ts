import { languageOf } from '../../syntax/language.ts'
import { type SourceStatement, statementsIn } from '../../syntax/statements.ts'
import { treeLanguageOf } from '../../syntax/tree/languages.ts'
import type { SourceFile } from '../moves.ts'
import { codeTokens } from './code-tokens.ts'

/** A top-level statement without its place and layout, which can be moved to another file or removed. */
export interface SourceItem extends Pick<SourceStatement, 'names' | 'passes'> {
  /** Its tokens without `export`: equal tokens are the same code. */
  readonly code: string
  readonly isPublic: boolean
}

/** The statements of a file; null if they cannot be separated. */
export async function itemsOf({ path, text }: SourceFile): Promise<readonly SourceItem[] | null> {
  const tokens = await codeTokens(text, path)
  const statements = await statementsIn(text, path)
  if (statements === null) return null
  // In a type or a group of a compiled language the first name is the declared one.
  const isFirst = !['javascript', 'python'].includes(languageOf(path))
  let at = 0
  // Both are in the order of the text.
  return statements.map(({ start, end, passes, names: all }) => {
    while (at < tokens.length && tokens[at]!.start < start) at++
    const own: string[] = []
    for (; at < tokens.length && tokens[at]!.end <= end; at++) own.push(tokens[at]!.text)
    const names = isFirst ? all.slice(0, 1) : all
    const code = own.filter(word => word !== ';').join(' ')
    return {
      code: code.replace(/^(?:export |pub (?:\( \w+ \) )?)/, ''),
      names,
      passes,
      isPublic: isPublic(path, code, names),
    }
  })
}

function isPublic(path: string, code: string, names: readonly string[]): boolean {
  const isPublicName = treeLanguageOf(path)?.isPublicName
  return isPublicName ? names.some(isPublicName) : /^(?:export|pub|module|exports)\b/.test(code)
}
