import { type CodeToken, codeTokens } from './languages/code-tokens.ts'
import { fileMoves, type SourceFile } from './moves.ts'
import { testUnits } from './test-units.ts'

/** Moved test files: with the same text except for the paths to other files, or edited and still with every test by its name. */
export async function movedTestFiles(
  gone: readonly SourceFile[],
  came: readonly SourceFile[],
): Promise<ReadonlySet<string>> {
  const codes = new Set<string>()
  for (const file of came) codes.add(await codeOf(file))
  const moved = new Set<string>()
  for (const file of gone) if (codes.has(await codeOf(file))) moved.add(file.path)
  for (const { from, to } of await fileMoves(gone, came)) {
    const [before, after] = [await titlesOf(gone, from), await titlesOf(came, to)]
    if (before.size > 0 && [...before].every(title => after.has(title))) moved.add(from)
  }
  return moved
}

async function titlesOf(files: readonly SourceFile[], path: string): Promise<ReadonlySet<string>> {
  const { text } = files.find(file => file.path === path)!
  return new Set((await testUnits(text, path))?.map(({ title }) => title))
}

const codeOf = async ({ path, text }: SourceFile): Promise<string> =>
  (await codeTokens(text, path)).map(withoutWay).join('\n')

/** A relative path without its folders. */
const withoutWay = ({ kind, text }: CodeToken): string =>
  kind === 'string' ? text.slice(1, -1).replace(/^\.{1,2}\/(?:.*\/)?/, './') : text
