import { ok } from '../../src/core/result.ts'
import type { Event } from '../../src/core/run/event.ts'
import type { Ports, Rooms, Store } from '../../src/ports.ts'

/** Ways to break an invariant in the wiring, each of which stories have to notice. */
export const SABOTAGES = [
  'no journal before spawn',
  'no compare-and-swap',
  'a reused receipt',
  'a forgotten lease',
  'an unchecked room',
] as const
export type Sabotage = (typeof SABOTAGES)[number]

/** What goes around the ports to break them in this way. */
export const sabotaged =
  (sabotage: Sabotage) =>
  (ports: Ports): Ports => {
    switch (sabotage) {
      case 'no journal before spawn':
        return { ...ports, store: writingLate(ports.store) }
      case 'no compare-and-swap':
        return { ...ports, store: appendingAnyway(ports.store) }
      case 'a reused receipt':
        return { ...ports, store: answeringFromMemory(ports.store) }
      case 'a forgotten lease':
        return { ...ports, store: forgettingLeases(ports.store) }
      case 'an unchecked room':
        return { ...ports, rooms: uncheckedRooms(ports.rooms) }
    }
  }

type Dated = { readonly at: number; readonly event: Event }

const STARTS: ReadonlySet<Event['type']> = new Set(['attempt-started', 'agent-launched'])

/** Says that the start of an attempt is written, and writes it with whatever comes next. */
function writingLate(store: Store): Store {
  let late: readonly Dated[] = []
  const append: Store['append'] = async (lease, version, events, answers = []) => {
    const all = [...late, ...events]
    const isStart = events.length > 0 && events.every(({ event }) => STARTS.has(event.type))
    if (isStart && answers.length === 0) {
      late = all
      return ok(version + events.length)
    }
    const written = await store.append(lease, version - late.length, all, answers)
    late = []
    return written
  }
  return { ...store, append }
}

const FORCED = { fromSilent: true } as const
const NOBODY = { pid: 0, startTime: '', host: 'nowhere' }
const LATE = Number.MAX_SAFE_INTEGER

/** Writes behind whatever stands there already, whoever holds the lease. */
function appendingAnyway(store: Store): Store {
  const append: Store['append'] = async (lease, version, events, answers) => {
    const first = await store.append(lease, version, events, answers)
    if (first.ok) return first
    const taken = await store.takeLease(lease.run, NOBODY, LATE, FORCED)
    if (!taken.ok) return first
    const again = await store.append(taken.value, (await store.read(lease.run)).length, events, answers)
    return again.ok ? ok(version + events.length) : again
  }
  return { ...store, append, renewLease: async () => true }
}

/** Gives the lease to whoever asks. */
const forgettingLeases = (store: Store): Store => ({
  ...store,
  takeLease: (run, holder) => store.takeLease(run, holder, LATE, FORCED),
})

/** Gives the last result of a command for every tree. */
function answeringFromMemory(store: Store): Store {
  let last: string | null = null
  return {
    ...store,
    recall: async key => (await store.recall(key)) ?? last,
    remember: async (key, value) => {
      last = value
      await store.remember(key, value)
    },
  }
}

/** Says nothing about tracked files that a command changed in its room. */
const uncheckedRooms = (rooms: Rooms): Rooms => ({
  ...rooms,
  run: async (room, spec, signal) => {
    const { tracked: _, ...result } = await rooms.run(room, spec, signal)
    return result
  },
})
