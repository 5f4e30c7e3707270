import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onCharacter, target } from '../src/motion.js'

const LINES = ['let it be', '', '  (yes, be)']

/** Where motions lead, one after the other, each kept on a character. */
function path(keys, from = { line: 0, column: 0 }) {
  let at = from
  return keys.map(key => {
    at = onCharacter(LINES, target(LINES, at, key))
    return `${at.line}:${at.column}`
  })
}

test('the cursor stays on the text', () => {
  assert.deepEqual(path(['h', 'k', 'l', '$', 'l']), ['0:0', '0:0', '0:1', '0:8', '0:8'])
  assert.deepEqual(path(['j', 'j', 'j', '^', '0']), ['1:0', '2:0', '2:0', '2:2', '2:0'])
})

test('arrows are motions too', () => {
  assert.deepEqual(path(['<Right>', '<Down>', '<Up>']), ['0:1', '1:0', '0:0'])
})

test('w goes from word to word and over the ends of lines', () => {
  assert.deepEqual(path(['w', 'w', 'w', 'w', 'w', 'w', 'w']), ['0:4', '0:7', '1:0', '2:2', '2:3', '2:6', '2:8'])
})

test('b goes the same way back', () => {
  assert.deepEqual(path(['b', 'b', 'b', 'b', 'b'], { line: 2, column: 6 }), ['2:3', '2:2', '1:0', '0:7', '0:4'])
})

test('e goes to the ends of words', () => {
  assert.deepEqual(path(['e', 'e', 'e', 'e']), ['0:2', '0:5', '0:8', '2:2'])
})

test('lines are found by number', () => {
  const at = (key, count) => target(LINES, { line: 1, column: 0 }, key, count).line
  assert.deepEqual([at('gg'), at('G'), at('G', 2), at('G', 99)], [0, 2, 1, 2])
})

test('a key that is no motion leads nowhere', () => {
  assert.equal(target(LINES, { line: 0, column: 0 }, 'x'), null)
})
