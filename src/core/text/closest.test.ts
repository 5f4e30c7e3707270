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

const SETTINGS = ['test', 'test_all', 'lint', 'attempt_minutes', 'idle_minutes']

test.each([
  ['tset', 'test'],
  ['tests', 'test'],
  ['lnt', 'lint'],
  ['attemptMinutes', 'attempt_minutes'],
  ['attempt-minutes', 'attempt_minutes'],
  ['atempt_minuts', 'attempt_minutes'],
  ['TestAll', 'test_all'],
])('%s is likely to mean %s, in whichever habit it is written', (word, meant) => {
  expect(closest(word, SETTINGS)).toBe(meant)
})

test.each(['', 'xyz', 'build', 'minutes'])('"%s" comes near to no setting', word => {
  expect(closest(word, SETTINGS)).toBe(null)
})

test('of two that are equally near the first one is taken', () => {
  expect(closest('bat', ['cat', 'hat'])).toBe('cat')
})
