import type { Ending } from '../../core/run/ending.ts'
import { troubleEnding } from './agent-trouble.ts'

const MINUTE_MS = 60_000

/** Gemini waits for its quota by itself, for hours if necessary, and prints nothing until it is ended. */
const WAITING = /^Attempt \d+ failed: (.+) Retrying after (\d+)ms/gm

/** The wait behind the silence of an agent that we ended, from its last output; null if it does not tell. */
export function silentWait(ending: Ending, output: string, now: number): Ending | null {
  if (ending.is !== 'idle') return null
  const silenceMs = ending.minutes * MINUTE_MS
  const [, words, pauseMs] = [...output.matchAll(WAITING)].at(-1) ?? []
  // A pause that would have ended earlier does not explain the silence.
  if (words === undefined || Number(pauseMs) < silenceMs) return null
  // Its message was true when the silence began.
  const told = troubleEnding(words, { status: null, limit: null }, now - silenceMs)
  return told.is === 'agent-error' ? null : told
}
