import { expect, it } from 'vitest'
import { nearest } from './did-you-mean.ts'

const WORDS = ['test', 'test_all', 'lint', 'attempt_minutes', 'idle_minutes']

it.each([
  ['tset', 'test'],
  ['tests', 'test'],
  ['lnt', 'lint'],
  ['attemptMinutes', 'attempt_minutes'],
  ['attempt-minutes', 'attempt_minutes'],
  ['atempt_minuts', 'attempt_minutes'],
  ['TestAll', 'test_all'],
])('%s is likely to mean %s', (word, meant) => {
  expect(nearest(word, WORDS)).toBe(meant)
})

it.each(['', 'xyz', 'build', 'minutes'])('"%s" comes near to nothing', word => {
  expect(nearest(word, WORDS)).toBe(null)
})

it('of two that are equally near the first one is taken', () => {
  expect(nearest('bat', ['cat', 'hat'])).toBe('cat')
})
