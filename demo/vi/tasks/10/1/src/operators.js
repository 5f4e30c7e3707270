import { isBefore } from './buffer.js'
import { cut, cutLines } from './edit.js'
import { record } from './history.js'
import { onCharacter, target } from './motion.js'
import { copy, copyLines } from './registers.js'

const BY_LINES = new Set(['j', 'k', '<Down>', '<Up>', 'gg', 'G'])
const WITH_LAST = new Set(['e', '$'])

/** A change that can be undone. */
export function change(editor, { lines, cursor }) {
  const changed = { ...editor, lines, cursor: onCharacter(lines, cursor) }
  if (lines === editor.lines) return changed
  return { ...changed, history: record(editor.history, { lines: editor.lines, cursor: editor.cursor }) }
}

/** Begins to insert. All that is typed until Esc is one change; `before` is where an undo leads back to. */
export function startInsert(editor, { lines, cursor }) {
  return { ...editor, lines, cursor, mode: 'insert', before: { lines: editor.lines, cursor: editor.cursor } }
}

/** `d`, `y` and `c` with a motion, or doubled for whole lines. */
export function operate(editor, operator, motion, times) {
  const { lines, cursor } = editor
  if (motion === operator) return operateOnLines(editor, operator, cursor.line + (times ?? 1) - 1)
  // On a word, `cw` has always meant `ce`.
  const isOnWord = /\S/.test(lines[cursor.line][cursor.column] ?? ' ')
  const way = operator === 'c' && motion === 'w' && isOnWord ? 'e' : motion
  const aim = target(lines, cursor, way, times)
  if (aim === null) return editor
  if (BY_LINES.has(way)) return operateOnLines(editor, operator, aim.line)
  const [from, end] = isBefore(aim, cursor) ? [aim, cursor] : [cursor, aim]
  // The last word of a line ends with the line.
  const to = way === 'w' && end.line > from.line ? { ...from, column: lines[from.line].length } : end
  const upTo = WITH_LAST.has(way) ? { ...to, column: to.column + 1 } : to
  const holding = { ...editor, register: copy(lines, from, upTo) }
  if (operator === 'c') return startInsert(holding, cut(editor, from, upTo))
  if (holding.register.text === '') return editor
  return operator === 'd' ? change(holding, cut(editor, from, upTo)) : { ...holding, cursor: from }
}

function operateOnLines(editor, operator, otherLine) {
  const { lines, cursor } = editor
  const other = onCharacter(lines, { line: otherLine, column: 0 }).line
  const [first, last] = [Math.min(cursor.line, other), Math.max(cursor.line, other)]
  const holding = { ...editor, register: copyLines(lines, first, last) }
  if (operator === 'y') return { ...holding, cursor: onCharacter(lines, { ...cursor, line: first }) }
  if (operator === 'd') return change(holding, cutLines(editor, first, last))
  const emptied = { lines: lines.toSpliced(first, last - first + 1, ''), cursor: { line: first, column: 0 } }
  return startInsert(holding, emptied)
}
