import type { Event } from '../run/event.ts'
import type { Observation } from '../run/input.ts'
import type { RunState } from '../run/state.ts'
import { lateChanges } from './plan-changes.ts'

/** The run takes the edited documents over; tasks that have begun keep their texts, and a human is asked about them. */
export function planRead(
  state: RunState,
  { type: _, ...read }: Extract<Observation, { type: 'plan-read' }>,
): readonly Event[] {
  if (read.changes.length === 0) return []
  const late = lateChanges(state, read.changes)
  return [{ type: 'plan-edited', ...read, ...(late.length > 0 ? { late } : {}) }]
}
