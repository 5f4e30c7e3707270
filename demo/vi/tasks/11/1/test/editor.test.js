import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromText } from '../src/buffer.js'
import { createEditor, press } from '../src/editor.js'
import { parseKeys } from '../src/keys.js'

const play = (text, keys) => parseKeys(keys).reduce(press, createEditor(fromText(text)))
const after = (text, keys) => play(text, keys).lines.join('/')

test('text is typed, with lines and corrections', () => {
  assert.equal(after('', 'ione<Enter>twx<BS>o<Esc>'), 'one/two')
  assert.equal(after('b\n', 'ia<Esc>'), 'ab')
  assert.equal(after('a\n', 'ob<Esc>Oc<Esc>'), 'a/c/b')
})

test('all that is typed until Esc is one change', () => {
  assert.equal(after('x\n', 'Aone<Enter>two<Esc>u'), 'x')
  assert.equal(after('x\n', 'Aone<Esc>u<C-r>'), 'xone')
  assert.equal(after('one two\n', 'cwsix<Esc>u'), 'one two')
  assert.equal(after('abc\n', 'xi<Esc>u'), 'abc')
})

test('commands work on lines', () => {
  assert.equal(after('a\nb\nc\n', ':2<Enter>dd'), 'a/c')
  assert.equal(after('a\nb\nc\n', ':2,$d<Enter>'), 'a')
  assert.equal(after('a a\na a\n', ':s/a/b/<Enter>'), 'b a/a a')
  assert.equal(after('a a\na a\n', ':%s/a/b/g<Enter>'), 'b b/b b')
  assert.equal(after('a a\na a\n', ':%s/a/b/g<Enter>u'), 'a a/a a')
})

test('a search leads to the next place, and n and N go on', () => {
  const line = keys => play('x\none\ntwo\none\n', keys).cursor.line
  assert.deepEqual([line('/one<Enter>'), line('/one<Enter>n'), line('/one<Enter>nn'), line('/one<Enter>N')], [1, 3, 1, 3])
  assert.deepEqual([line('?one<Enter>'), line('?one<Enter>n')], [3, 1])
})

test('what cannot be done is said', () => {
  const message = keys => play('x\n', keys).message
  assert.equal(message('/y<Enter>'), 'not found: y')
  assert.equal(message(':s/y/z/<Enter>'), 'not found: y')
  assert.equal(message(':nope<Enter>'), 'not a command: nope')
  assert.equal(message('n'), 'nothing was searched for')
})

test('a command can be corrected and given up', () => {
  assert.equal(after('a\nb\n', ':2e<BS>d<Enter>'), 'a')
  assert.equal(after('a\nb\n', ':2d<Esc>x'), '/b')
  assert.equal(play('a\n', ':<BS>').mode, 'normal')
})

test('writing and quitting are asked for', () => {
  assert.deepEqual(play('a\n', ':w b.txt<Enter>:q!<Enter>').requests, [
    { is: 'write', path: 'b.txt', quit: false },
    { is: 'quit', force: true },
  ])
})
