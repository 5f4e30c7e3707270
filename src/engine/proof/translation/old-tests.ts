import type { FileChange } from '../../../core/proof/draft.ts'
import type { Translated } from '../../../core/proof/receipt.ts'
import { baseName, pathFrom } from '../../../core/text/paths.ts'
import { asWord } from '../../../core/text/pattern.ts'
import type { Vault } from '../../../ports.ts'
import type { Dictionary } from './dictionary.ts'
import { dictionaryOf, type Trees } from './read-change.ts'
import { type RemovedTest, withoutDropped } from './removed-tests.ts'
import { translate } from './translate.ts'
import { movesAnything, type RemovedName, type Translation } from './translation.ts'
import { folderOf } from './tree-paths.ts'

/** Names and files that a task asks to remove. */
export interface ToGo {
  readonly names: ReadonlySet<string>
  readonly isFile: (path: string) => boolean
}

/** The base's tests with the new paths and names of the program, and without tests of removed code. */
export interface TranslatedTests {
  /** The changed texts, by their path on the base. */
  readonly texts: ReadonlyMap<string, string>
  /** The moves and renames that the tests needed. */
  readonly by: Translated
  /** Tests that must be beside the program under test, and their new paths. */
  readonly places: ReadonlyMap<string, string>
  /** Tests that are only about names which the task removes, for each file with separable tests. */
  readonly removed: ReadonlyMap<string, readonly RemovedTest[]>
}

/** Translates the tests of the base that a change touched; null if the change moved, renamed and removed nothing. */
export async function translatedTests(
  vault: Pick<Vault, 'list' | 'look' | 'readText'>,
  trees: Trees,
  { tests, program }: { readonly tests: readonly string[]; readonly program: readonly FileChange[] },
  toGo: ToGo,
): Promise<TranslatedTests | null> {
  if (tests.length === 0 || program.length === 0) return null
  const read = await dictionaryOf(vault, trees, program, toGo.names)
  const dictionary = { ...read.dictionary, dropped: droppedNames(read.dictionary.translation, toGo) }
  const drops = dictionary.dropped.length > 0
  if (!movesAnything(dictionary.translation) && !drops) return null
  const [texts, places] = [new Map<string, string>(), new Map<string, string>()]
  const removed = new Map<string, readonly RemovedTest[]>()
  const used: string[] = []
  const readBase = (path: string) => vault.readText(trees.base, path)
  for (const path of tests) {
    const text = await readBase(path)
    if (text === null) continue
    const without = drops ? await withoutDropped({ path, text }, dictionary, readBase) : null
    if (without) removed.set(path, without.removed)
    const now = await translate({ path, text: without?.text ?? text }, dictionary)
    const place = placeOfTest(path, dictionary)
    if (place !== path) places.set(path, place)
    if (now === text && place === path) continue
    used.push(text)
    texts.set(path, now)
  }
  return { texts, by: neededBy(used, dictionary), places, removed }
}

/** Removed names that the task asks to remove; a removed file that loses all its names loses its default export, too. */
export function droppedNames({ removed, goneFiles }: Translation, toGo: ToGo): readonly RemovedName[] {
  const isAsked = ({ name, file }: RemovedName) => toGo.names.has(name) || toGo.isFile(file)
  const asked = removed.filter(isAsked)
  const emptied = goneFiles.filter(file => {
    const own = removed.filter(one => one.file === file && one.name !== 'default')
    return own.length > 0 && own.every(isAsked)
  })
  return [...asked, ...emptied.map(file => ({ name: 'default', file }))]
}

/** A Go test moves with the folder of its package; other tests stay. */
function placeOfTest(path: string, { goPackages }: Dictionary): string {
  const moved = path.endsWith('_test.go') ? goPackages.find(({ from }) => from === folderOf(path)) : undefined
  return moved ? pathFrom(moved.to, baseName(path)) : path
}

/** The changes to report: the moves of files, and the names that the tests use. */
function neededBy(texts: readonly string[], { translation, dropped }: Dictionary): Translated {
  const isSaid = (name: string) => texts.some(text => asWord(name).test(text))
  const names = new Map(translation.renames.filter(({ from }) => isSaid(from)).map(({ from, to }) => [from, to]))
  const removed = new Set(dropped.map(({ name }) => name).filter(name => name !== 'default' && isSaid(name)))
  return {
    moves: [
      ...translation.moves.map(({ from, to }) => ({ from, to })),
      ...translation.nameMoves.filter(({ name }) => isSaid(name)).map(({ name, from, to }) => ({ name, from, to })),
    ],
    renames: [...names].map(([from, to]) => ({ from, to })),
    ...(removed.size > 0 ? { removed: [...removed] } : {}),
  }
}
