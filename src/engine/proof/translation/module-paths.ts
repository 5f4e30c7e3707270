/** Names of files in imports: relative paths of scripts, dotted modules of Python, import paths of Go, paths of Rust. */
import { baseName, endingOf, pathFrom } from '../../../core/text/paths.ts'
import { folderOf, wayTo } from './tree-paths.ts'

const SCRIPT_ENDINGS = ['.js', '.ts', '.mjs', '.mts', '.cjs', '.cts', '.jsx', '.tsx', '.json'] as const

/** The files of one side of a change. */
export interface Files {
  has(path: string): boolean
}

/** The file of a relative path in a script, with or without its extension, or as the entry of a folder; null for none. */
export function scriptFile(said: string, from: string, files: Files): string | null {
  const path = pathFrom(folderOf(from), said)
  const bare = path.replace(/\.[cm]?jsx?$/, '')
  return (
    [
      path,
      ...SCRIPT_ENDINGS.map(ending => `${path}${ending}`),
      // The extension of a compiled file may mean its source.
      ...(bare === path ? [] : ['.ts', '.tsx', '.mts', '.cts'].map(ending => `${bare}${ending}`)),
      ...SCRIPT_ENDINGS.map(ending => `${path}/index${ending}`),
    ].find(candidate => files.has(candidate)) ?? null
  )
}

/** A relative path to another file, in the style of the old path. */
export function saidLike(
  said: string,
  was: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const dotted = wayTo(folderOf(from), to)
  const ending = endingOf(to)
  const saidEnding = endingOf(said)
  if (saidEnding !== '' && was.endsWith(saidEnding)) return dotted
  // `./a.js` for `a.ts`.
  if (/^\.[cm]?jsx?$/.test(saidEnding)) return `${dotted.slice(0, -ending.length)}${saidEnding}`
  const bare = dotted.slice(0, dotted.length - ending.length)
  const isEntry = baseName(bare) === 'index'
  return isEntry && baseName(said) !== 'index' ? bare.replace(/\/?index$/, '') || '.' : bare
}

/** The module parts of a Python file: `toy/words.py` and `toy/words/__init__.py` are both `toy.words`. */
const pythonParts = (path: string): readonly string[] =>
  path
    .replace(/\.pyi?$/, '')
    .replace(/(^|\/)__init__$/, '')
    .split('/')
    .filter(Boolean)

/** Source folders of Python that are not packages themselves. */
export const PYTHON_ROOTS: readonly string[] = ['src', 'lib', 'python']

/** The public name of a Python module, without the source folder. */
export function pythonModule(path: string): string {
  const parts = pythonParts(path)
  return (PYTHON_ROOTS.includes(parts[0] ?? '') && parts.length > 1 ? parts.slice(1) : parts).join('.')
}

/** The public name of the module in `from a.b import` or `from ..a.b import` of a file. */
export function moduleNamed(said: string, from: string): string {
  if (!said.startsWith('.')) return said
  const parts = said.split('.')
  const dots = parts.findIndex(part => part !== '')
  const above = dots < 0 ? parts.length - 1 : dots
  const folder = from.split('/').slice(0, -1)
  return pythonModule(`${[...folder.slice(0, folder.length - (above - 1)), ...parts.filter(Boolean)].join('/')}.py`)
}

/** The path of a Rust file below its crate: `src/text/words.rs` and `src/text/words/mod.rs` are both `text::words`; null for a root. */
export function rustModule(path: string): readonly string[] | null {
  const [, below] = /(?:^|\/)src\/(.+)\.rs$/.exec(path) ?? []
  if (below === undefined || /^(?:lib|main|bin\/.+)$/.test(below)) return null
  return below.replace(/\/mod$/, '').split('/')
}
