/**
 * A text as its lines, of which there is always at least one. Nothing is changed in place: every function gives new
 * lines back, so that undo can simply keep the old ones. A position is a line and a column, both counted from zero.
 */

/** The lines of a text; a newline at its end ends the last line. */
export const fromText = text => text.replace(/\n$/, '').split('\n')

/** The text of lines. One empty line is an empty text. */
export const toText = lines => (lines.length === 1 && lines[0] === '' ? '' : `${lines.join('\n')}\n`)

/** Whether a position comes before another. */
export const isBefore = (a, b) => a.line < b.line || (a.line === b.line && a.column < b.column)

/** Puts a text, which may have several lines, before a position; `end` is the position behind it. */
export function insert(lines, at, text) {
  const parts = text.split('\n')
  const end = {
    line: at.line + parts.length - 1,
    column: parts.at(-1).length + (parts.length === 1 ? at.column : 0),
  }
  parts[0] = lines[at.line].slice(0, at.column) + parts[0]
  parts[parts.length - 1] += lines[at.line].slice(at.column)
  return { lines: lines.toSpliced(at.line, 1, ...parts), end }
}

/** The text from one position up to another, which is not part of it. */
export function slice(lines, from, to) {
  if (from.line === to.line) return lines[from.line].slice(from.column, to.column)
  const between = lines.slice(from.line + 1, to.line)
  return [lines[from.line].slice(from.column), ...between, lines[to.line].slice(0, to.column)].join('\n')
}

/** Takes that text out. */
export function remove(lines, from, to) {
  const joined = lines[from.line].slice(0, from.column) + lines[to.line].slice(to.column)
  return lines.toSpliced(from.line, to.line - from.line + 1, joined)
}

/** Takes whole lines out, the last one included. */
export function removeLines(lines, first, last) {
  const rest = lines.toSpliced(first, last - first + 1)
  return rest.length > 0 ? rest : ['']
}
