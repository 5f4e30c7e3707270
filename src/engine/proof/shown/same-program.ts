import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { splitCode } from '../reading/code-lines.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { isInert } from '../syntax/inert.ts'
import { isProse } from '../syntax/language.ts'
import { isSameUnannotated } from '../syntax/python/annotations.ts'
import { pythonTokens } from '../syntax/python/tokens.ts'

/** Whether anything but prose, comments and the strings that document code has changed, besides tests. */
export async function changesMoreThanWords(on: Case): Promise<boolean> {
  const others = on.draft.changes.filter(({ path }) => !isTest(on, path) && !isProse(path))
  if (others.some(({ path }) => kindOf(path) !== 'source')) return true
  // Where only tests changed, they are what was asked for.
  return others.length === 0
    ? on.draft.changes.every(({ path }) => isTest(on, path))
    : (await changedPrograms(on)).length > 0
}

/** Sources that a task about documents has no business with: they do something else than before. */
export async function changedPrograms(on: Case): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { path, status } of on.draft.changes) {
    const isSource = kindOf(path) === 'source' || on.programFiles.has(path)
    if (!isSource || isTest(on, path) || ABOUT_THE_PROGRAM.test(path)) continue
    const before = status === 'added' ? null : await on.ports.vault.readText(on.layouts.base, path)
    const after = status === 'deleted' ? null : await on.ports.vault.readText(on.layouts.asSubmitted, path)
    const isSame =
      before !== null &&
      after !== null &&
      (wordsAside(before, path) === wordsAside(after, path) || (await isInert(before, after, path)))
    if (!isSame) changed.push(path)
  }
  return changed
}

/** Whether two texts are the same program once comments, documentation, types and layout are stripped. */
export async function isSameProgram(before: string, after: string, path: string): Promise<boolean> {
  if (await isInert(before, after, path)) return true
  if (/\.pyi?$/.test(path)) return isSameUnannotated(before, after)
  return !isReadWhole(path) && wordsAside(before, path) === wordsAside(after, path)
}

/** Comments of these are obeyed by tools, which is read with their syntax; the rest is read line by line. */
const isReadWhole = (path: string): boolean => /\.([cm]?[jt]sx?|go)$/.test(path)

/** The code of a text without its comments and the strings that document it; what cannot be read is all code. */
function wordsAside(text: string, path: string): string {
  if (!path.endsWith('.py'))
    return splitCode(text, readLanguageOf(path))
      .map(({ spoken }) => spoken.trim())
      .filter(Boolean)
      .join('\n')
  const tokens = pythonTokens(text)?.tokens
  if (!tokens) return text
  const isStatement = (at: number) =>
    tokens[at]?.kind === 'string' && STARTS.has(tokens[at - 1]?.kind ?? 'newline') && tokens[at + 1]?.kind === 'newline'
  return tokens
    .filter((_, at) => !isStatement(at) && !(at > 0 && isStatement(at - 1)))
    .map(({ kind, text: said }) => `${kind} ${said}`)
    .join('\n')
}

/** What a statement of Python comes after. */
const STARTS: ReadonlySet<string> = new Set(['newline', 'indent', 'dedent'])

/** Code that is there to be read, or to make what is read. */
const ABOUT_THE_PROGRAM =
  /(^|\/)(docs?|documentation|examples?|website|site|demos?|tutorials?)\/|(^|\/)(conf|mkdocs)\.\w+$/
