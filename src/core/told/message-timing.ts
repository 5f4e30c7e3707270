/**
 * When an agent hears what a human says while it works: between two of its steps, in one more turn once it has ended
 * the one that it is at, or not at all. Whoever makes the next attempt hears it in any case.
 */
export type Reach = 'now' | 'next-turn' | 'next-attempt'

/** Whom the words reached, for the log and for whoever watches. */
export const reachWords = (attempt: number, reach: Reach): string => REACHED[reach](attempt)

const REACHED: Readonly<Record<Reach, (attempt: number) => string>> = {
  now: attempt => `attempt ${attempt} was told while it works`,
  'next-turn': attempt => `attempt ${attempt} hears it when the turn that it is at ends`,
  'next-attempt': attempt => `attempt ${attempt} cannot be told while it works: it goes with the next one`,
}
