/** pnpm-workspace.yaml: the folders of packages, their dependencies, and settings of pnpm. */

import { isCollection, parseDocument, stringify } from 'yaml'
import { baseName } from '../../../core/text/paths.ts'
import {
  compareSettings,
  dropsFolder,
  type Format,
  FREE,
  isTable,
  newEntries,
  type PartTable,
  type SettingsChange,
} from './parts.ts'

export const isPnpmWorkspace = (path: string): boolean =>
  ['pnpm-workspace.yaml', 'pnpm-workspace.yml'].includes(baseName(path))

export const comparePnpmWorkspaces = (baseText: string, candidateText: string): SettingsChange | null =>
  compareSettings(FORMAT, baseText, candidateText)

/** Keys that choose the installed packages, their sources, and the packages that may run install scripts. */
const DEPENDENCIES: ReadonlySet<string> = new Set([
  ...['catalog', 'catalogs', 'overrides', 'packageExtensions', 'patchedDependencies', 'allowBuilds'],
  ...['onlyBuiltDependencies', 'neverBuiltDependencies', 'ignoredBuiltDependencies'],
])

const FORMAT: Format = {
  parse: parseYaml,
  write: data => stringify(data),
  meaningOf: ({ key, before, after }) => {
    const [top = ''] = key
    if (top === 'packages') return dropsFolder(before, after) ? { is: 'setting', name: top, tool: null } : FREE
    if (!DEPENDENCIES.has(top)) return { is: 'setting', name: top, tool: null }
    const names = Array.isArray(after)
      ? newEntries(before, after).map(entry => ({ name: String(entry), before: undefined, after: {} }))
      : [{ name: key.at(-1)!, before, after }]
    return { is: 'dependency', names }
  },
}

/** The data of a YAML text; null if parsers could disagree about it. An empty text has no data. */
export function parseYaml(text: string): PartTable | null {
  const document = parseDocument(text)
  if (document.errors.length > 0 || document.warnings.length > 0) return null
  if (document.contents === null) return {}
  if (!isCollection(document.contents)) return null
  try {
    const data: unknown = document.toJS({ maxAliasCount: 100 })
    return isTable(data) ? data : null
  } catch {
    return null
  }
}
