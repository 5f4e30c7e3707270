import type { DatabaseSync } from 'node:sqlite'
import { LEASE_TTL_MS } from '../../core/lease.ts'
import type { RunId } from '../../core/plan/ids.ts'
import { err, ok, type Result } from '../../core/result.ts'
import type { Driver, Lease, LeaseHeld, LeaseHolder, LeaseTerms } from '../../ports.ts'
import { inTransaction } from './transaction.ts'

/** Information about processes on this host. */
export interface HolderSigns {
  readonly isAlive: (holder: LeaseHolder) => boolean
  /** Alive but unable to run until resumed (SIGSTOP); a busy process is not stopped. */
  readonly isStopped: (holder: LeaseHolder) => boolean
}

/** The last known lease of a run. */
export interface LeaseRow {
  readonly token: number
  readonly isHeld: boolean
  readonly holder: LeaseHolder
  readonly expiresAt: number
}

/** The holder that keeps this process from the lease; null if it may have it: free, its own, or the holder is dead. */
export function keeperOf(
  row: LeaseRow | null,
  { holder, now, fromSilent }: { readonly holder: LeaseHolder; readonly now: number } & LeaseTerms,
  signs: HolderSigns,
): LeaseHeld | null {
  if (row === null || !row.isHeld) return null
  const isSilent = row.expiresAt <= now
  if (isSilent && fromSilent) return null
  // Of a process on another host, only its silence is known.
  if (row.holder.host !== holder.host) return isSilent ? null : row.holder
  if (isSame(row.holder, holder) || !signs.isAlive(row.holder)) return null
  if (!isSilent) return row.holder
  // Silent but able to run: it is busy, and its work would be done twice.
  return signs.isStopped(row.holder) ? null : { ...row.holder, silent: true }
}

/** The driver, as far as this host can tell; a silent process (stopped, asleep) still counts. */
export function driverOf(row: LeaseRow | null, host: string, now: number, { isAlive }: HolderSigns): Driver {
  if (row === null || !row.isHeld) return { is: 'nobody' }
  const { holder } = row
  const lives = holder.host === host ? isAlive(holder) : row.expiresAt > now
  return { is: lives ? 'driving' : 'gone', holder }
}

const isSame = (one: LeaseHolder, other: LeaseHolder): boolean =>
  one.pid === other.pid && one.startTime === other.startTime

/** The leases of a journal; a released lease keeps its row, so that tokens never start over. */
export function openLeases(database: DatabaseSync, signs: HolderSigns) {
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
    take: (run: RunId, holder: LeaseHolder, now: number, terms: LeaseTerms = {}): Result<Lease, LeaseHeld> =>
      inTransaction(database, () => {
        const row = last(run)
        const keeper = keeperOf(row, { holder, now, ...terms }, signs)
        if (keeper) return err(keeper)
        const token = (row?.token ?? 0) + 1
        put.run(run, token, holder.pid, holder.startTime, holder.host, now + LEASE_TTL_MS)
        return ok({ run, token })
      }),
    renew: (lease: Lease, now: number): boolean => extend.run(now + LEASE_TTL_MS, lease.run, lease.token).changes === 1,
    release: (lease: Lease): void => void letGo.run(lease.run, lease.token),
    driver: (run: RunId, host: string, now: number): Driver => driverOf(last(run), host, now, signs),
    isHeld: (lease: Lease): boolean => held.get(lease.run, lease.token) !== undefined,
  }
}
