import type { Ending } from '../../core/run/ending.ts'
import { troubleEnding } from './agent-trouble.ts'

const MINUTE_MS = 60_000

/** Gemini waits for its allowance by itself, for hours if need be, and tells nobody until it is ended. */
const WAITING = /^Attempt \d+ failed: (.+) Retrying after (\d+)ms/gm

/** What an agent that was ended for its silence had been waiting for, from what it printed on leaving; null where it does not say. */
export function silentWait(ending: Ending, output: string, now: number): Ending | null {
  if (ending.is !== 'idle') return null
  const silenceMs = ending.minutes * MINUTE_MS
  const [, words, pauseMs] = [...output.matchAll(WAITING)].at(-1) ?? []
  // A pause that would have been over by then does not explain the silence.
  if (words === undefined || Number(pauseMs) < silenceMs) return null
  // What it says was true when the silence began.
  const told = troubleEnding(words, { status: null, limit: null }, now - silenceMs)
  return told.is === 'agent-error' ? null : told
}
