import { hostname } from 'node:os'
import type { LeaseHolder } from '../../ports.ts'
import { readStat } from '../process/process-table.ts'

/** This process, as recorded in a lease. */
export const thisHolder = (): LeaseHolder => ({
  pid: process.pid,
  // Only Linux can look this up again; elsewhere it still distinguishes two processes with the same pid.
  startTime: readStat(process.pid)?.startTime ?? String(Math.round(performance.timeOrigin)),
  host: hostname(),
})

/** Whether the process that took the lease still runs on this host. */
export function isHolderAlive(holder: LeaseHolder): boolean {
  if (!existsProcess(holder.pid)) return false
  const stat = readStat(holder.pid)
  // Not Linux, or /proc hides other users' processes: only the pid is known.
  if (stat === null) return true
  // A zombie is dead, but its parent has not reaped it; another start time means that the pid was reused.
  return stat.alive && stat.startTime === holder.startTime
}

/** Whether that process is stopped (SIGSTOP) and does nothing until resumed. */
export const isHolderStopped = ({ pid, startTime }: LeaseHolder): boolean => {
  const stat = readStat(pid)
  return stat?.stopped === true && stat.startTime === startTime
}

function existsProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
