import { cleanText } from '../../../core/text/clean-text.ts'

const TEXT_MAX = 16_000
const TARGET_MAX = 200

/** An untrusted object: any field may be missing or have any type. */
export type Fields = Readonly<Record<string, unknown>>

/** The object in a line of JSON; null if the line is something else. */
export function fieldsIn(line: string): Fields | null {
  if (!line.trimStart().startsWith('{')) return null
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    return null
  }
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** Bounded and without control characters: it is shown on terminals and kept in the journal. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value.slice(0, TEXT_MAX)) : '')

/** The argument of a tool call, under the names that agents use; the first one present counts. */
const TARGETS = [
  'file_path',
  'filePath',
  'notebook_path',
  'path',
  'command',
  'cmd',
  'url',
  'pattern',
  'query',
  'description',
]

/** The file, command or URL that a tool is used on, in one short line; empty if unknown. */
export function targetIn(input: Fields): string {
  const named = TARGETS.map(name => input[name]).find(value => typeof value === 'string' && value !== '')
  return shortLine(textOf(named))
}

export const shortLine = (text: string, max = TARGET_MAX): string => text.replace(/\s+/g, ' ').trim().slice(0, max)
