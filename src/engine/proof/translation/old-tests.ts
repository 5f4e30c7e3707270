import { posix } from 'node:path'
import type { FileChange } from '../../../core/event.ts'
import type { Tree } from '../../../core/ids.ts'
import { asWord } from '../../../core/literal.ts'
import type { Translated } from '../../../core/receipt.ts'
import type { TreeEdit, Vault } from '../../../ports.ts'
import type { Dictionary } from './dictionary.ts'
import { dictionaryOf } from './read-change.ts'
import { translate } from './translate.ts'
import { movesAnything } from './translation.ts'

/** The base's tests under the places and names that the change gave the program. */
export interface TranslatedTests {
  readonly edits: readonly TreeEdit[]
  /** Which of the moves and renames the tests needed. */
  readonly by: Translated
  /** Tests that must lie beside the program they are about, and where they lie now. */
  readonly places: ReadonlyMap<string, string>
}

/** Translates the tests of the base that a change touched; null where no test says anything that moved. */
export async function translatedTests(
  vault: Pick<Vault, 'list' | 'look' | 'readText'>,
  trees: { readonly base: Tree; readonly candidate: Tree },
  { tests, program }: { readonly tests: readonly string[]; readonly program: readonly FileChange[] },
  kept: ReadonlySet<string>,
): Promise<TranslatedTests | null> {
  if (tests.length === 0 || program.length === 0) return null
  const { dictionary } = await dictionaryOf(vault, trees, program, kept)
  if (!movesAnything(dictionary.translation)) return null
  const edits: TreeEdit[] = []
  const places = new Map<string, string>()
  const used: string[] = []
  for (const path of tests) {
    const text = await vault.readText(trees.base, path)
    if (text === null) continue
    const now = await translate({ path, text }, dictionary)
    const place = placeOfTest(path, dictionary)
    if (now === text && place === path) continue
    used.push(text)
    if (place !== path) {
      places.set(path, place)
      edits.push({ path, remove: true })
    }
    edits.push({ path: place, text: now })
  }
  return edits.length === 0 ? null : { edits, by: neededBy(used, dictionary), places }
}

/** A test of a package of Go lies in its folder; elsewhere tests stay where they are. */
function placeOfTest(path: string, { goPackages }: Dictionary): string {
  const moved = path.endsWith('_test.go') ? goPackages.find(({ from }) => from === posix.dirname(path)) : undefined
  return moved ? posix.join(moved.to, posix.basename(path)) : path
}

/** What a person has to know of it: the moves of files, and the names that the tests say. */
function neededBy(texts: readonly string[], { translation }: Dictionary): Translated {
  const isSaid = (name: string) => texts.some(text => asWord(name).test(text))
  const names = new Map(translation.renames.filter(({ from }) => isSaid(from)).map(({ from, to }) => [from, to]))
  return {
    moves: [
      ...translation.moves.map(({ from, to }) => ({ from, to })),
      ...translation.nameMoves
        .filter(({ name }) => isSaid(name))
        .map(({ name, from, to }) => ({ name, from, to })),
    ],
    renames: [...names].map(([from, to]) => ({ from, to })),
  }
}
