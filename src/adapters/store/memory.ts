import { breaksLine, type SealBreak } from '../../core/journal/seal-break.ts'
import { LEASE_TTL_MS } from '../../core/lease.ts'
import type { RunId } from '../../core/plan/ids.ts'
import { err, invariant, ok } from '../../core/result.ts'
import type { Event, Recorded } from '../../core/run/event.ts'
import type { Answer, RunRow, Store } from '../../ports.ts'
import { driverOf, type HolderSigns, keeperOf, type LeaseRow } from './lease.ts'
import { StoreProblem } from './problem.ts'
import { breaksOf, firstSeal, nextSeal, resultSeal, type Sealed } from './seal.ts'

/** Nothing in memory outlives the program that wrote it. */
const SCHEMA = 1

/** The state that survives a simulated crash, kept as the text that a store would write to disk. */
export interface MemoryDisk {
  readonly runs: Map<RunId, StoredRun>
  readonly inbox: { readonly run: RunId; readonly command: string; answer: string | null }[]
  readonly results: Map<string, { readonly value: string; readonly seal: string }>
  readonly connections: Set<Connection>
}

interface StoredRun {
  readonly row: string
  readonly events: Sealed[]
  readonly seals: Map<number, string>
  lease: LeaseRow | null
}

interface Connection {
  readonly wake: () => void
}

/** An empty disk; give the same one to a second store to share the journal. */
export const createMemoryDisk = (): MemoryDisk => ({
  runs: new Map(),
  inbox: [],
  results: new Map(),
  connections: new Set(),
})

/** The shared disk, and the live processes of the simulated world. */
export interface MemoryStoreOptions {
  readonly disk?: MemoryDisk
  readonly isHolderAlive?: HolderSigns['isAlive'] | undefined
  readonly isHolderStopped?: HolderSigns['isStopped'] | undefined
}

/** The journal in memory, for simulation: one store is one process's connection to the disk. */
export function createMemoryStore({
  disk = createMemoryDisk(),
  isHolderAlive = () => true,
  isHolderStopped = () => false,
}: MemoryStoreOptions = {}): Store {
  let isOpen = true
  const listeners = new Listeners()
  disk.connections.add(listeners)

  const attempt = async <T>(work: () => T): Promise<T> => {
    invariant(isOpen, 'the store is open')
    return work()
  }
  const wakeOthers = (): void => {
    for (const connection of disk.connections) if (connection !== listeners) connection.wake()
  }
  return {
    ...journalOn(disk, attempt, wakeOthers),
    ...leasesOn(disk, attempt, { isAlive: isHolderAlive, isStopped: isHolderStopped }),
    ...inboxOn(disk, attempt, () => {
      wakeOthers()
      listeners.wake()
    }),
    watch: listener => listeners.add(listener),
    ...resultsOn(disk, attempt),
    close: () => {
      isOpen = false
      listeners.clear()
      disk.connections.delete(listeners)
    },
  }
}

type Attempt = <T>(work: () => T) => Promise<T>

function journalOn(
  disk: MemoryDisk,
  attempt: Attempt,
  wakeOthers: () => void,
): Pick<Store, 'create' | 'runs' | 'read' | 'append'> {
  return {
    create: ({ id, planId, planPath, openedAt }) =>
      attempt(() => {
        const row = JSON.stringify({ id, planId, planPath, openedAt })
        invariant((disk.runs.get(id)?.row ?? row) === row, `run ${id} is created once`)
        if (!disk.runs.has(id)) disk.runs.set(id, { row, events: [], seals: new Map(), lease: null })
      }),
    runs: () =>
      attempt(() =>
        [...disk.runs.values()]
          .filter(run => run.events.length > 0)
          .map((run): RunRow => JSON.parse(run.row))
          .sort((one, other) => one.openedAt - other.openedAt),
      ),
    read: (id, afterVersion = 0) =>
      attempt(() => {
        const run = disk.runs.get(id)
        if (run === undefined) return []
        const breaks = breaksIn(id, run)
        if (breaks.length > 0) throw altered(breaks)
        return run.events.slice(afterVersion).map(toRecorded)
      }),
    append: (lease, expectedVersion, events, answers = []) =>
      attempt(() => {
        const run = disk.runs.get(lease.run)
        if (run === undefined || !holds(run, lease.token)) return err('lease-lost')
        if (run.events.length !== expectedVersion) return err('version-conflict')
        // Everything that can go wrong goes wrong before anything is written.
        const written = events.map(({ at, event }, index) => toWritten(expectedVersion + index + 1, at, event))
        const settled = answers.map(({ id, answer }) => {
          const row = disk.inbox[id - 1]
          invariant(row?.run === lease.run && row.answer === null, `command ${id} waits for its answer`)
          return { row, answer: JSON.stringify(answer) }
        })
        for (const event of written) seal(run, event)
        for (const { row, answer } of settled) row.answer = answer
        wakeOthers()
        return ok(expectedVersion + events.length)
      }),
  }
}

const toWritten = (version: number, at: number, event: Event): Sealed => ({
  version,
  at,
  type: event.type,
  schema: SCHEMA,
  body: JSON.stringify(event),
})

const parsed = new WeakMap<Sealed, Recorded>()

/** Parsed once and frozen: simulations read the same events again and again, and a reader must not change the journal. */
function toRecorded(written: Sealed): Recorded {
  const known = parsed.get(written)
  if (known) return known
  const { version, at, body } = written
  const record: Recorded = frozen({ version, at, event: JSON.parse(body) })
  parsed.set(written, record)
  return record
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

function seal(run: StoredRun, event: Sealed): void {
  const before = run.seals.get(event.version - 1) ?? firstSeal(JSON.parse(run.row))
  run.seals.set(event.version, knownSeal(before, event))
  run.events.push(event)
}

const breaksIn = (id: RunId, { row, events, seals }: StoredRun): readonly SealBreak[] =>
  breaksOf({ run: id, after: 0, before: firstSeal(JSON.parse(row)), events, seals: [...seals] }, knownSeal)

const computed = new WeakMap<Sealed, { readonly before: string; readonly seal: string }>()

/** Simulations verify the same events again and again; an event in memory is replaced, never changed. */
function knownSeal(before: string, event: Sealed): string {
  const known = computed.get(event)
  if (known?.before === before) return known.seal
  const seal = nextSeal(before, event)
  computed.set(event, { before, seal })
  return seal
}

const altered = (breaks: readonly SealBreak[]): StoreProblem =>
  new StoreProblem('journal-altered', 'in memory', breaksLine(breaks))

function resultsOn(
  disk: MemoryDisk,
  attempt: Attempt,
): Pick<Store, 'recall' | 'remember' | 'verify' | 'forgetChanged'> {
  const changed = (): readonly string[] =>
    [...disk.results].filter(([key, { value, seal }]) => seal !== resultSeal(key, value)).map(([key]) => key)
  return {
    recall: key =>
      attempt(() => {
        const found = disk.results.get(key)
        if (found === undefined) return null
        if (found.seal !== resultSeal(key, found.value)) throw altered([{ is: 'result-changed', key }])
        return found.value
      }),
    remember: (key, value) => attempt(() => void disk.results.set(key, { value, seal: resultSeal(key, value) })),
    verify: only =>
      attempt(() => [
        ...[...disk.runs].flatMap(([id, run]) => (only === undefined || only === id ? breaksIn(id, run) : [])),
        ...changed().map((key): SealBreak => ({ is: 'result-changed', key })),
      ]),
    forgetChanged: () =>
      attempt(() => {
        const keys = changed()
        for (const key of keys) disk.results.delete(key)
        return keys.length
      }),
  }
}

function leasesOn(
  disk: MemoryDisk,
  attempt: Attempt,
  signs: HolderSigns,
): Pick<Store, 'takeLease' | 'renewLease' | 'releaseLease' | 'driver'> {
  return {
    takeLease: (id, holder, now, terms = {}) =>
      attempt(() => {
        const run = runOn(disk, id)
        const keeper = keeperOf(run.lease, { holder, now, ...terms }, signs)
        if (keeper) return err(keeper)
        const token = (run.lease?.token ?? 0) + 1
        run.lease = { token, isHeld: true, holder: { ...holder }, expiresAt: now + LEASE_TTL_MS }
        return ok({ run: id, token })
      }),
    renewLease: (lease, now) =>
      attempt(() => {
        const run = disk.runs.get(lease.run)
        if (!run?.lease || !holds(run, lease.token)) return false
        run.lease = { ...run.lease, expiresAt: now + LEASE_TTL_MS }
        return true
      }),
    releaseLease: lease =>
      attempt(() => {
        const run = disk.runs.get(lease.run)
        if (run?.lease && holds(run, lease.token)) run.lease = { ...run.lease, isHeld: false }
      }),
    driver: (id, { host }, now) => attempt(() => driverOf(disk.runs.get(id)?.lease ?? null, host, now, signs)),
  }
}

function inboxOn(
  disk: MemoryDisk,
  attempt: Attempt,
  wakeAll: () => void,
): Pick<Store, 'submit' | 'pending' | 'answerTo'> {
  return {
    submit: (run, command) =>
      attempt(() => {
        runOn(disk, run)
        const id = disk.inbox.push({ run, command: JSON.stringify(command), answer: null })
        wakeAll()
        return id
      }),
    pending: run =>
      attempt(() =>
        disk.inbox.flatMap((row, index) =>
          row.run === run && row.answer === null ? [{ id: index + 1, command: JSON.parse(row.command) }] : [],
        ),
      ),
    answerTo: id =>
      attempt((): Answer | null => {
        const answer = disk.inbox[id - 1]?.answer ?? null
        return answer === null ? null : JSON.parse(answer)
      }),
  }
}

const holds = (run: StoredRun, token: number): boolean => run.lease?.token === token && run.lease.isHeld

function runOn(disk: MemoryDisk, id: RunId): StoredRun {
  const run = disk.runs.get(id)
  invariant(run !== undefined, `run ${id} exists`)
  return run
}

/** The listeners of one connection; several wake-ups in one turn give one call each. */
class Listeners implements Connection {
  readonly #entries = new Set<{ readonly call: () => void }>()
  #isScheduled = false

  add(listener: () => void): () => void {
    const entry = { call: listener }
    this.#entries.add(entry)
    return () => void this.#entries.delete(entry)
  }

  clear(): void {
    this.#entries.clear()
  }

  wake(): void {
    if (this.#isScheduled || this.#entries.size === 0) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      for (const { call } of [...this.#entries]) call()
    })
  }
}
