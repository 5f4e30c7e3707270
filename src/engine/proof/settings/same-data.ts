import { isCollection, parseDocument } from 'yaml'
import { isSame } from './parts.ts'
import { parseToml } from './toml.ts'

/** Names of settings in JSON or YAML; settings that are programs, or have another format, are excluded. */
const DATA = /\.(json|jsonc|ya?ml)$|(^|\/)\.\w+rc$/

/** Whether settings differ only in layout and comments, and have the same data. */
export function isSameData(path: string, before: string, after: string): boolean {
  if (path.endsWith('.toml')) {
    const [was, is] = [parseToml(before), parseToml(after)]
    return was !== null && is !== null && isSame(was, is)
  }
  // YAML parsers differ about the meaning of `yes` and `010`.
  return DATA.test(path) && (['1.1', '1.2'] as const).every(version => isSameYaml(before, after, version))
}

function isSameYaml(before: string, after: string, version: '1.1' | '1.2'): boolean {
  const [was, is] = [dataOf(before, version), dataOf(after, version)]
  return was !== null && was === is
}

/** The data of a text; null if it does not parse. */
function dataOf(text: string, version: '1.1' | '1.2'): string | null {
  const document = parseDocument(text, { version })
  if (document.errors.length > 0 || document.warnings.length > 0 || !isCollection(document.contents)) return null
  try {
    return JSON.stringify(document.toJS({ maxAliasCount: 100 }))
  } catch {
    return null
  }
}
