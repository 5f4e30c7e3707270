import { hostname } from 'node:os'
import type { LeaseHolder } from '../../ports.ts'
import { readStat } from '../process/process-table.ts'

/** This process, as it stands in a lease. */
export const thisHolder = (): LeaseHolder => ({
  pid: process.pid,
  // Elsewhere than on Linux nobody can look this up again; it still tells two processes with one pid apart.
  startTime: readStat(process.pid)?.startTime ?? String(Math.round(performance.timeOrigin)),
  host: hostname(),
})

/** Whether the very process that took the lease still runs on this host. */
export function isHolderAlive(holder: LeaseHolder): boolean {
  if (!existsProcess(holder.pid)) return false
  const stat = readStat(holder.pid)
  // Not Linux, or /proc hides the processes of others: the pid is all that is known.
  if (stat === null) return true
  // A zombie is dead, only nobody has asked for its exit code; another start time means that the pid was given anew.
  return stat.alive && stat.startTime === holder.startTime
}

/** Whether somebody stopped that process: it does nothing until it is woken. */
export const isHolderStopped = ({ pid, startTime }: LeaseHolder): boolean => {
  const stat = readStat(pid)
  return stat?.stopped === true && stat.startTime === startTime
}

function existsProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not being allowed to signal a process takes one that is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
