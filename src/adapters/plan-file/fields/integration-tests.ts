import type { IntegrationTest } from '../../../core/plan/plan.ts'
import type { Outline } from '../outline.ts'
import { tablesOf } from '../problems/dependency-graph.ts'
import { withoutCode } from '../text/code-span.ts'
import type { Range } from '../text/position.ts'
import { cellText, cellUnder, type Row, type TableReading } from '../text/table.ts'
import { isNone } from './field-values.ts'
import { readTaskIds, type TaskIndex } from './need.ts'
import { readReferenceValues } from './reference-values.ts'

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
