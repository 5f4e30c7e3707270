import { globMatcher } from '../../../core/text/glob.ts'
import type { Case } from '../case.ts'
import { changedFiles, changedProgram } from '../change/changed-files.ts'
import { codeLinesOf } from '../reading/code-lines.ts'
import { kindOf } from '../reading/file-kind.ts'
import { isInert } from '../syntax/inert.ts'
import { isProse, isScript, languageOf } from '../syntax/language.ts'
import { isSameUnannotated, pythonProgram } from '../syntax/python/annotations.ts'

/** Whether the change touches more than tests, prose, comments and documentation strings. */
export async function changesMoreThanWords(on: Case): Promise<boolean> {
  const others = changedProgram(on).filter(({ path }) => !isProse(path))
  if (others.some(({ path }) => kindOf(path) !== 'source')) return true
  // If only tests changed, they are the requested work.
  return others.length === 0 ? changedFiles(on).every(({ isTest }) => isTest) : (await changedPrograms(on)).length > 0
}

/** Sources with changed behaviour, which a documentation task must not touch. */
export async function changedPrograms(on: Case): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { path, texts } of changedProgram(on)) {
    const isSource = kindOf(path) === 'source' || on.programFiles.has(path)
    if (!isSource || isAboutProgram(path)) continue
    const { before, after } = await texts()
    const isSame =
      before !== null &&
      after !== null &&
      ((await wordsAside(before, path)) === (await wordsAside(after, path)) || (await isInert(before, after, path)))
    if (!isSame) changed.push(path)
  }
  return changed
}

/** Whether two texts are the same program without comments, documentation, types and layout. */
export async function isSameProgram(before: string, after: string, path: string): Promise<boolean> {
  if (await isInert(before, after, path)) return true
  if (languageOf(path) === 'python') return isSameUnannotated(before, after)
  return !isReadWhole(path) && (await wordsAside(before, path)) === (await wordsAside(after, path))
}

/** Tools obey comments in these languages, so their syntax is parsed; others are read line by line. */
const isReadWhole = (path: string): boolean => isScript(path) || languageOf(path) === 'go'

/** The code of a text without comments and documentation strings; unreadable text is all code. */
async function wordsAside(text: string, path: string): Promise<string> {
  if (path.endsWith('.py')) return (await pythonProgram(text, { types: true })) ?? text
  return codeLinesOf(text, path)
    .map(({ spoken }) => spoken.trim())
    .filter(Boolean)
    .join('\n')
}

/** Examples and documentation, and code that generates them. */
const isAboutProgram = globMatcher([
  '**/{doc,docs,documentation,example,examples,website,site,demo,demos,tutorial,tutorials}/**/*',
  '**/{conf,mkdocs}.+([A-Za-z0-9_])',
])
