import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copy, copyLines, paste } from '../src/registers.js'

const at = (line, column) => ({ line, column })

test('lines are pasted below the cursor or above it', () => {
  const register = copyLines(['a', 'b', 'c'], 0, 1)
  assert.deepEqual(paste({ lines: ['x', 'y'], cursor: at(0, 0) }, register).lines, ['x', 'a', 'b', 'y'])
  const above = paste({ lines: ['x'], cursor: at(0, 0) }, register, { before: true })
  assert.deepEqual(above, { lines: ['a', 'b', 'x'], cursor: at(0, 0) })
})

test('characters are pasted into the line', () => {
  const register = copy(['hello'], at(0, 1), at(0, 3))
  assert.deepEqual(paste({ lines: ['xy'], cursor: at(0, 0) }, register).lines, ['xely'])
  assert.deepEqual(paste({ lines: ['xy'], cursor: at(0, 0) }, register, { before: true }).lines, ['elxy'])
  assert.deepEqual(paste({ lines: [''], cursor: at(0, 0) }, register).lines, ['el'])
})

test('the cursor ends on the last character that was pasted', () => {
  const register = copy(['hello'], at(0, 1), at(0, 3))
  assert.deepEqual(paste({ lines: ['xy'], cursor: at(0, 0) }, register).cursor, at(0, 2))
})

test('a count pastes as often', () => {
  const register = copyLines(['a'], 0, 0)
  assert.deepEqual(paste({ lines: ['x'], cursor: at(0, 0) }, register, { times: 3 }).lines, ['x', 'a', 'a', 'a'])
})

test('an empty register changes nothing', () => {
  assert.deepEqual(paste({ lines: ['x'], cursor: at(0, 0) }, null), { lines: ['x'], cursor: at(0, 0) })
})
