import type { IntegrationTest, ReferenceValue } from '../../../core/plan/plan.ts'
import type { Outline } from '../outline.ts'
import { tablesOf } from '../problems/dependency-graph.ts'
import { codeSpans, withoutCode } from '../text/code-span.ts'
import type { Range } from '../text/position.ts'
import { cellText, cellUnder, type Row, type TableReading } from '../text/table.ts'
import { isNone } from './field-values.ts'
import { readTaskIds, type TaskIndex } from './need.ts'

/** The rows of `## Integration Tests`, and the cells that could not be read. */
export interface IntegrationReading {
  readonly tests: readonly IntegrationTest[]
  readonly unread: readonly (Range & { readonly what: 'covers' | 'command' | 'reference'; readonly words: string })[]
}

/** Reads `| Id | Description | Layer | Covers | Command | Reference |`; only the command and one of Layer and Covers are needed. */
export function readIntegrationTests(text: string, outline: Outline, index: TaskIndex): IntegrationReading {
  const tests: IntegrationTest[] = []
  const unread: IntegrationReading['unread'][number][] = []
  for (const table of tablesOf(text, outline, 'integration tests'))
    for (const row of table.rows) {
      const cell = (...titles: readonly string[]) => firstCell(text, table, row, titles)
      const command = cell('command')
      const layer = cell('layer', 'milestone')
      const covers = cell('covers', 'covered', 'task', 'todo')
      const missing = (what: 'covers' | 'command' | 'reference', range: Range, words: string) =>
        unread.push({ ...range, what, words })
      if (command.words === '') {
        missing('command', row, '')
        continue
      }
      const tasks = covers.words === '' ? [] : readTaskIds(text, covers.range, index)
      if (tasks === null || (tasks.length === 0 && layer.words === '')) {
        missing('covers', covers.words === '' ? row : covers.range, covers.words)
        continue
      }
      const reference = cell('reference', 'expected')
      const references = reference.words === '' ? [] : readReferenceValues(reference.words)
      if (references === null) {
        missing('reference', reference.range, reference.words)
        continue
      }
      const id = cell('id', 'name').words || layer.words || `i${tests.length + 1}`
      const description = cell('description').words
      tests.push({ id, description, tasks, layer: layer.words || null, command: command.words, references })
    }
  return { tests, unread }
}

function firstCell(text: string, table: TableReading, row: Row, titles: readonly string[]) {
  const title = titles.find(name =>
    table.titles.some(
      known => known === name || known.startsWith(`${name} `) || known.endsWith(` ${name}`) || known === `${name}s`,
    ),
  )
  const range = title === undefined ? { start: row.end, end: row.end } : cellUnder(table, row, title)
  const words = withoutCode(cellText(text, range).trim())
  return { range, words: isNone(words) ? '' : words }
}

/** `file#/pointer = number ± tolerance`, `name = number`, `number ± 0.1%`; several are separated by `;`. */
const REFERENCE =
  /^(?:(?:(?<file>[^#=\s]+)#)?(?<path>[^=]*?)\s*=\s*)?(?<value>[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?:\s*(?:±|\+\/-|\+-)\s*(?<off>(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(?<percent>%)?)?$/i

/** The values of a reference; null if one of them cannot be read. */
export function readReferenceValues(words: string): readonly ReferenceValue[] | null {
  const spans = codeSpans(words)
  const parts = (spans.length > 0 ? spans.map(({ code }) => code) : words.split(/;|<br\s*\/?>/i)).map(part =>
    part.trim(),
  )
  const values = parts.filter(part => part !== '').map(readReference)
  return values.every(value => value !== null) ? values : null
}

function readReference(words: string): ReferenceValue | null {
  const found = REFERENCE.exec(words)?.groups
  if (!found) return null
  const off = found.off === undefined ? 0 : Number(found.off)
  return {
    text: words,
    file: found.file ?? null,
    path: pointerPath(found.path?.trim() ?? ''),
    expected: Number(found.value),
    absolute: found.percent ? 0 : off,
    relative: found.percent ? off / 100 : 0,
  }
}

/** A JSON pointer as a path of values: `/runs/0/energy` is `runs[0].energy`. */
const pointerPath = (pointer: string): string =>
  pointer.startsWith('/')
    ? pointer
        .slice(1)
        .split('/')
        .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '')
    : pointer
