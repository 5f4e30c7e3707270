import { parsedJson } from '../../../core/text/json-text.ts'
import { isTable, type PartTable } from './parts.ts'

/** The data of a JSON text; null if it does not parse, or is no table. */
export function jsonEntries(text: string): PartTable | null {
  // Asked of every tree, also where there is no manifest.
  const data = text === '' ? null : parsedJson<unknown>(text.startsWith('\uFEFF') ? text.slice(1) : text)
  return isTable(data) ? data : null
}
