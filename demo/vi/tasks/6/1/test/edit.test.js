import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backspace, cut, cutLines, joinLines, openLine, replaceCharacter, type } from '../src/edit.js'

const at = (line, column) => ({ line, column })

test('text is typed at the cursor, which stands behind it then', () => {
  assert.deepEqual(type({ lines: ['ad'], cursor: at(0, 1) }, 'b\nc'), { lines: ['ab', 'cd'], cursor: at(1, 1) })
})

test('backspace takes one character, or joins lines', () => {
  assert.deepEqual(backspace({ lines: ['abc'], cursor: at(0, 2) }), { lines: ['ac'], cursor: at(0, 1) })
  assert.deepEqual(backspace({ lines: ['ab', 'c'], cursor: at(1, 0) }), { lines: ['abc'], cursor: at(0, 2) })
  assert.deepEqual(backspace({ lines: ['a'], cursor: at(0, 0) }), { lines: ['a'], cursor: at(0, 0) })
})

test('a range and whole lines are cut', () => {
  assert.deepEqual(cut({ lines: ['one two'] }, at(0, 3), at(0, 7)), { lines: ['one'], cursor: at(0, 3) })
  assert.deepEqual(cutLines({ lines: ['a', 'b', '  c'] }, 0, 1), { lines: ['  c'], cursor: at(0, 2) })
  assert.deepEqual(cutLines({ lines: ['a', 'b'] }, 1, 1), { lines: ['a'], cursor: at(0, 0) })
})

test('lines are opened on both sides', () => {
  assert.deepEqual(openLine({ lines: ['a'], cursor: at(0, 0) }, 'below'), { lines: ['a', ''], cursor: at(1, 0) })
  assert.deepEqual(openLine({ lines: ['a'], cursor: at(0, 0) }, 'above'), { lines: ['', 'a'], cursor: at(0, 0) })
})

test('lines are joined with one space where there is text on both sides', () => {
  assert.deepEqual(joinLines({ lines: ['a ', '  b'], cursor: at(0, 0) }), { lines: ['a b'], cursor: at(0, 1) })
  assert.deepEqual(joinLines({ lines: ['a', ''], cursor: at(0, 0) }).lines, ['a'])
  assert.deepEqual(joinLines({ lines: ['a'], cursor: at(0, 0) }).lines, ['a'])
})

test('one character is replaced, and none where there is none', () => {
  assert.deepEqual(replaceCharacter({ lines: ['cat'], cursor: at(0, 0) }, 'r').lines, ['rat'])
  assert.deepEqual(replaceCharacter({ lines: [''], cursor: at(0, 0) }, 'r').lines, [''])
})
