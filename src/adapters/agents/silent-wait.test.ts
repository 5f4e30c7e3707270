import { expect, test } from 'vitest'
import { silentWait } from './silent-wait.ts'

const NOW = 1_800_000_000_000
const IDLE = { is: 'idle', minutes: 10 } as const
const QUOTA = 'You have exhausted your capacity on this model. Your quota will reset after 1h0m0s.'
const waiting = (words: string, pauseMs: number) =>
  `Ripgrep is not there.\nAttempt 1 failed: ${words}. Retrying after ${pauseMs}ms...\n`

test('a silence in which an agent waited for its quota is a usage limit, counted from its beginning', () => {
  expect(silentWait(IDLE, waiting(QUOTA, 3_600_000), NOW)).toEqual({
    is: 'usage-limit',
    problem: `${QUOTA}.`,
    resetsAt: NOW + 50 * 60_000,
  })
})

test('a silence in which it waited for an overloaded vendor is an overload', () => {
  expect(silentWait(IDLE, waiting('The model is overloaded', 900_000), NOW)).toMatchObject({ is: 'overloaded' })
})

test.each([
  ['a pause that was over before the silence was', IDLE, waiting(QUOTA, 5_000)],
  ['a failure that is neither', IDLE, waiting('the request is no good', 900_000)],
  ['nothing about waiting', IDLE, 'Ripgrep is not there.\n'],
  ['an end of another kind', { is: 'timed-out', minutes: 10 } as const, waiting(QUOTA, 3_600_000)],
])('%s explains no silence', (_, ending, output) => {
  expect(silentWait(ending, output, NOW)).toBeNull()
})
