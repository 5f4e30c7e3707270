import { parse } from './command-line.js'
import { backspace, type } from './edit.js'
import { execute } from './execute.js'
import { EMPTY, record } from './history.js'
import { isNamed } from './keys.js'
import { onCharacter } from './motion.js'
import { normal } from './normal-mode.js'
import { find } from './search.js'

/** An editor on some lines. `requests` are what it cannot do itself: write a file, and quit. */
export const createEditor = lines => ({
  lines,
  cursor: { line: 0, column: 0 },
  mode: 'normal',
  pending: '',
  typed: '',
  register: null,
  history: EMPTY,
  before: null,
  searched: null,
  message: '',
  requests: [],
})

/** The editor after one key. */
export function press(editor, key) {
  if (editor.mode === 'insert') return insertMode(editor, key)
  if (editor.mode === 'command') return commandMode(editor, key)
  if (editor.pending === '' && ':/?'.includes(key)) return { ...editor, mode: 'command', typed: key, message: '' }
  if (editor.pending === '' && (key === 'n' || key === 'N')) return search(editor, editor.searched, key === 'N')
  return normal({ ...editor, message: '' }, key)
}

function insertMode(editor, key) {
  const { lines, cursor, before } = editor
  if (key === '\n') return { ...editor, ...type(editor, '\n') }
  if (key === '<BS>') return { ...editor, ...backspace(editor) }
  if (key !== '<Esc>') return isNamed(key) ? editor : { ...editor, ...type(editor, key) }
  const left = onCharacter(lines, { ...cursor, column: cursor.column - 1 })
  const history = lines === before.lines ? editor.history : record(editor.history, before)
  return { ...editor, cursor: left, mode: 'normal', before: null, history }
}

function commandMode(editor, key) {
  const back = { ...editor, mode: 'normal', typed: '' }
  if (key === '<Esc>' || (key === '<BS>' && editor.typed.length === 1)) return back
  if (key === '<BS>') return { ...editor, typed: editor.typed.slice(0, -1) }
  if (key !== '\n') return isNamed(key) ? editor : { ...editor, typed: editor.typed + key }
  const line = editor.typed.slice(1)
  if (editor.typed[0] === ':') return execute(back, parse(line))
  const pattern = line || editor.searched?.pattern
  return search(back, pattern ? { pattern, backwards: editor.typed[0] === '?' } : null, false)
}

function search(editor, searched, reverse) {
  if (searched === null) return { ...editor, message: 'nothing was searched for' }
  const { pattern, backwards } = searched
  const cursor = find(editor.lines, editor.cursor, pattern, { backwards: backwards !== reverse })
  return cursor ? { ...editor, cursor, searched } : { ...editor, searched, message: `not found: ${pattern}` }
}
