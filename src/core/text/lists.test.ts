import { expect, test } from 'vitest'
import { firstLine, plural, someLines, someOf } from './lists.ts'

test('a few names are all listed, and of many the first with how many more there are', () => {
  expect(someOf(['a', 'b'])).toBe('a, b')
  expect(someOf(['a', 'b', 'c'], { max: 2 })).toBe('a, b and 1 more')
  expect(someOf(['a', 'b', 'c'], { max: 2, between: '; ' })).toBe('a; b; and 1 more')
  expect(someLines(['- a', '- b', '- c'], 2)).toEqual(['- a', '- b', '- and 1 more'])
  expect(someLines(['- a', '- b'], 2)).toEqual(['- a', '- b'])
})

test('one is singular, and everything else plural', () => {
  expect([0, 1, 2].map(count => plural(count, 'file'))).toEqual(['0 files', '1 file', '2 files'])
  expect(plural(2, 'criterion', 'criteria')).toBe('2 criteria')
})

test('the first line of a text is the text itself where it has one line', () => {
  expect([firstLine('a\nb'), firstLine('a'), firstLine('')]).toEqual(['a', 'a', ''])
})
