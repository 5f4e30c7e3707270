import { expect, test } from 'vitest'
import { rehearsedClock } from './clock.ts'

const HOUR_MS = 3_600_000

/** A clock that says how long it was waited on, and moves at once. */
function waitedOn() {
  const waits: number[] = []
  let time = 1_000_000
  return {
    waits,
    clock: {
      now: () => time,
      until: async (at: number, signal: AbortSignal) => {
        if (signal.aborted) return
        waits.push(at - time)
        time = at
      },
    },
  }
}
const never = new AbortController().signal

test('a long wait is played as fast as everything else, and then it is as late as it would be', async () => {
  const { clock, waits } = waitedOn()
  const played = rehearsedClock(clock, ms => ms / 600)
  const begun = played.now()
  await played.until(begun + HOUR_MS, never)
  expect(waits).toEqual([HOUR_MS / 600])
  expect(played.now()).toBe(begun + HOUR_MS)
  await played.until(begun + HOUR_MS, never)
  expect(played.now()).toBe(begun + HOUR_MS)
})

test('a short wait is as long as it is', async () => {
  const { clock, waits } = waitedOn()
  const played = rehearsedClock(clock, ms => ms / 600)
  await played.until(played.now() + 5_000, never)
  expect(waits).toEqual([5_000])
})

test('a wait that is broken off leaves the time where it is', async () => {
  const { clock } = waitedOn()
  const played = rehearsedClock(clock, ms => ms / 600)
  const begun = played.now()
  await played.until(begun + HOUR_MS, AbortSignal.abort())
  expect(played.now()).toBe(begun)
})
