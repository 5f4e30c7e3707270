import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find, substitute } from '../src/search.js'

const LINES = ['one two', 'two one']
const all = { first: 0, last: 1, global: true }

test('a pattern is found, and found again from the top', () => {
  assert.deepEqual(find(LINES, { line: 0, column: 0 }, 'one'), { line: 1, column: 4 })
  assert.deepEqual(find(LINES, { line: 1, column: 4 }, 'one'), { line: 0, column: 0 })
})

test('it is found backwards, too', () => {
  assert.deepEqual(find(LINES, { line: 1, column: 0 }, 'two', { backwards: true }), { line: 0, column: 4 })
  assert.deepEqual(find(LINES, { line: 0, column: 0 }, 'one', { backwards: true }), { line: 1, column: 4 })
})

test('what is not there is not found, and no pattern is an error', () => {
  assert.equal(find(LINES, { line: 0, column: 0 }, 'three'), null)
  assert.equal(find(LINES, { line: 0, column: 0 }, ''), null)
  assert.deepEqual(find(['a', 'f(x'], { line: 0, column: 0 }, '(x'), { line: 1, column: 1 })
})

test('a pattern is replaced once in a line, or everywhere', () => {
  const once = { first: 0, last: 0, pattern: 'o', replacement: '0', global: false }
  assert.deepEqual(substitute(LINES, once), { lines: ['0ne two', 'two one'], count: 1, line: 0 })
  const everywhere = { ...all, pattern: 'o', replacement: '0' }
  assert.deepEqual(substitute(LINES, everywhere), { lines: ['0ne tw0', 'tw0 0ne'], count: 4, line: 1 })
})

test('what was found, its groups and a dollar can be put in', () => {
  const lines = (pattern, replacement) => substitute(['a1'], { ...all, pattern, replacement }).lines
  assert.deepEqual(lines('\\w+', '<&>'), ['<a1>'])
  assert.deepEqual(lines('(\\w)(\\d)', '\\2\\1'), ['1a'])
  assert.deepEqual(lines('a', '$&'), ['$a1'])
})

test('nothing found, nothing changed', () => {
  assert.deepEqual(substitute(LINES, { ...all, pattern: 'x', replacement: 'y' }), { lines: LINES, count: 0, line: 0 })
})
