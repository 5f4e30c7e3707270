import type { Table } from './blocks.ts'
import { type Range, trimmed } from './position.ts'

/** A line of a table. */
export interface Row extends Range {
  /** One for each cell of the line, trimmed. */
  readonly cells: readonly Range[]
}

/** A table by its titles and rows. */
export interface TableReading {
  /** The titles in lower case, without emphasis. */
  readonly titles: readonly string[]
  readonly rows: readonly Row[]
}

/** Splits a table into its titles and rows. */
export function readTable(text: string, table: Table): TableReading {
  const [heading, ...rows] = table.rows
  const titles = heading === undefined ? [] : cells(text, heading).map(cell => plainCell(text, cell).toLowerCase())
  return { titles, rows: rows.map(row => ({ ...row, cells: cells(text, row) })) }
}

/** The cell under the first title that contains the word, or an empty range at the end of the row. */
export function cellUnder(table: TableReading, row: Row, word: string): Range {
  const index = table.titles.findIndex(title => title.includes(word))
  return row.cells[index] ?? { start: row.end, end: row.end }
}

/** A cell's words; `\|` is a pipe that does not end the cell. */
export function cellText(text: string, cell: Range): string {
  const words = text.slice(cell.start, cell.end)
  return words.includes('\\|') ? words.replaceAll('\\|', '|') : words
}

const plainCell = (text: string, cell: Range): string => cellText(text, cell).replace(/[*_`]/g, '').trim()

function cells(text: string, row: Range): Range[] {
  const found: Range[] = []
  const { start, end } = trimmed(text, row)
  let from = text[start] === '|' ? start + 1 : start
  for (let at = from; at < end; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '|') {
      found.push(trimmed(text, { start: from, end: at }))
      from = at + 1
    }
  }
  if (from < end) found.push(trimmed(text, { start: from, end }))
  return found
}
