import { readStat } from './process-table.ts'

/** One process, also after its pid was given to another. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startTime: string
}

/** This process. Elsewhere than on Linux nobody can look the start time up again; it still tells two processes with one pid apart. */
export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  startTime: readStat(process.pid)?.startTime ?? String(Math.round(performance.timeOrigin)),
})

/** Whether that very process still runs on this machine. */
export function isProcessAlive({ pid, startTime }: ProcessIdentity): boolean {
  if (!existsProcess(pid)) return false
  const stat = readStat(pid)
  // Not Linux, or /proc hides the processes of others: the pid is all that is known.
  if (stat === null) return true
  // A zombie is dead, only nobody has asked for its exit code; another start time means that the pid was given anew.
  return stat.alive && stat.startTime === startTime
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
