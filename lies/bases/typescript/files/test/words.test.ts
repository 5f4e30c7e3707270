import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/words.ts'

test('words are joined with dashes', () => {
  assert.equal(slug('Hello brave world'), 'hello-brave-world')
})

test('what is around is left out', () => {
  assert.equal(slug('  Hello!  '), 'hello')
})
