/**
 * When a running agent reads a human's message: between two of its steps, in one more turn after the current one, or not
 * at all. The next attempt reads it in any case.
 */
export type Reach = 'now' | 'next-turn' | 'next-attempt'

/** Who the message reached, for the log and the live view. */
export const reachWords = (attempt: number, reach: Reach): string => REACHED[reach](attempt)

const REACHED: Readonly<Record<Reach, (attempt: number) => string>> = {
  now: attempt => `attempt ${attempt} received it while working`,
  'next-turn': attempt => `attempt ${attempt} receives it at the end of its current turn`,
  'next-attempt': attempt => `attempt ${attempt} cannot receive it while working; the next attempt does`,
}
