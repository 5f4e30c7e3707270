import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY, record, redo, undo } from '../src/history.js'

test('what was recorded is undone, newest first, and redone', () => {
  const history = record(record(EMPTY, 'a'), 'b')
  const once = undo(history, 'c')
  assert.equal(once.snapshot, 'b')
  const twice = undo(once.history, once.snapshot)
  assert.equal(twice.snapshot, 'a')
  const again = redo(twice.history, twice.snapshot)
  assert.equal(again.snapshot, 'b')
  assert.equal(redo(again.history, again.snapshot).snapshot, 'c')
})

test('there is nothing before the beginning and nothing after the end', () => {
  assert.equal(undo(EMPTY, 'a'), null)
  assert.equal(redo(record(EMPTY, 'a'), 'b'), null)
})

test('a new change ends what could be redone', () => {
  const { history } = undo(record(EMPTY, 'a'), 'b')
  assert.equal(redo(record(history, 'a'), 'c'), null)
})

test('a very long history forgets its beginning', () => {
  let history = EMPTY
  for (let step = 0; step < 1500; step++) history = record(history, step)
  assert.deepEqual([history.past.length, history.past[0]], [1000, 500])
})
