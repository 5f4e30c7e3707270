import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeKeys, isNamed, parseKeys } from '../src/keys.js'

test('a script is read key by key', () => {
  assert.deepEqual(parseKeys('ihi<Esc>'), ['i', 'h', 'i', '<Esc>'])
  assert.equal(parseKeys('ihello<Esc>:wq<Enter>').length, 11)
})

test('Enter is a key of its own, however it is written', () => {
  assert.deepEqual(parseKeys('<Enter><cr>\n'), ['<Enter>', '<Enter>', '<Enter>'])
})

test('a name that no key has is text', () => {
  assert.deepEqual(parseKeys('<b>'), ['<', 'b', '>'])
  assert.deepEqual(parseKeys('a<lt>b'), ['a', '<', 'b'])
})

test('what a terminal sends are the same keys', () => {
  assert.deepEqual(decodeKeys('x\r\u001b[A\u001b'), ['x', '<Enter>', '<Up>', '<Esc>'])
})

test('named keys never become text', () => {
  assert.deepEqual(['<Esc>', '<', 'a', '😀'].map(isNamed), [true, false, false, false])
})
