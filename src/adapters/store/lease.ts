import type { DatabaseSync } from 'node:sqlite'
import type { RunId } from '../../core/plan/ids.ts'
import { err, ok, type Result } from '../../core/result.ts'
import type { Driver, Lease, LeaseHolder } from '../../ports.ts'
import { inTransaction } from './transaction.ts'

/** How long a lease holds without being renewed; its holder is expected to renew every five seconds. */
export const LEASE_TTL_MS = 15_000

/** Whether a process on this host still lives. */
export type IsHolderAlive = (holder: LeaseHolder) => boolean

/** What is known about the last lease of a run. */
export interface LeaseRow {
  readonly token: number
  readonly isHeld: boolean
  readonly holder: LeaseHolder
  readonly expiresAt: number
}

/** Whether this process may have the lease now: nobody has it, it has it itself, or the holder is dead or silent. */
export function mayTake(row: LeaseRow, holder: LeaseHolder, now: number, isHolderAlive: IsHolderAlive): boolean {
  if (!row.isHeld || row.expiresAt <= now) return true
  // Of a process on another host nothing can be known but that it is silent.
  if (row.holder.host !== holder.host) return false
  return isSame(row.holder, holder) || !isHolderAlive(row.holder)
}

/** Who drives, as far as it can be told from here; a process that is only silent (stopped, asleep) still does. */
export function driverOf(row: LeaseRow | null, host: string, now: number, isHolderAlive: IsHolderAlive): Driver {
  if (row === null || !row.isHeld) return { is: 'nobody' }
  const { holder } = row
  const lives = holder.host === host ? isHolderAlive(holder) : row.expiresAt > now
  return { is: lives ? 'driving' : 'gone', holder }
}

const isSame = (one: LeaseHolder, other: LeaseHolder): boolean =>
  one.pid === other.pid && one.startTime === other.startTime

/** The leases of a journal; a row stays when its lease is let go, so that tokens never start over. */
export function openLeases(database: DatabaseSync, isHolderAlive: IsHolderAlive) {
  const find = database.prepare('SELECT token, held, pid, start_time, host, expires_at FROM leases WHERE run = ?')
  const put = database.prepare('INSERT OR REPLACE INTO leases VALUES (?, ?, 1, ?, ?, ?, ?)')
  const extend = database.prepare('UPDATE leases SET expires_at = ? WHERE run = ? AND token = ? AND held = 1')
  const letGo = database.prepare('UPDATE leases SET held = 0 WHERE run = ? AND token = ?')
  const held = database.prepare('SELECT 1 FROM leases WHERE run = ? AND token = ? AND held = 1')

  const last = (run: RunId): LeaseRow | null => {
    const row = find.get(run)
    if (row === undefined) return null
    const holder = { pid: Number(row.pid), startTime: String(row.start_time), host: String(row.host) }
    return { token: Number(row.token), isHeld: row.held === 1, holder, expiresAt: Number(row.expires_at) }
  }
  return {
    take: (run: RunId, holder: LeaseHolder, now: number): Result<Lease, LeaseHolder> =>
      inTransaction(database, () => {
        const row = last(run)
        if (row !== null && !mayTake(row, holder, now, isHolderAlive)) return err(row.holder)
        const token = (row?.token ?? 0) + 1
        put.run(run, token, holder.pid, holder.startTime, holder.host, now + LEASE_TTL_MS)
        return ok({ run, token })
      }),
    renew: (lease: Lease, now: number): boolean => extend.run(now + LEASE_TTL_MS, lease.run, lease.token).changes === 1,
    release: (lease: Lease): void => void letGo.run(lease.run, lease.token),
    driver: (run: RunId, host: string, now: number): Driver => driverOf(last(run), host, now, isHolderAlive),
    isHeld: (lease: Lease): boolean => held.get(lease.run, lease.token) !== undefined,
  }
}
