/** Places where journals lie, for the contract that every store keeps. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDisk, createMemoryStore } from '../../src/adapters/store/memory.ts'
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

/** A place where a journal lies, and ways to it. */
export interface World {
  /** The store of one more process, or the same one again where the world is about a single one. */
  connect(): Store
  /** Every process ends; the next `connect` meets what they left. */
  reopen(): Store
  end(): void
}
type Ask = (holder: LeaseHolder) => boolean
export type Place = (isAlive: Ask, isStopped?: Ask) => World

export const memory: Place = (isAlive, isStopped) => {
  const disk = createMemoryDisk()
  return worldOf(() => createMemoryStore({ disk, isHolderAlive: isAlive, isHolderStopped: isStopped }))
}
export const sqlite: Place = (isAlive, isStopped) => {
  const folder = mkdtempSync(join(tmpdir(), 'pm-agent-store-'))
  const open = (): Store => openFile(join(folder, 'journal.db'), isAlive, isStopped)
  return worldOf(open, () => rmSync(folder, { recursive: true }))
}
/** The same place, seen by one process only. */
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

function worldOf(open: () => Store, remove: () => void = () => {}): World {
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
