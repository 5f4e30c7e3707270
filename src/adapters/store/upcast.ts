import type { Event } from '../../core/run/event.ts'

/** An event as some version of pm-agent wrote it: its type, and whatever it carried then. */
export interface OldEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** Leads from one schema of events to the next; events that it does not concern pass through as they are. */
export type UpcastStep = (old: OldEvent) => OldEvent

/**
 * The first step leads from schema 1 to 2, and so on; a released step is never changed, moved or removed.
 * A change to the shape of an event in `core/event.ts` adds one small named function here.
 */
export const UPCAST_STEPS: readonly UpcastStep[] = []

/** The schema that a pm-agent with these steps writes. */
export const eventSchema = (steps: readonly UpcastStep[]): number => steps.length + 1

/** The event in today's shape. */
export function upcast(old: OldEvent, schema: number, steps: readonly UpcastStep[]): Event {
  let event = old
  for (const step of steps.slice(schema - 1)) event = step(event)
  return event as unknown as Event
}
