import { readStat } from './process-table.ts'

/** Identifies one process, even after its pid was reused. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startTime: string
}

/** This process. Only Linux can look the start time up again; elsewhere it still distinguishes two processes with the same pid. */
export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  startTime: readStat(process.pid)?.startTime ?? String(Math.round(performance.timeOrigin)),
})

/** Whether exactly that process still runs on this machine. */
export function isProcessAlive({ pid, startTime }: ProcessIdentity): boolean {
  if (!existsProcess(pid)) return false
  const stat = readStat(pid)
  // Not Linux, or /proc hides other users' processes: only the pid is known.
  if (stat === null) return true
  // A zombie is dead, but its parent has not reaped it; another start time means that the pid was reused.
  return stat.alive && stat.startTime === startTime
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
