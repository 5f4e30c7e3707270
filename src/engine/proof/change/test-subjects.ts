/** The programs under test: the imports of tests, their imports in turn, and programs that tests start by path. */
import type { Tree } from '../../../core/plan/ids.ts'
import { folderPrefix, withoutEnding } from '../../../core/text/paths.ts'
import type { Case } from '../case.ts'
import { kindOf } from '../reading/file-kind.ts'
import { importedPaths, importNames } from '../syntax/imports.ts'
import { isCompiled } from '../syntax/language.ts'
import { isTest } from './test-files.ts'

const FILES_MAX = 60

/** Programs of the tree that these tests reach, the nearest first. */
export const subjectsOf = (on: Case, tree: Tree, tests: readonly string[]): Promise<readonly string[]> =>
  reached(on, tree, { tests, started: true })

/** The same without programs that tests only start: loading them is what tests do. */
export const importedBy = (on: Case, tree: Tree, tests: readonly string[]): Promise<readonly string[]> =>
  reached(on, tree, { tests, started: false })

async function reached(
  on: Case,
  tree: Tree,
  { tests, started }: { readonly tests: readonly string[]; readonly started: boolean },
): Promise<readonly string[]> {
  const programs = (await on.ports.vault.list(tree)).filter(path => kindOf(path) === 'source' && !isTest(on, path))
  const stems = new Map<string, string>()
  for (const path of programs)
    for (const [at, name] of importNames(path).entries()) if (at === 0 || !stems.has(name)) stems.set(name, path)
  const found = new Set<string>()
  const open = [...tests]
  const seen = new Set<string>()
  for (let path = open.shift(); path !== undefined && seen.size < FILES_MAX; path = open.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const text = (await on.ports.vault.readText(tree, path)) ?? ''
    const named = await importedPaths(text, path)
    const near = [
      ...named.map(stem => stems.get(withoutEnding(stem)) ?? stems.get(stem)),
      ...(started && tests.includes(path) ? programs.filter(program => text.includes(program)) : []),
      ...(isCompiled(path) ? beside(path, programs) : []),
    ]
    for (const program of near)
      if (program !== undefined && !found.has(program)) {
        found.add(program)
        open.push(program)
      }
  }
  return [...found]
}

/** A Go package is its folder; a Rust crate or a C build includes everything. */
const beside = (path: string, programs: readonly string[]): readonly string[] => {
  const folder = folderPrefix(path)
  if (!path.endsWith('.go')) return programs.filter(isCompiled)
  return programs.filter(program => program.endsWith('.go') && folderPrefix(program) === folder)
}
