import { unreachable } from '../result.ts'
import { timeOfDay } from '../text/time.ts'
import type { Ending } from './ending.ts'

/** Endings that are unrelated to the task: the vendor's limit is reached, or the program cannot be started. */
export type Unavailable = Extract<Ending, { is: 'usage-limit' | 'overloaded' | 'could-not-start' }>

export const isUnavailable = (ending: Ending): ending is Unavailable =>
  ending.is === 'usage-limit' || ending.is === 'overloaded' || ending.is === 'could-not-start'

/** An attempt that we or the vendor cut short: it shows nothing about the work, and does not count as a try. */
export const isCutShort = (ending: Ending): boolean =>
  ending.is === 'stopped' || ending.is === 'lost' || isUnavailable(ending)

/** An unavailable agent: the reason, the number of failures in a row, and the end of its pause. */
export interface AgentTrouble {
  readonly reason: Unavailable['is']
  readonly problem: string
  /** Pauses in a row for this reason, without a working launch between them. */
  readonly times: number
  /** False once the pause is over and the next launch shows whether the agent works. */
  readonly paused: boolean
  /** Null: no further launch until a human continues the run. */
  readonly until: number | null
  /** Time of the last failure. A launch from before that time does not show that the agent works again. */
  readonly since: number
}

const MINUTE_MS = 60_000
/** The first pause if the vendor gives no time, the longest pause, and the maximum number of pauses in a row. */
const PATIENCE: Readonly<Record<Unavailable['is'], { firstMs: number; longestMs: number; times: number }>> = {
  'usage-limit': { firstMs: 5 * MINUTE_MS, longestMs: 60 * MINUTE_MS, times: 48 },
  overloaded: { firstMs: MINUTE_MS / 2, longestMs: 15 * MINUTE_MS, times: 10 },
  // A program that is being installed, or a machine out of processes, may work a moment later.
  'could-not-start': { firstMs: 1_000, longestMs: 1_000, times: 1 },
}
/** A reset time in the past would cause a loop; one beyond a weekly limit is a mistake. */
const RESET_MS = { min: MINUTE_MS, max: 8 * 24 * 60 * MINUTE_MS }

/** The end of an agent's pause after such an ending; null after too many failures, when a human has to look. */
export function pauseAfter(trouble: AgentTrouble | undefined, ending: Unavailable, now: number): number | null {
  const { firstMs, longestMs, times } = PATIENCE[ending.is]
  const isKnown = trouble?.paused && trouble.reason === ending.is
  const before = trouble?.reason === ending.is ? trouble.times - (isKnown ? 1 : 0) : 0
  if (before >= times) return null
  if (ending.is === 'usage-limit' && ending.resetsAt !== null)
    return Math.min(Math.max(ending.resetsAt, now + RESET_MS.min), now + RESET_MS.max)
  // One limit ends every running launch: together they are one pause.
  if (isKnown) return trouble.until
  return now + Math.min(firstMs * 2 ** before, longestMs)
}

/** The reason why a task waits during a pause of its agent. */
export function pauseWords(agent: string, { reason, until }: Pick<AgentTrouble, 'reason' | 'until'>): string {
  if (until === null)
    return reason === 'could-not-start'
      ? `waiting for you: ${agent} cannot be started`
      : `waiting for you: ${agent} could not work, although it was started several times`
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
