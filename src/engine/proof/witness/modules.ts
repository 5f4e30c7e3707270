/** The modules of a JavaScript program: the file behind an import, and the files that a module loads. */
import { folderPrefix, pathFrom } from '../../../core/text/paths.ts'
import type { Case } from '../case.ts'
import { childrenOf, type Node, parseScript } from '../syntax/javascript/parse.ts'
import { isDeclarations, isScript, languageOf } from '../syntax/language.ts'

const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx']
const INDEXES = ENDINGS.slice(1).map(ending => `/index${ending}`)

/** Finds the file of the program for the target of an import; null if there is none, or it is left out. */
export function moduleFinder(
  list: readonly string[],
  isLeftOut: (path: string) => boolean = () => false,
): (target: string) => string | null {
  const files = new Set(list)
  return target => {
    const asTypeScript = target.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')
    const found = [...ENDINGS, ...INDEXES]
      .flatMap(ending => [`${target}${ending}`, `${asTypeScript}${ending}`])
      .map(path => path.replace(/^\//, ''))
      .find(path => files.has(path) && isScript(path) && !isDeclarations(path))
    return found && !isLeftOut(found) ? found : null
  }
}

const MODULES_MAX = 300

/** Whether a module is one of these files, or loads one, directly or by others. A file that cannot be read may load any. */
export async function reachedFrom(on: Case, module: string, wanted: ReadonlySet<string>): Promise<boolean> {
  const find = moduleFinder(await on.ports.vault.list(on.layouts.asSubmitted))
  const seen = new Set([module])
  for (const path of seen) {
    if (wanted.has(path) || seen.size > MODULES_MAX) return true
    const text = await on.ports.vault.readText(on.layouts.asSubmitted, path)
    const script = text === null ? null : await parseScript(text, path)
    if (!script) return true
    for (const source of sourcesIn(script.program)) {
      const found = source.startsWith('.') ? find(pathFrom(folderPrefix(path), source)) : null
      if (found) seen.add(found)
      // Data that a program loads by another way is found by its name below.
      else if ([...wanted].some(changed => changed.endsWith(source.replace(/^(\.{1,2}\/)+/, '')))) return true
    }
  }
  return false
}

/** The scripts that these load, directly or by others, without themselves. */
export async function loadedScripts(on: Case, from: readonly string[]): Promise<ReadonlySet<string>> {
  const find = moduleFinder(await on.ports.vault.list(on.layouts.asSubmitted))
  const seen = new Set(from)
  for (const path of seen) {
    if (seen.size > MODULES_MAX) break
    const text = await on.ports.vault.readText(on.layouts.asSubmitted, path)
    const script = text === null || languageOf(path) !== 'javascript' ? null : await parseScript(text, path)
    for (const source of script ? sourcesIn(script.program) : []) {
      const found = source.startsWith('.') ? find(pathFrom(folderPrefix(path), source)) : null
      if (found) seen.add(found)
    }
  }
  return new Set([...seen].filter(path => !from.includes(path)))
}

/** Every string of a module that may name a file or module. */
function sourcesIn(program: Node): readonly string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'StringLiteral' && typeof node.value === 'string' && node.value.length > 1) found.push(node.value)
    childrenOf(node).forEach(visit)
  }
  visit(program)
  return found
}
