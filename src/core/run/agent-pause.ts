import { unreachable } from '../result.ts'
import { timeOfDay } from '../text/time.ts'
import type { Ending } from './ending.ts'

/** Ends of a launch that say nothing of the task: the vendor gives no more for a while, or the program cannot be started. */
export type Unavailable = Extract<Ending, { is: 'usage-limit' | 'overloaded' | 'could-not-start' }>

export const isUnavailable = (ending: Ending): ending is Unavailable =>
  ending.is === 'usage-limit' || ending.is === 'overloaded' || ending.is === 'could-not-start'

/** An attempt that was cut short by us or by the vendor: it says nothing about the work, and is no try of its own. */
export const isCutShort = (ending: Ending): boolean =>
  ending.is === 'stopped' || ending.is === 'lost' || isUnavailable(ending)

/** That an agent could not work, how often in a row, and until when nobody asks it. */
export interface AgentTrouble {
  readonly reason: Unavailable['is']
  readonly problem: string
  /** Pauses in a row for this reason, without a launch between them that could work. */
  readonly times: number
  /** False once the time is over and the next launch has to show whether it is. */
  readonly paused: boolean
  /** Null: it was given up on until a human says to go on. */
  readonly until: number | null
  /** When it last could not work. A launch from before that time cannot show that it can again. */
  readonly since: number
}

const MINUTE_MS = 60_000
/** How long the first pause is where nobody says until when, how long the longest, and how many in a row there are. */
const PATIENCE: Readonly<Record<Unavailable['is'], { firstMs: number; longestMs: number; times: number }>> = {
  'usage-limit': { firstMs: 5 * MINUTE_MS, longestMs: 60 * MINUTE_MS, times: 48 },
  overloaded: { firstMs: MINUTE_MS / 2, longestMs: 15 * MINUTE_MS, times: 10 },
  // A program that is being installed, or a machine without a process to spare, is well a moment later.
  'could-not-start': { firstMs: 1_000, longestMs: 1_000, times: 1 },
}
/** A reset that is over already would make a loop of it; one that is further away than a weekly limit is a mistake. */
const RESET_MS = { min: MINUTE_MS, max: 8 * 24 * 60 * MINUTE_MS }

/** Until when an agent is left alone after such an end; null when it was tried often enough for a human to look. */
export function pauseAfter(trouble: AgentTrouble | undefined, ending: Unavailable, now: number): number | null {
  const { firstMs, longestMs, times } = PATIENCE[ending.is]
  const isKnown = trouble?.paused && trouble.reason === ending.is
  const before = trouble?.reason === ending.is ? trouble.times - (isKnown ? 1 : 0) : 0
  if (before >= times) return null
  if (ending.is === 'usage-limit' && ending.resetsAt !== null)
    return Math.min(Math.max(ending.resetsAt, now + RESET_MS.min), now + RESET_MS.max)
  // One limit ends every launch that is under way: together they are one pause.
  if (isKnown) return trouble.until
  return now + Math.min(firstMs * 2 ** before, longestMs)
}

/** What a task waits for while its agent is left alone. */
export function pauseWords(agent: string, { reason, until }: Pick<AgentTrouble, 'reason' | 'until'>): string {
  if (until === null)
    return reason === 'could-not-start'
      ? `waiting for you: ${agent} cannot be started`
      : `waiting for you: ${agent} was asked again and again and could not work`
  switch (reason) {
    case 'usage-limit':
      return `waiting for the usage limit of ${agent} until ${timeOfDay(until)}`
    case 'overloaded':
      return `waiting for ${agent}, whose model has no room, until ${timeOfDay(until)}`
    case 'could-not-start':
      return `waiting a moment for ${agent}, which could not be started`
    default:
      return unreachable(reason)
  }
}
