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
export const UPCAST_STEPS: readonly UpcastStep[] = [questionsFromReasons, limitsAreWhole]

/**
 * Schema 1 stored a question to a human as finished sentences, wrote its reasons into an event of their own before it, and named
 * files over the size limit in a note only.
 */
function questionsFromReasons(old: OldEvent): OldEvent {
  switch (old.type) {
    case 'task-escalated': {
      const { escalation: _, ...rest } = old
      return { ...rest, reasons: [] }
    }
    case 'task-added':
      return { ...old, reasons: [] }
    case 'attempt-ended':
    case 'draft-merged':
    case 'merge-conflicted':
      return { ...old, draft: withOversized(old.draft) }
    case 'proof-recorded':
      return old.formatted === undefined ? old : { ...old, formatted: withOversized(old.formatted) }
    default:
      return old
  }
}

/** The note of schema 1 listed at most twenty files. */
function withOversized(draft: unknown): unknown {
  if (typeof draft !== 'object' || draft === null || !('notes' in draft) || !Array.isArray(draft.notes)) return draft
  const oversized = draft.notes.flatMap(
    note => /^larger than \d+ MB and left out: (?<files>.*)$/s.exec(note)?.groups?.files?.split(', ') ?? [],
  )
  return oversized.length > 0 ? { ...draft, oversized } : draft
}

/**
 * Runs up to schema 2 may lack limits that came later. Those that guard the machine are what they were when they came in;
 * a run that was opened without a budget has none.
 */
function limitsAreWhole(old: OldEvent): OldEvent {
  if (old.type !== 'run-opened') return old
  const config = old.config as { readonly limits: object }
  const later = {
    memoryMb: 4096,
    agentMemoryMb: 8192,
    processes: 500,
    patchFiles: 15,
    addedTasks: 3,
    usdPerRun: Number.POSITIVE_INFINITY,
  }
  return { ...old, config: { ...config, limits: { ...later, ...config.limits } } }
}

/** The schema that a pm-agent with these steps writes. */
export const eventSchema = (steps: readonly UpcastStep[]): number => steps.length + 1

/** The event in its current shape. */
export function upcast(old: OldEvent, schema: number, steps: readonly UpcastStep[]): Event {
  let event = old
  for (const step of steps.slice(schema - 1)) event = step(event)
  return event as unknown as Event
}
