import { endings, hasEnding } from '../../../core/text/paths.ts'
import { jsonEntries } from './json.ts'
import type { PartTable } from './parts.ts'
import { goEntries, isGoMod, isRequirements, lineEntries } from './requirements.ts'
import { parseToml } from './toml.ts'
import { parseYaml } from './yaml.ts'

const YAML = endings('yml yaml')

/** The entries of a file of settings; null if it does not parse, or if its format has no entries that we can read. */
export function settingsData(path: string, text: string | null): PartTable | null {
  if (text === null) return null
  if (path.endsWith('.toml')) return parseToml(text)
  if (path.endsWith('.json')) return jsonEntries(text)
  if (hasEnding(path, YAML)) return parseYaml(text)
  if (isGoMod(path)) {
    // Indirect modules follow from the required ones.
    const { indirect: _, ...entries } = goEntries(text)
    return entries
  }
  return isRequirements(path) && path.endsWith('.txt') ? { dependencies: lineEntries(text) } : null
}
