import { cleanText } from '../../../core/text/clean-text.ts'

const TEXT_MAX = 16_000
const TARGET_MAX = 200

/** An object of unknown origin: any field may be missing or be anything. */
export type Fields = Readonly<Record<string, unknown>>

/** The object in a line of JSON; null when the line is something else. */
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

/** Bounded and without control characters: all of it is shown on terminals and kept in the journal. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value.slice(0, TEXT_MAX)) : '')

/** What the use of a tool is about, by the names that agents give it; the first one that is there counts. */
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

/** The file, command or address that a tool is used on, in one short line; empty where none is known. */
export function targetIn(input: Fields): string {
  const named = TARGETS.map(name => input[name]).find(value => typeof value === 'string' && value !== '')
  return shortLine(textOf(named))
}

export const shortLine = (text: string, max = TARGET_MAX): string => text.replace(/\s+/g, ' ').trim().slice(0, max)
