import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from '../src/command-line.js'

test('writing and leaving', () => {
  assert.deepEqual(parse('w'), { is: 'write', path: null, quit: false })
  assert.deepEqual(parse('w notes.txt'), { is: 'write', path: 'notes.txt', quit: false })
  assert.deepEqual(parse('wq'), { is: 'write', path: null, quit: true })
  assert.deepEqual(parse('q'), { is: 'quit', force: false })
  assert.deepEqual(parse('q!'), { is: 'quit', force: true })
})

test('lines by number and by name', () => {
  assert.deepEqual(parse('12'), { is: 'goto', line: 12 })
  assert.deepEqual(parse('$'), { is: 'goto', line: '$' })
  assert.deepEqual(parse('2,.d'), { is: 'delete', first: 2, last: '.' })
})

test('a substitution has a range, a pattern, a replacement and flags', () => {
  const found = { is: 'substitute', pattern: 'a', replacement: 'b' }
  assert.deepEqual(parse('s/a/b'), { ...found, first: '.', last: '.', global: false })
  assert.deepEqual(parse('%s/a/b/g'), { ...found, first: 1, last: '$', global: true })
})

test('what is not understood is said so', () => {
  assert.deepEqual(parse('frobnicate'), { is: 'unknown', text: 'frobnicate' })
})
