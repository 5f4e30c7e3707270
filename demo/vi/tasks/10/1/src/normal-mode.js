import { joinLines, openLine, replaceCharacter } from './edit.js'
import { redo, undo } from './history.js'
import { onCharacter, target } from './motion.js'
import { change, operate, startInsert } from './operators.js'
import { paste } from './registers.js'

/** Typed so far, and not a command yet: counts, an operator, or the first half of a name. */
const UNFINISHED = /^(?:[1-9]\d*)?(?:[dyc](?:[1-9]\d*)?g?|[gr])?$/
const COMMAND = /^(?<count>[1-9]\d*)?(?:(?<operator>[dyc])(?<more>[1-9]\d*)?(?<motion>.+)|(?<name>.+))$/su

/** A key in normal mode. */
export function normal(editor, key) {
  const typed = editor.pending + key
  if (UNFINISHED.test(typed)) return { ...editor, pending: typed }
  const ready = { ...editor, pending: '' }
  if (key === '<Esc>') return ready
  const { count, more, operator, motion, name } = COMMAND.exec(typed).groups
  const times = count || more ? Number(count ?? 1) * Number(more ?? 1) : null
  if (operator) return operate(ready, operator, motion, times)
  const cursor = target(ready.lines, ready.cursor, name, times)
  if (cursor) return { ...ready, cursor: onCharacter(ready.lines, cursor) }
  if (/^r./su.test(name)) return change(ready, replaceCharacter(ready, name.slice(1)))
  return COMMANDS[name]?.(ready, times ?? 1) ?? ready
}

const COMMANDS = {
  x: (editor, times) => operate(editor, 'd', 'l', times),
  D: editor => operate(editor, 'd', '$', null),
  C: editor => operate(editor, 'c', '$', null),
  J: editor => change(editor, joinLines(editor)),
  p: (editor, times) => change(editor, paste(editor, editor.register, { times })),
  P: (editor, times) => change(editor, paste(editor, editor.register, { times, before: true })),
  u: editor => travel(editor, undo),
  '<C-r>': editor => travel(editor, redo),
  i: editor => startInsert(editor, editor),
  a: editor => startInsert(editor, { ...editor, cursor: behind(editor, editor.cursor.column + 1) }),
  A: editor => startInsert(editor, { ...editor, cursor: behind(editor, Number.POSITIVE_INFINITY) }),
  I: editor => startInsert(editor, { ...editor, cursor: target(editor.lines, editor.cursor, '^') }),
  o: editor => startInsert(editor, openLine(editor, 'below')),
  O: editor => startInsert(editor, openLine(editor, 'above')),
}

const behind = ({ lines, cursor: { line } }, column) => ({ line, column: Math.min(column, lines[line].length) })

/** Back or forth in the history. */
function travel(editor, direction) {
  const went = direction(editor.history, { lines: editor.lines, cursor: editor.cursor })
  return went === null ? editor : { ...editor, ...went.snapshot, history: went.history }
}
