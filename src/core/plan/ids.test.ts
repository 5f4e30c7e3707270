import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileSafe, slug, taskId } from './ids.ts'

describe('a slug', () => {
  it.each([
    ['Add search to the shop', 'add-search-to-the-shop'],
    ['  --Fix: the (old) parser!  ', 'fix-the-old-parser'],
    ['Größe und Café', 'große-und-cafe'],
    ['検索を追加する', '検索を追加する'],
    ['プランが長い', 'プランが長い'],
    ['검색 기능 추가', '검색-기능-추가'],
    ['हिन्दी योजना', 'हिन्दी-योजना'],
    ['…', 'plan'],
    ['', 'plan'],
  ])('of %o is %o', (title, expected) => {
    expect(slug(title)).toBe(expected)
  })

  it('is cut where it is too long, and never ends in a dash', () => {
    expect(slug('one two three four', 8)).toBe('one-two')
    expect(slug('one two three four', 9)).toBe('one-two-t')
  })

  it('is never cut inside a character', () => {
    expect(slug('𠮷𠮷𠮷', 3)).toBe('𠮷')
  })

  it('holds letters, digits and single dashes only, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 60 }), (title, lengthMax) => {
        const short = slug(title, lengthMax)
        expect(short).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u)
        expect(short.isWellFormed()).toBe(true)
        expect(short === 'plan' || short.length <= lengthMax).toBe(true)
      }),
    )
  })
})

describe('a task id in a file name', () => {
  it.each([
    ['3', '3'],
    ['3.a', '3.a'],
    ['2/1', '2-1'],
    ['final', 'final'],
    ['a b:c', 'a-b-c'],
  ])('%o stands as %o', (id, expected) => {
    expect(fileSafe(taskId(id))).toBe(expected)
  })
})
