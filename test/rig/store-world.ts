/** Locations of journals, for the contract of every store. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from '../../src/adapters/store/memory.ts'
import { openSqliteStore } from '../../src/adapters/store/sqlite.ts'
import { runId } from '../../src/core/plan/ids.ts'
import type { Event } from '../../src/core/run/event.ts'
import type { Command } from '../../src/core/run/input.ts'
import type { Answer, Lease, LeaseHolder, RunRow, Store } from '../../src/ports.ts'

export const RUN = runId('run-1')
export const ROW: RunRow = { id: RUN, planId: 'plan', planPath: 'PLAN.md', openedAt: 1_000 }
export const HERE: LeaseHolder = { pid: 10, startTime: '100', host: 'here' }
export const BESIDE: LeaseHolder = { pid: 11, startTime: '110', host: 'here' }
export const ELSEWHERE: LeaseHolder = { pid: 10, startTime: '100', host: 'elsewhere' }
export const STOP: Command = { type: 'stop-run', by: 'ann' }
export const ACCEPTED: Answer = { accepted: true }
export const REFUSED: Answer = {
  accepted: false,
  refusal: { reason: 'unknown-task', message: 'there is no task 9', hints: ['pm-agent status'] },
}

/** The location of a journal, and ways to open it. */
export interface World {
  /** The store of one more process, or the same one again if the world has a single process. */
  connect(): Store
  /** Every process ends; the next `connect` finds what they left. */
  reopen(): Store
  /** Another program edits the events of the run, or a remembered result, without the store. */
  tamper(how: Tampering): void
  end(): void
}
export type Tampering =
  | { readonly remove: number }
  | { readonly swap: readonly [number, number] }
  | { readonly rewrite: number; readonly body: string }
  | { readonly add: number; readonly body: string }
  | { readonly result: string; readonly value: string }
type Ask = (holder: LeaseHolder) => boolean
export type Place = (isAlive: Ask, isStopped?: Ask) => World

export const memory: Place = (isAlive, isStopped) => {
  const disk = createMemoryDisk()
  return worldOf(
    () => createMemoryStore({ disk, isHolderAlive: isAlive, isHolderStopped: isStopped }),
    how => tamperInMemory(disk, how),
  )
}
export const sqlite: Place = (isAlive, isStopped) => {
  const folder = mkdtempSync(join(tmpdir(), 'pm-agent-store-'))
  const file = join(folder, 'journal.db')
  return worldOf(
    () => openFile(file, isAlive, isStopped),
    how => tamperInFile(file, how),
    () => rmSync(folder, { recursive: true }),
  )
}

function tamperInMemory({ runs, results }: MemoryDisk, how: Tampering): void {
  const { events } = runs.get(RUN)!
  const at = (version: number): number => events.findIndex(event => event.version === version)
  if ('remove' in how) events.splice(at(how.remove), 1)
  else if ('swap' in how) {
    const [one, other] = how.swap.map(at) as [number, number]
    const body = events[one]!.body
    events[one] = { ...events[one]!, body: events[other]!.body }
    events[other] = { ...events[other]!, body }
  } else if ('rewrite' in how) events[at(how.rewrite)] = { ...events[at(how.rewrite)]!, body: how.body }
  else if ('add' in how) events.push({ ...events.at(-1)!, version: how.add, body: how.body })
  else results.set(how.result, { ...results.get(how.result)!, value: how.value })
}

function tamperInFile(file: string, how: Tampering): void {
  const database = new DatabaseSync(file)
  const run = (sql: string, ...values: (string | number)[]): void => void database.prepare(sql).run(...values)
  const body = (version: number): string =>
    String(database.prepare('SELECT body FROM events WHERE version = ?').get(version)?.body)
  if ('remove' in how) run('DELETE FROM events WHERE version = ?', how.remove)
  else if ('swap' in how) {
    const [one, other] = how.swap
    const [first, second] = [body(one), body(other)]
    run('UPDATE events SET body = ? WHERE version = ?', second, one)
    run('UPDATE events SET body = ? WHERE version = ?', first, other)
  } else if ('rewrite' in how) run('UPDATE events SET body = ? WHERE version = ?', how.body, how.rewrite)
  else if ('add' in how) run("INSERT INTO events VALUES (?, ?, 0, 'run-stopped', 1, ?)", RUN, how.add, how.body)
  else run('UPDATE results SET value = ? WHERE key = ?', how.value, how.result)
  database.close()
}

/** The same location, seen by one process only. */
export const alone =
  (place: Place): Place =>
  (isAlive, isStopped) => {
    const world = place(isAlive, isStopped)
    let store: Store | null = null
    return {
      ...world,
      connect: () => (store ??= world.connect()),
      reopen: () => (store = world.reopen()),
    }
  }

function worldOf(open: () => Store, tamper: World['tamper'], remove: () => void = () => {}): World {
  const stores: Store[] = []
  const close = (): void => {
    for (const store of stores.splice(0)) store.close()
  }
  const connect = (): Store => {
    const store = open()
    stores.push(store)
    return store
  }
  return {
    connect,
    tamper,
    reopen: () => {
      close()
      return connect()
    },
    end: () => {
      close()
      remove()
    },
  }
}

export function openFile(file: string, isAlive?: Ask, isHolderStopped?: Ask): Store {
  const opened = openSqliteStore(file, { isHolderAlive: isAlive, isHolderStopped })
  if (!opened.ok) throw opened.error
  return opened.value
}

export const stopped = (by: string): Event => ({ type: 'run-stopped', by })
export const at = (time: number, by: string) => ({ at: time, event: stopped(by) })

export async function lead(store: Store, holder = HERE, now = 0): Promise<Lease> {
  await store.create(ROW)
  const taken = await store.takeLease(RUN, holder, now)
  if (!taken.ok) throw new Error('the lease is taken')
  return taken.value
}

export const nextCall = (store: Store): Promise<void> =>
  new Promise(resolve => {
    const stop = store.watch(() => {
      stop()
      resolve()
    })
  })
