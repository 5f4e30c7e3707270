import { isUnavailable } from '../run/agent-pause.ts'
import type { Event } from '../run/event.ts'
import { evolve } from '../run/evolve.ts'
import type { RunState } from '../run/state.ts'
import { pausedEvents, pauseOf } from '../run/triage.ts'

type ReaderEnd = Extract<Event, { type: 'planner-ended' | 'diagnosis-ended' }>

/** The end of a planner or diagnoser: one that could not work is paused like any other agent. */
export function readerEnded(state: RunState, ended: ReaderEnd, now: number): readonly Event[] {
  if (!isUnavailable(ended.ending)) return [ended]
  const after = evolve(state, { version: state.version + 1, at: now, event: ended })
  return [ended, ...pausedEvents(after, pauseOf(after, ended.agent, ended.ending))]
}
