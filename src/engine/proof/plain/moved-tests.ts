/** Names that say nothing of tests, at the same depth, so that what tests load by relative paths is still there. */
import { baseName, endingOf, folderPrefix } from '../../../core/text/paths.ts'

/** Files that a runner or an interpreter finds by their name alone. */
const KEPT: ReadonlySet<string> = new Set(['conftest.py', '__init__.py'])

type Move = readonly [string, string]

/** Old and new paths, one after the other: whole folders of tests where there are only tests, else single files; and the suites in them. */
export function movesOf(
  list: readonly string[],
  tests: ReadonlySet<string>,
  { suites, mark }: { readonly suites: readonly string[]; readonly mark: string },
): readonly Move[] {
  const mixed = new Set(list.filter(path => !tests.has(path)).flatMap(foldersOf))
  const moves = new Map<string, string>()
  for (const path of tests) {
    const folder = foldersOf(path).find(one => !mixed.has(one))
    if (folder !== undefined && moves.has(folder)) continue
    if (folder !== undefined) moves.set(folder, `${folderPrefix(folder)}${mark}${moves.size}`)
    else if (!KEPT.has(baseName(path))) {
      moves.set(path, plainName(path, `${mark}${moves.size}`))
    }
  }
  const inside = suites.filter(path => !moves.has(path)).map(path => movedBy([...moves], path))
  return [...moves, ...inside.map((path, at): Move => [path, plainName(path, `${mark}s${at}`)])]
}

const plainName = (path: string, name: string): string => `${folderPrefix(path)}${name}${endingOf(path)}`

const movedBy = (moves: readonly Move[], path: string): string =>
  moves.reduce((at, [from, to]) => (at === from || at.startsWith(`${from}/`) ? to + at.slice(from.length) : at), path)

/** The folders that a path is in, from the outermost. */
const foldersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
