import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY } from '../src/history.js'
import { parseKeys } from '../src/keys.js'
import { normal } from '../src/normal-mode.js'

const START = { cursor: { line: 0, column: 0 }, mode: 'normal', pending: '', register: null, history: EMPTY }

/** The text after some keys; none of them begins to insert. */
const after = (text, keys) =>
  parseKeys(keys)
    .reduce(normal, { ...START, lines: text.split('/') })
    .lines.join('/')

test('characters, words and lines are deleted', () => {
  assert.equal(after('abc', 'x'), 'bc')
  assert.equal(after('abcdef', '3x'), 'def')
  assert.equal(after('one two three', 'wdw'), 'one three')
  assert.equal(after('one two/three', 'wdw'), 'one /three')
  assert.equal(after('one two three', 'd2w'), 'three')
  assert.equal(after('one two', 'wD'), 'one ')
  assert.equal(after('a/b/c', 'jdd'), 'a/c')
  assert.equal(after('a/b/c/d', '2dd'), 'c/d')
  assert.equal(after('a/b/c', 'dG'), '')
})

test('what was yanked or deleted is pasted', () => {
  assert.equal(after('a/b', 'yyjp'), 'a/b/a')
  assert.equal(after('a/b', 'ddp'), 'b/a')
  assert.equal(after('ab', 'xp'), 'ba')
  assert.equal(after('one two', 'yw$p'), 'one twoone ')
  assert.equal(after('a', 'yy3p'), 'a/a/a/a')
})

test('changes are undone and redone', () => {
  assert.equal(after('abc', 'xxu'), 'bc')
  assert.equal(after('abc', 'xxuu'), 'abc')
  assert.equal(after('abc', 'xxuu<C-r>'), 'bc')
  assert.equal(after('abc', 'u'), 'abc')
  assert.equal(after('/a', 'xjxu'), '/a')
})

test('a character is replaced, lines are joined', () => {
  assert.equal(after('cat', 'rr'), 'rat')
  assert.equal(after('a/b', 'J'), 'a b')
})

test('Esc gives a command up that was only begun', () => {
  assert.equal(after('abc/d', 'd<Esc>d<Esc>x'), 'bc/d')
  assert.equal(after('abc', '2<Esc>x'), 'bc')
})

test('keys that begin to insert say where', () => {
  const inserting = (text, keys) => {
    const { lines, cursor, mode } = parseKeys(keys).reduce(normal, { ...START, lines: text.split('/') })
    return `${mode} ${lines.join('/')} ${cursor.line}:${cursor.column}`
  }
  assert.equal(inserting(' ab', 'la'), 'insert  ab 0:2')
  assert.equal(inserting(' ab', 'A'), 'insert  ab 0:3')
  assert.equal(inserting(' ab', '$I'), 'insert  ab 0:1')
  assert.equal(inserting('ab', 'o'), 'insert ab/ 1:0')
  assert.equal(inserting('one two', 'cw'), 'insert  two 0:0')
  assert.equal(inserting('a/b', 'cc'), 'insert /b 0:0')
})
