import type { TaskId } from '../../../core/plan/ids.ts'
import { type Need, readNeeds, readTaskIds, type TaskIndex } from '../fields/need.ts'
import type { Outline } from '../outline.ts'
import { type SectionName, sectionsNamed } from '../sections.ts'
import type { Table } from '../text/blocks.ts'
import { codeSpans } from '../text/code-span.ts'
import type { Range } from '../text/position.ts'
import { cellText, cellUnder, type Row, readTable, type TableReading } from '../text/table.ts'

/** The dependency graph, task by task. */
export interface GraphReading {
  /** The requirements in the rows of a task; absent for a task without a row. */
  readonly needs: ReadonlyMap<TaskId, readonly Need[]>
  /** First cells that do not name a task. */
  readonly strangers: readonly Range[]
}

/** The tables of the sections whose name begins with this. */
export function tablesOf(text: string, outline: Outline, name: SectionName): TableReading[] {
  return sectionsNamed(outline, name)
    .flatMap(section => section.blocks)
    .filter((block): block is Table => block.is === 'table')
    .map(table => readTable(text, table))
}

/** Reads the tables of `## Dependency Graph`. */
export function readGraph(text: string, tables: readonly TableReading[], index: TaskIndex): GraphReading {
  const needs = new Map<TaskId, Need[]>()
  const strangers: Range[] = []
  for (const table of tables) {
    for (const row of table.rows) {
      const first = row.cells[0]
      if (first === undefined) continue
      const ids = readTaskIds(text, first, index)
      if (ids === null) strangers.push(first)
      for (const id of ids ?? []) {
        const known = needs.get(id) ?? []
        for (const need of readNeeds(text, requiresCell(table, row), index, 'graph')) known.push(need)
        needs.set(id, known)
      }
    }
  }
  return { needs, strangers }
}

/** The outputs that the graph lists for a task: some plans refer to them by name only. */
export function producedInGraph(text: string, tables: readonly TableReading[]): Map<string, string[]> {
  const produced = new Map<string, string[]>()
  for (const table of tables) {
    for (const row of table.rows) {
      const id = row.cells[0] === undefined ? '' : cellText(text, row.cells[0]).replace(/^(?:todo|task)[-_ #]*/i, '')
      const outputs = codeSpans(cellText(text, cellUnder(table, row, 'produces'))).map(span => span.code)
      produced.set(id.toLowerCase(), outputs)
    }
  }
  return produced
}

function requiresCell(table: TableReading, row: Row): Range {
  const title = ['require', 'depend', 'need', 'blocked'].find(word => table.titles.some(name => name.includes(word)))
  return cellUnder(table, row, title ?? 'require')
}
