import { expect, it } from 'vitest'
import { duration, minute } from './time.ts'

it('a moment is said to the minute, in UTC', () => {
  expect(minute(Date.UTC(2026, 1, 3, 14, 5, 59))).toBe('2026-02-03 14:05')
})

it.each([
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999, '999 ms'],
  [1000, '1.0 s'],
  [1249, '1.2 s'],
  [59_900, '59.9 s'],
  [60_000, '1 min 0 s'],
  [185_000, '3 min 5 s'],
  [3_599_000, '59 min 59 s'],
  [3_600_000, '1 h 0 min'],
  [7_500_000, '2 h 5 min'],
])('%o ms are said as %s', (ms, words) => {
  expect(duration(ms)).toBe(words)
})

it.each([
  [999.7, '1.0 s'],
  [59_960, '1 min 0 s'],
  [3_599_600, '1 h 0 min'],
])('%o ms are rounded into the next unit', (ms, words) => {
  expect(duration(ms)).toBe(words)
})
