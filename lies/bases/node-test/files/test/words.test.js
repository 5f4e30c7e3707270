import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { initials, slug } from '../src/words.js'

describe('slug', () => {
  test('joins words with dashes', () => {
    assert.equal(slug('Hello brave world'), 'hello-brave-world')
  })
  test('leaves out what is around', () => {
    assert.equal(slug('  Hello!  '), 'hello')
  })
  test('keeps digits', () => {
    assert.equal(slug('Area 51'), 'area-51')
  })
})

test('initials are capitals', () => {
  assert.equal(initials('ada lovelace'), 'AL')
})

test('initials of nothing are nothing', () => {
  assert.equal(initials('  '), '')
})
