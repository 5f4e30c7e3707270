import type { Event } from '../../core/run/event.ts'

/** An event as written by some version of pm-agent: its type and its fields at that time. */
export interface OldEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** Converts events from one schema to the next; unaffected events pass unchanged. */
export type UpcastStep = (old: OldEvent) => OldEvent

/**
 * The first step leads from schema 1 to 2, and so on; a released step is never changed, moved or removed.
 * A change to the shape of an event in `core/event.ts` adds one small named function here.
 */
export const UPCAST_STEPS: readonly UpcastStep[] = []

/** The schema that a pm-agent with these steps writes. */
export const eventSchema = (steps: readonly UpcastStep[]): number => steps.length + 1

/** The event in its current shape. */
export function upcast(old: OldEvent, schema: number, steps: readonly UpcastStep[]): Event {
  let event = old
  for (const step of steps.slice(schema - 1)) event = step(event)
  return event as unknown as Event
}
