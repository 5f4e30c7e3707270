/** The modules of a JavaScript program: the file behind an import, and the files that a module loads. */

import type { Case } from '../case.ts'
import { childrenOf, type Node, parseScript } from '../syntax/javascript/parse.ts'
import { isDeclarations, isScript } from '../syntax/language.ts'
import { scriptFile } from '../translation/module-paths.ts'

/** The file of the program behind a relative path in a script; null if there is none, or it is left out. */
export type FindModule = (said: string, from: string) => string | null

export function moduleFinder(list: readonly string[], isLeftOut: (path: string) => boolean = () => false): FindModule {
  const files = new Set(list.filter(path => isScript(path) && !isDeclarations(path)))
  return (said, from) => {
    const found = said.startsWith('.') ? scriptFile(said, from, files) : null
    return found !== null && !isLeftOut(found) ? found : null
  }
}

const MODULES_MAX = 300

/** A module, and its strings with the files that they name; null if it cannot be read. */
interface LoadedModule {
  readonly path: string
  readonly sources: readonly { readonly said: string; readonly file: string | null }[] | null
}

/** These modules and all that they load, directly or by others; more than `MODULES_MAX` end with one that cannot be read. */
async function* loadedFrom({ ports, layouts }: Case, from: readonly string[]): AsyncGenerator<LoadedModule> {
  const { vault } = ports
  const find = moduleFinder(await vault.list(layouts.asSubmitted))
  const seen = new Set(from)
  for (const path of seen) {
    if (seen.size > MODULES_MAX) return yield { path, sources: null }
    const text = isScript(path) ? await vault.readText(layouts.asSubmitted, path) : null
    const script = text === null ? null : await parseScript(text, path)
    const sources = script && stringsIn(script.program).map(said => ({ said, file: find(said, path) }))
    for (const { file } of sources ?? []) if (file !== null) seen.add(file)
    yield { path, sources }
  }
}

/** Whether a module is one of these files, or loads one, directly or by others. A file that cannot be read may load any. */
export async function reachedFrom(on: Case, module: string, wanted: ReadonlySet<string>): Promise<boolean> {
  // Data that a program loads by another way is found by its name.
  const isNamed = (said: string) => [...wanted].some(path => path.endsWith(said.replace(/^(\.{1,2}\/)+/, '')))
  for await (const { path, sources } of loadedFrom(on, [module])) {
    if (wanted.has(path) || sources === null) return true
    if (sources.some(({ said, file }) => file === null && isNamed(said))) return true
  }
  return false
}

/** The scripts that these load, directly or by others, without themselves. */
export async function loadedScripts(on: Case, from: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for await (const { sources } of loadedFrom(on, from))
    for (const { file } of sources ?? []) if (file !== null && !from.includes(file)) found.add(file)
  return found
}

/** Every string of a module that may name a file or module. */
function stringsIn(program: Node): readonly string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'StringLiteral' && typeof node.value === 'string' && node.value.length > 1) found.push(node.value)
    childrenOf(node).forEach(visit)
  }
  visit(program)
  return found
}
