import type { DatabaseSync } from 'node:sqlite'
import type { RunId } from '../../core/plan/ids.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { LEASE_TTL_MS } from '../../core/run/lease.ts'
import type { Driver, Lease, LeaseHeld, LeaseHolder, LeaseTerms } from '../../ports.ts'
import { inTransaction } from './transaction.ts'

/** What can be known about processes on this host. */
export interface HolderSigns {
  readonly isAlive: (holder: LeaseHolder) => boolean
  /** Alive and unable to run until somebody wakes it (SIGSTOP); a process that is only busy is not stopped. */
  readonly isStopped: (holder: LeaseHolder) => boolean
}

/** What is known about the last lease of a run. */
export interface LeaseRow {
  readonly token: number
  readonly isHeld: boolean
  readonly holder: LeaseHolder
  readonly expiresAt: number
}

/** Who keeps this process from the lease; null when it may have it: nobody holds it, it does itself, or the holder is gone. */
export function keeperOf(
  row: LeaseRow | null,
  { holder, now, fromSilent }: { readonly holder: LeaseHolder; readonly now: number } & LeaseTerms,
  signs: HolderSigns,
): LeaseHeld | null {
  if (row === null || !row.isHeld) return null
  const isSilent = row.expiresAt <= now
  if (isSilent && fromSilent) return null
  // Of a process on another host nothing can be known but that it is silent.
  if (row.holder.host !== holder.host) return isSilent ? null : row.holder
  if (isSame(row.holder, holder) || !signs.isAlive(row.holder)) return null
  if (!isSilent) return row.holder
  // Silent and able to run: it is busy, and what it does would be done twice.
  return signs.isStopped(row.holder) ? null : { ...row.holder, silent: true }
}

/** Who drives, as far as it can be told from here; a process that is only silent (stopped, asleep) still does. */
export function driverOf(row: LeaseRow | null, host: string, now: number, { isAlive }: HolderSigns): Driver {
  if (row === null || !row.isHeld) return { is: 'nobody' }
  const { holder } = row
  const lives = holder.host === host ? isAlive(holder) : row.expiresAt > now
  return { is: lives ? 'driving' : 'gone', holder }
}

const isSame = (one: LeaseHolder, other: LeaseHolder): boolean =>
  one.pid === other.pid && one.startTime === other.startTime

/** The leases of a journal; a row stays when its lease is let go, so that tokens never start over. */
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
