import { isCollection, parseDocument } from 'yaml'
import { isSame } from './parts.ts'
import { parseToml } from './toml.ts'

/** Settings in JSON or YAML by their name; those that are programs, or have a language of their own, are none. */
const DATA = /\.(json|jsonc|ya?ml)$|(^|\/)\.\w+rc$/

/** Whether settings only look otherwise: other lines, other comments, and the same to whoever reads them. */
export function isSameData(path: string, before: string, after: string): boolean {
  if (path.endsWith('.toml')) {
    const [was, is] = [parseToml(before), parseToml(after)]
    return was !== null && is !== null && isSame(was, is)
  }
  // Readers of YAML differ about what `yes` and `010` are.
  return DATA.test(path) && (['1.1', '1.2'] as const).every(version => isSameYaml(before, after, version))
}

function isSameYaml(before: string, after: string, version: '1.1' | '1.2'): boolean {
  const [was, is] = [dataOf(before, version), dataOf(after, version)]
  return was !== null && was === is
}

/** What a text says; null for one that is not read as data. */
function dataOf(text: string, version: '1.1' | '1.2'): string | null {
  const document = parseDocument(text, { version })
  if (document.errors.length > 0 || document.warnings.length > 0 || !isCollection(document.contents)) return null
  try {
    return JSON.stringify(document.toJS({ maxAliasCount: 100 }))
  } catch {
    return null
  }
}
