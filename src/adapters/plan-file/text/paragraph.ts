/** Consecutive lines of text, classified as fields, a table, or prose. */
import type { Block } from './blocks.ts'
import { labelAt, skipBlanks } from './markers.ts'
import type { Range } from './position.ts'

const PIPE = 124

/** Adds the blocks of one paragraph; fields exist only outside of lists. */
export function paragraphBlocks(text: string, lines: readonly Range[], depth: number, blocks: Block[]): void {
  const heading = tableHeading(text, lines)
  const count = heading ?? lines.length
  let from = 0
  while (from < count) {
    const label = depth === 0 ? labelAt(text, lines[from]!.start, lines[from]!.end) : null
    let to = from + 1
    while (to < count && (depth > 0 || labelAt(text, lines[to]!.start, lines[to]!.end) === null)) to++
    const { start } = lines[from]!
    const { end } = lines[to - 1]!
    if (label?.bold)
      blocks.push({ is: 'field', start, end, depth, name: label.name, value: { start: label.after, end } })
    else blocks.push({ is: 'paragraph', start, end, depth })
    from = to
  }
  if (heading !== null) blocks.push(table(text, lines.slice(heading), depth))
}

/** The first line of a table: the one above the line of dashes, or the first of the lines that start with `|`. */
function tableHeading(text: string, lines: readonly Range[]): number | null {
  for (let line = 1; line < lines.length; line++) {
    if (isDelimiter(text, lines[line]!) && hasPipe(text, lines[line - 1]!)) return line - 1
  }
  return lines.length > 1 && lines.every(line => text.charCodeAt(line.start) === PIPE) ? 0 : null
}

function table(text: string, lines: readonly Range[], depth: number): Block {
  const rows = lines.filter(line => !isDelimiter(text, line))
  return { is: 'table', start: lines[0]!.start, end: lines.at(-1)!.end, depth, rows }
}

/** `|---|:--:|`: dashes, colons and pipes only, with at least one dash and one pipe. */
function isDelimiter(text: string, line: Range): boolean {
  let dashes = 0
  let pipes = 0
  for (let at = line.start; at < line.end; at++) {
    const code = text.charCodeAt(at)
    if (code === 45) dashes++
    else if (code === PIPE) pipes++
    else if (code !== 58 && skipBlanks(text, at, at + 1) === at) return false
  }
  return dashes > 0 && pipes > 0
}

function hasPipe(text: string, line: Range): boolean {
  for (let at = line.start; at < line.end; at++) if (text.charCodeAt(at) === PIPE) return true
  return false
}
