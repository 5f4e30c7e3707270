import { baseName, folderPrefix, pathFrom, withoutEnding } from '../../../core/text/paths.ts'
import { languageOf } from './language.ts'
import { lexed } from './lexer.ts'
import { pythonImports } from './python/imports.ts'

/** Files of the tree that a text of JavaScript or Python may load; their extensions may differ. */
export async function importedPaths(text: string, path: string): Promise<readonly string[]> {
  if (languageOf(path) !== 'python') return relativePaths(text).map(said => pathFrom(folderPrefix(path), said))
  const imports = await pythonImports(text)
  return imports.flatMap(({ from, name }) => {
    const module = modulePath(from ?? name, path)
    return [module, ...(from === null ? [] : [`${module}/${name}`])].map(found => `${found}.py`)
  })
}

/** `..a.b` in `c/d/e.py` is `c/a/b`; without dots, modules are found from the root. */
function modulePath(said: string, path: string): string {
  const parts = said.split('.')
  const dots = parts.findIndex(part => part !== '')
  const above = dots < 0 ? parts.length - 1 : dots
  const folder = above === 0 ? '' : `${folderPrefix(path)}${'../'.repeat(above - 1)}`
  return pathFrom(folder, parts.slice(dots < 0 ? parts.length : dots).join('/'))
}

const TAKES = new Set(['from', 'import', 'require'])

/** Relative paths in lines that import or require something. */
function relativePaths(text: string): readonly string[] {
  const found: string[] = []
  let [said, takes, last]: [string[], boolean, number] = [[], false, 0]
  for (const { kind, start, end } of [...lexed(text, 'c-like'), END]) {
    if (start === Infinity || text.slice(last, start).includes('\n')) {
      if (takes) found.push(...said)
      ;[said, takes] = [[], false]
    }
    last = end
    const word = text.slice(start, end)
    if (kind === 'string' && /^["'`]\.{1,2}\//.test(word)) said.push(word.slice(1, -1))
    if (kind === 'word') takes ||= TAKES.has(word)
  }
  return found
}

const END = { kind: 'mark', start: Infinity, end: Infinity } as const

/** The files that stand for their folder in imports. */
const ENTRIES = new Set(['index', '__init__'])

/** The paths without an extension by which imports name a file: its own, and that of the folder that it stands for. */
export function importNames(path: string): readonly string[] {
  const own = withoutEnding(path)
  return ENTRIES.has(baseName(own)) && own.includes('/') ? [own, own.slice(0, own.lastIndexOf('/'))] : [own]
}
