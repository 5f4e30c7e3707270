import { expect, test } from 'vitest'
import { codeSpans, firstCodeSpan, withoutCode } from './code-span.ts'

test('pieces of code are found with their places, however many back-ticks mark them', () => {
  expect(codeSpans('a `b` ``c`d`` e')).toEqual([
    { start: 2, end: 5, code: 'b' },
    { start: 6, end: 13, code: 'c`d' },
  ])
  expect(codeSpans('`` ` `` and ` ')).toEqual([{ start: 0, end: 7, code: '`' }])
  expect(codeSpans('`a\r\nb`')).toEqual([{ start: 0, end: 6, code: 'a b' }])
  expect(codeSpans('no code, one ` only')).toEqual([])
})

test('the first code span is the first of all code spans', () => {
  for (const text of ['a `b` `c`', '``a`` `b`', '``` `a` ```', 'x', '`', '``a`']) {
    expect(firstCodeSpan(text)).toEqual(codeSpans(text)[0] ?? null)
  }
})

test('back-ticks around the whole text are removed', () => {
  expect(['`npm`', 'npm', '`a` `b`', '``a`b``'].map(withoutCode)).toEqual(['npm', 'npm', '`a` `b`', 'a`b'])
})
