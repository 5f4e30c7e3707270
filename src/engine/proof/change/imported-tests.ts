import { baseName, endings, hasEnding, withoutEnding } from '../../../core/text/paths.ts'
import { isScript, isShell, languageOf } from '../syntax/language.ts'
import type { Trees } from '../translation/read-change.ts'
import { searchedTexts } from './changed-files.ts'
/**
 * Files with names of test files that the program loads: a library's own `testing` entry, a specification that is served,
 * fixtures that are its data. They belong to the program, and are read, emptied and compared like it.
 */

import type { Tree } from '../../../core/plan/ids.ts'
import type { FileChange } from '../../../core/proof/draft.ts'
import type { Vault } from '../../../ports.ts'
import { isNamedForTests, kindOf } from '../reading/file-kind.ts'
import { importedPaths, importNames } from '../syntax/imports.ts'

/** The changed files that the program loads: the base's program for existing files, else the candidate's. */
export async function takenByProgram(
  vault: Pick<Vault, 'list' | 'look'>,
  { base, candidate }: Trees,
  changes: readonly FileChange[],
  knownTests: ReadonlySet<string> = new Set(),
): Promise<ReadonlySet<string>> {
  const doubtful = changes.filter(({ path }) => isNamedForTests(path))
  const old = doubtful.filter(({ status }) => status !== 'added').map(({ path }) => path)
  const fresh = doubtful.filter(({ status }) => status === 'added').map(({ path }) => path)
  const isProgram = (path: string) => kindOf(path) === 'source' && !knownTests.has(path)
  return new Set([
    ...(await takenIn(vault, base, old, isProgram)),
    ...(await takenIn(vault, candidate, fresh, isProgram)),
  ])
}

async function takenIn(
  vault: Pick<Vault, 'list' | 'look'>,
  tree: Tree,
  paths: readonly string[],
  isProgram: (path: string) => boolean,
): Promise<readonly string[]> {
  if (paths.length === 0) return []
  const taken = new Set<string>()
  for (const [source, text] of await searchedTexts({ ports: { vault } }, tree, isProgram))
    for (const path of paths)
      if (!taken.has(path) && source !== path && (await takes(source, text, path))) taken.add(path)
  return [...taken]
}

const IMPORTING = endings('py vue svelte')

async function takes(source: string, text: string, path: string): Promise<boolean> {
  const name = baseName(path)
  const isImported = isScript(path) || languageOf(path) === 'python'
  // Data, and modules of other languages, are found by name. A shell script that names a test runs or formats it.
  if (!isImported || !(isScript(source) || hasEnding(source, IMPORTING)))
    return text.includes(name) && !(isImported && isShell(source))
  const wanted = importNames(path)
  if (wanted.length === 1 && !text.includes(baseName(wanted[0]!))) return false
  return (await importedPaths(text, source)).some(found => wanted.includes(withoutEnding(found)))
}
