import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromText, insert, isBefore, remove, removeLines, slice, toText } from '../src/buffer.js'

test('a text comes back as it was', () => {
  for (const text of ['', 'one\n', 'one\ntwo\n', 'one\n\ntwo\n']) assert.equal(toText(fromText(text)), text)
})

test('a missing newline at the end is added', () => {
  assert.equal(toText(fromText('one')), 'one\n')
})

test('text is put into a line', () => {
  const { lines, end } = insert(['held'], { line: 0, column: 2 }, 'llo wor')
  assert.deepEqual([lines, end], [['hello world'], { line: 0, column: 9 }])
})

test('text of several lines splits a line', () => {
  const { lines, end } = insert(['ad'], { line: 0, column: 1 }, 'b\nc')
  assert.deepEqual([lines, end], [['ab', 'cd'], { line: 1, column: 1 }])
})

test('a range may span lines', () => {
  const lines = ['one', 'two', 'three']
  const range = [{ line: 0, column: 1 }, { line: 2, column: 2 }]
  assert.equal(slice(lines, ...range), 'ne\ntwo\nth')
  assert.deepEqual(remove(lines, ...range), ['oree'])
  assert.deepEqual(lines, ['one', 'two', 'three'])
})

test('the last line that is removed leaves an empty one', () => {
  assert.deepEqual(removeLines(['a', 'b', 'c'], 0, 1), ['c'])
  assert.deepEqual(removeLines(['a'], 0, 0), [''])
})

test('positions come one before the other, line by line', () => {
  const places = [{ line: 0, column: 5 }, { line: 1, column: 0 }, { line: 1, column: 2 }]
  assert.deepEqual(places.map(place => isBefore(place, places[1])), [true, false, false])
})
