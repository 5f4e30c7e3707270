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
  // In a type or a group of a compiled language the first name is the declared one.
  const isFirst = !['javascript', 'python'].includes(languageOf(path))
  let first = 0
  // Tokens and statements are in the order of the text.
  return (
    statements?.map(({ start, end, passes, names: all }) => {
      const names = isFirst ? all.slice(0, 1) : all
      while (first < tokens.length && tokens[first]!.start < start) first++
      const own: string[] = []
      for (; first < tokens.length && tokens[first]!.end <= end; first++) own.push(tokens[first]!.text)
      const code = own.filter(word => word !== ';').join(' ')
      return {
        code: code.replace(/^(?:export |pub (?:\( \w+ \) )?)/, ''),
        names,
        passes,
        isPublic: isPublic(path, code, names),
      }
    }) ?? null
  )
}

function isPublic(path: string, code: string, names: readonly string[]): boolean {
  const isPublicName = treeLanguageOf(path)?.isPublicName
  return isPublicName ? names.some(isPublicName) : /^(?:export|pub|module|exports)\b/.test(code)
}
