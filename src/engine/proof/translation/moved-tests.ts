import { type CodeToken, codeTokens } from './languages/code-tokens.ts'
import type { SourceFile } from './moves.ts'

/** Moved test files with the same text, except for the paths to other files. */
export async function movedTestFiles(
  gone: readonly SourceFile[],
  came: readonly SourceFile[],
): Promise<ReadonlySet<string>> {
  const codes = new Set<string>()
  for (const file of came) codes.add(await codeOf(file))
  const moved = new Set<string>()
  for (const file of gone) if (codes.has(await codeOf(file))) moved.add(file.path)
  return moved
}

const codeOf = async ({ path, text }: SourceFile): Promise<string> =>
  (await codeTokens(text, path)).map(withoutWay).join('\n')

/** A relative path without its folders. */
const withoutWay = ({ kind, text }: CodeToken): string =>
  kind === 'string' ? text.slice(1, -1).replace(/^\.{1,2}\/(?:.*\/)?/, './') : text
