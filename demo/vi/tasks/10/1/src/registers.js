import { insert, slice } from './buffer.js'

/** A register remembers whether it holds lines or characters: they are pasted differently. */

/** The characters from one position up to another. */
export const copy = (lines, from, to) => ({ holds: 'characters', text: slice(lines, from, to) })

/** Whole lines, the last one included. */
export const copyLines = (lines, first, last) => ({ holds: 'lines', text: lines.slice(first, last + 1).join('\n') })

/** Pastes a register behind the cursor or before it: lines as lines, characters into the line. */
export function paste({ lines, cursor }, register, { before = false, times = 1 } = {}) {
  if (register === null) return { lines, cursor }
  return register.holds === 'lines'
    ? pasteLines({ lines, cursor }, register.text, { before, times })
    : pasteCharacters({ lines, cursor }, register.text, { before, times })
}

function pasteLines({ lines, cursor }, text, { before, times }) {
  const line = cursor.line + (before ? 0 : 1)
  const copies = Array.from({ length: times }, () => text.split('\n')).flat()
  return { lines: lines.toSpliced(line, 0, ...copies), cursor: { line, column: 0 } }
}

/** The cursor ends behind what came in. */
function pasteCharacters({ lines, cursor }, text, { before, times }) {
  const column = Math.min(cursor.column + (before ? 0 : 1), lines[cursor.line].length)
  const { lines: pasted, end } = insert(lines, { line: cursor.line, column }, text.repeat(times))
  return { lines: pasted, cursor: end }
}
