import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expand, render, scroll } from '../src/viewport.js'

const SIZE = { rows: 4, columns: 12 }
const editor = (lines, line = 0, more = {}) => ({ lines, cursor: { line, column: 0 }, mode: 'normal', ...more })

test('lines behind the end are tildes, and the status comes last', () => {
  assert.deepEqual(render(editor(['one']), SIZE).lines, ['one', '~', '~', '         1,1'])
})

test('the status says what is going on', () => {
  const status = more => render(editor(['one'], 0, more), { rows: 2, columns: 20 }).lines.at(-1)
  assert.equal(status({ mode: 'insert' }), '-- INSERT --     1,1')
  assert.equal(status({ mode: 'command', typed: ':wq' }), ':wq              1,1')
  assert.equal(status({ message: 'written' }), 'written          1,1')
})

test('the screen follows the cursor and otherwise stays', () => {
  assert.deepEqual([scroll(0, 2, 3), scroll(0, 3, 3), scroll(5, 6, 3), scroll(5, 1, 3)], [0, 1, 5, 1])
  assert.deepEqual(render(editor(['a', 'b', 'c', 'd', 'e'], 4), SIZE).lines.slice(0, 3), ['c', 'd', 'e'])
})

test('long lines are cut, tabs are spread', () => {
  assert.equal(render(editor(['x'.repeat(40)]), SIZE).lines[0].length, 12)
  assert.equal(expand('a\tb'), 'a       b')
  const seen = render({ ...editor(['a\tb']), cursor: { line: 0, column: 2 } }, SIZE)
  assert.deepEqual([seen.row, seen.column], [0, 8])
})
