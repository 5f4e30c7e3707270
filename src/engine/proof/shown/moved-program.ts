/** A change that only moves files, or renames or removes names: the rest behaves as before. */
import type { GateResult, Translated } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { speaksOf, translatedWords } from '../change/asked-renames.ts'
import { toGo } from '../change/asked-to-go.ts'
import { changedProgram } from '../change/changed-files.ts'
import { isTest } from '../change/test-files.ts'
import { readingGate } from '../gate-result.ts'
import { kindOf } from '../reading/file-kind.ts'
import { isInert } from '../syntax/inert.ts'
import { isProse, languageOf } from '../syntax/language.ts'
import { type Dictionary, placeNow } from '../translation/dictionary.ts'
import { codeTokens } from '../translation/languages/code-tokens.ts'
import type { SourceFile } from '../translation/moves.ts'
import { droppedNames } from '../translation/old-tests.ts'
import { dictionaryOf, sourceFiles } from '../translation/read-change.ts'
import { hasSameItems } from '../translation/same-items.ts'
import { translate } from '../translation/translate.ts'
import { movesAnything, type ProgramChange } from '../translation/translation.ts'

/** The moves, renames and removals of an otherwise unchanged program, if the task mentions one of them; else null. */
export async function isSameProgramMoved(on: Case): Promise<Translated | null> {
  const { task } = on.contract
  const changes = changedProgram(on).filter(({ path }) => !isProse(path))
  const trees = { base: on.layouts.base, candidate: on.layouts.asSubmitted }
  const asked = toGo(on.contract)
  const { dictionary: found, program } = await dictionaryOf(on.ports.vault, trees, changes, asked.names)
  const { translation } = found
  const dictionary = { ...found, dropped: droppedNames(translation, asked) }
  const removed = [...new Set(dictionary.dropped.map(({ name }) => name))].filter(name => name !== 'default')
  const isRead = program.before.length + program.after.length === sidesOf(changes)
  if (!isRead || !(movesAnything(translation) || removed.length > 0)) return null
  const by = {
    moves: [...translation.moves, ...translation.nameMoves],
    renames: translation.renames.map(({ from, to }) => ({ from, to })),
    ...(removed.length > 0 ? { removed } : {}),
  }
  if (removed.length === 0 && !speaksOf(task, by)) return null
  const files = new Set(await on.ports.vault.list(trees.candidate))
  const places = new Map(program.before.map(({ path }) => [path, placeNow(dictionary, path)]))
  const isSame =
    (await isSameFileByFile(program, dictionary)) || (await hasSameItems(program, dictionary, { places, files }))
  return isSame && !(await isMissed(on, removed)) ? by : null
}

export const movedGate = (moved: Translated): GateResult =>
  readingGate('inert', null, { words: `the same program, ${translatedWords(moved)}` })

/** Number of texts on both sides of these changes. */
const sidesOf = (changes: Case['draft']['changes']): number =>
  changes.reduce((count, { status }) => count + (status === 'modified' ? 2 : 1), 0)

async function isSameFileByFile({ before, after }: ProgramChange, dictionary: Dictionary): Promise<boolean> {
  const now = new Map(after.map(file => [file.path, file]))
  const places = new Set<string>()
  for (const file of before) {
    const other = now.get(placeNow(dictionary, file.path))
    if (!other || !(await isSameAs(file, other, dictionary))) return false
    places.add(other.path)
  }
  for (const file of after) if (!places.has(file.path) && !(await holdsNothing(file))) return false
  return true
}

async function isSameAs(before: SourceFile, after: SourceFile, dictionary: Dictionary): Promise<boolean> {
  const text = await translate(before, dictionary, after.path)
  if (text === after.text || (await isInert(text, after.text, after.path))) return true
  if (languageOf(after.path) !== 'rust') return false
  return (await rustWords(text, after.path)) === (await rustWords(after.text, after.path))
}

/** Whether it is a Python or Rust file that only lists the modules of its folder. */
async function holdsNothing({ path, text }: SourceFile): Promise<boolean> {
  return path.endsWith('.rs') ? (await rustWords(text, path)) === '' : (await codeTokens(text, path)).length === 0
}

/** The code of a Rust file without its module declarations, which follow from the paths of files. */
const rustWords = async (text: string, path: string): Promise<string> =>
  (await codeTokens(text, path))
    .map(token => token.text)
    .join(' ')
    .replace(/(?:\bpub (?:\( [\w ]+ \) )?)?\bmod \w+ ;/g, '')
    .trim()

/** Maximum number of sources to search. */
const SOURCES_MAX = 2000
const BYTES_MAX = 200_000

/** Whether an unchanged file of the program still uses one of these names. */
async function isMissed(on: Case, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return false
  const { vault } = on.ports
  const changed = new Set(on.draft.changes.map(({ path }) => path))
  const sources = (await vault.list(on.layouts.asSubmitted)).filter(
    path => kindOf(path) === 'source' && !changed.has(path) && !isTest(on, path),
  )
  if (sources.length > SOURCES_MAX) return true
  for (const { path, text } of await sourceFiles(vault, on.layouts.asSubmitted, sources, BYTES_MAX)) {
    if (!names.some(name => text.includes(name))) continue
    const words = new Set((await codeTokens(text, path)).map(token => token.text))
    if (names.some(name => words.has(name))) return true
  }
  return false
}
