import type { Clock } from '../ports.ts'

/** Shorter waits are the program's own and run in real time. */
const LONG_MS = 20_000

/** A clock that shortens long waits like scripted durations, and then advances by their full length. */
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
