/** How files are named where others ask for them: relative paths of scripts, dotted modules of Python, import paths of Go, paths of Rust. */
import { endingOf, folderOf, ledTo, wayTo } from './tree-paths.ts'

const SCRIPT_ENDINGS = ['.js', '.ts', '.mjs', '.mts', '.cjs', '.cts', '.jsx', '.tsx', '.json'] as const

/** Where the files of one side lie. */
export interface Files {
  has(path: string): boolean
}

/** The file that a relative path of a script means, with or without its ending, or as the entry of a folder; null for none. */
export function scriptFile(said: string, from: string, files: Files): string | null {
  const path = ledTo(folderOf(from), said)
  if (path === null) return null
  const bare = path.replace(/\.[cm]?jsx?$/, '')
  return (
    [
      path,
      ...SCRIPT_ENDINGS.map(ending => `${path}${ending}`),
      // A compiled ending may mean the source that it is made from.
      ...(bare === path ? [] : ['.ts', '.tsx', '.mts', '.cts'].map(ending => `${bare}${ending}`)),
      ...SCRIPT_ENDINGS.map(ending => `${path}/index${ending}`),
    ].find(candidate => files.has(candidate)) ?? null
  )
}

/** A relative path to another file, in the manner of one that was said for what lay elsewhere. */
export function saidLike(
  said: string,
  was: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const dotted = wayTo(folderOf(from), to)
  const ending = endingOf(to)
  const saidEnding = endingOf(said)
  if (saidEnding !== '' && was.endsWith(saidEnding)) return dotted
  // `./a.js` that meant `a.ts`.
  if (/^\.[cm]?jsx?$/.test(saidEnding)) return `${dotted.slice(0, -ending.length)}${saidEnding}`
  const bare = dotted.slice(0, dotted.length - ending.length)
  const isEntry = /(^|\/)index$/.test(bare)
  return isEntry && !/(^|\/)index$/.test(said) ? bare.replace(/\/?index$/, '') || '.' : bare
}

/** The module parts of a Python file: `toy/words.py` and `toy/words/__init__.py` are both `toy.words`. */
const pythonParts = (path: string): readonly string[] =>
  path
    .replace(/\.pyi?$/, '')
    .replace(/(^|\/)__init__$/, '')
    .split('/')
    .filter(Boolean)

/** Folders that Python programs lie in without being packages themselves. */
export const PYTHON_ROOTS: readonly string[] = ['src', 'lib', 'python']

/** How a module of Python is called from outside: without the folder that only holds packages. */
export function pythonModule(path: string): string {
  const parts = pythonParts(path)
  return (PYTHON_ROOTS.includes(parts[0] ?? '') && parts.length > 1 ? parts.slice(1) : parts).join('.')
}

/** The module that `from ..a.b import` means in a file, as it is called from outside. */
export function relativePython(dots: number, module: string, from: string): string {
  const folder = from.split('/').slice(0, -1)
  const above = folder.slice(0, folder.length - (dots - 1))
  return pythonModule(`${[...above, ...module.split('.').filter(Boolean)].join('/')}.py`)
}

/** The path of a Rust file below its crate: `src/text/words.rs` and `src/text/words/mod.rs` are both `text::words`; null for a root. */
export function rustModule(path: string): readonly string[] | null {
  const [, below] = /(?:^|\/)src\/(.+)\.rs$/.exec(path) ?? []
  if (below === undefined || /^(?:lib|main|bin\/.+)$/.test(below)) return null
  return below.replace(/\/mod$/, '').split('/')
}
