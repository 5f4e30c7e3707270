import type { RunId } from '../../core/plan/ids.ts'
import { err, invariant, ok } from '../../core/result.ts'
import type { Recorded } from '../../core/run/event.ts'
import { LEASE_TTL_MS } from '../../core/run/lease.ts'
import type { Answer, RunRow, Store } from '../../ports.ts'
import { driverOf, type HolderSigns, keeperOf, type LeaseRow } from './lease.ts'

/** What outlives a simulated crash. Everything that a store would write to a disk is kept as the text it would write. */
export interface MemoryDisk {
  readonly runs: Map<RunId, StoredRun>
  readonly inbox: { readonly run: RunId; readonly command: string; answer: string | null }[]
  readonly results: Map<string, string>
  readonly connections: Set<Connection>
}

interface StoredRun {
  readonly row: string
  readonly events: string[]
  lease: LeaseRow | null
}

interface Connection {
  readonly wake: () => void
}

/** An empty disk; hand the same one to a second store to meet the first one's journal. */
export const createMemoryDisk = (): MemoryDisk => ({
  runs: new Map(),
  inbox: [],
  results: new Map(),
  connections: new Set(),
})

/** The disk to share, and who is alive in the simulated world. */
export interface MemoryStoreOptions {
  readonly disk?: MemoryDisk
  readonly isHolderAlive?: HolderSigns['isAlive']
  readonly isHolderStopped?: HolderSigns['isStopped']
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
    recall: key => attempt(() => disk.results.get(key) ?? null),
    remember: (key, value) => attempt(() => void disk.results.set(key, value)),
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
        if (!disk.runs.has(id)) disk.runs.set(id, { row, events: [], lease: null })
      }),
    runs: () =>
      attempt(() =>
        [...disk.runs.values()]
          .filter(run => run.events.length > 0)
          .map((run): RunRow => JSON.parse(run.row))
          .sort((one, other) => one.openedAt - other.openedAt),
      ),
    read: (run, afterVersion = 0) =>
      attempt(() => (disk.runs.get(run)?.events ?? []).slice(afterVersion).map((text): Recorded => JSON.parse(text))),
    append: (lease, expectedVersion, events, answers = []) =>
      attempt(() => {
        const run = disk.runs.get(lease.run)
        if (run === undefined || !holds(run, lease.token)) return err('lease-lost')
        if (run.events.length !== expectedVersion) return err('version-conflict')
        // Everything that can go wrong goes wrong before anything is written.
        const texts = events.map(({ at, event }, index) =>
          JSON.stringify({ version: expectedVersion + index + 1, at, event }),
        )
        const settled = answers.map(({ id, answer }) => {
          const row = disk.inbox[id - 1]
          invariant(row?.run === lease.run && row.answer === null, `command ${id} waits for its answer`)
          return { row, answer: JSON.stringify(answer) }
        })
        for (const text of texts) run.events.push(text)
        for (const { row, answer } of settled) row.answer = answer
        wakeOthers()
        return ok(expectedVersion + events.length)
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

/** The listeners of one connection; many wishes to wake them in one turn give one call each. */
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
