import type { Clock } from '../ports.ts'

/** Shorter waits are those of the program itself, which beats in real time. */
const LONG_MS = 20_000

/** A clock on which whoever waits for long waits as long as told durations are played, and then it is as late as it would be. */
export function rehearsedClock(clock: Clock, shortened: (ms: number) => number): Clock {
  let leaptMs = 0
  const now = () => clock.now() + leaptMs
  return {
    now,
    async until(at, signal) {
      const waitMs = at - now()
      await clock.until(clock.now() + (waitMs < LONG_MS ? waitMs : shortened(waitMs)), signal)
      if (!signal.aborted) leaptMs += Math.max(0, at - now())
    },
  }
}
