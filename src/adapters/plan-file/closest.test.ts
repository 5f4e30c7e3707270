import { expect, test } from 'vitest'
import { closest } from './closest.ts'

test('a slip of a letter or two finds what was meant', () => {
  const kinds = ['feature', 'fix', 'refactor', 'perf', 'docs', 'chore', 'release']
  expect(closest('refacotr', kinds)).toBe('refactor')
  expect(closest('Feture', kinds)).toBe('feature')
  expect(closest('dosc', kinds)).toBe('docs')
  expect(closest('fixx', kinds)).toBe('fix')
})

test('a word of its own is not mistaken for another one', () => {
  expect(closest('spike', ['fix', 'docs', 'chore'])).toBe(null)
  expect(closest('a', ['b'])).toBe(null)
  expect(closest('', ['fix'])).toBe(null)
})
