import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find } from '../src/search.js'

test('a pattern is found, and found again from the top', () => {
  const lines = ['one two', 'two one']
  assert.deepEqual(find(lines, { line: 0, column: 0 }, 'one'), { line: 1, column: 4 })
  assert.deepEqual(find(lines, { line: 1, column: 4 }, 'one'), { line: 0, column: 0 })
})
