import { describe, expect, test } from 'vitest'
import { initials, slug } from '../src/words.js'

describe('slug', () => {
  test('joins words with dashes', () => {
    expect(slug('Hello brave world')).toBe('hello-brave-world')
  })
  test('leaves out what is around', () => {
    expect(slug('  Hello!  ')).toBe('hello')
  })
  test('keeps digits', () => {
    expect(slug('Area 51')).toBe('area-51')
  })
})

test('initials are capitals', () => {
  expect(initials('ada lovelace')).toBe('AL')
})

test('initials of nothing are nothing', () => {
  expect(initials('  ')).toBe('')
})
