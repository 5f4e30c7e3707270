import { insert, remove, removeLines } from './buffer.js'

/** Every edit takes lines and a cursor and gives both back. */

/** Types a text at the cursor. */
export function type({ lines, cursor }, text) {
  const { lines: typed, end } = insert(lines, cursor, text)
  return { lines: typed, cursor: end }
}

/** Takes the character before the cursor; at the beginning of a line that is the end of the line above. */
export function backspace({ lines, cursor }) {
  const { line, column } = cursor
  if (column > 0) return cut({ lines }, { line, column: column - 1 }, cursor)
  if (line === 0) return { lines, cursor }
  return cut({ lines }, { line: line - 1, column: lines[line - 1].length }, cursor)
}

/** Takes out what lies from one position up to another; the cursor stands where it was. */
export function cut({ lines }, from, to) {
  return { lines: remove(lines, from, to), cursor: from }
}

/** Takes out whole lines; the cursor stands at the beginning of the next one. */
export function cutLines({ lines }, first, last) {
  const left = removeLines(lines, first, last)
  const line = Math.min(first, left.length - 1)
  return { lines: left, cursor: { line, column: Math.max(0, left[line].search(/\S/)) } }
}

/** Opens an empty line below the cursor's line, or above it. */
export function openLine({ lines, cursor }, where) {
  const line = cursor.line + (where === 'below' ? 1 : 0)
  return { lines: lines.toSpliced(line, 0, ''), cursor: { line, column: 0 } }
}

/** Joins the next line to the cursor's line, with one space where both have text. */
export function joinLines({ lines, cursor }) {
  const { line } = cursor
  if (line + 1 >= lines.length) return { lines, cursor }
  const left = lines[line].trimEnd()
  const right = lines[line + 1].trimStart()
  const gap = left !== '' && right !== '' ? ' ' : ''
  return { lines: lines.toSpliced(line, 2, left + gap + right), cursor: { line, column: left.length } }
}

/** Replaces the character under the cursor. */
export function replaceCharacter({ lines, cursor }, char) {
  const { line, column } = cursor
  const text = lines[line]
  if (column >= text.length) return { lines, cursor }
  return { lines: lines.with(line, text.slice(0, column) + char + text.slice(column + 1)), cursor }
}
