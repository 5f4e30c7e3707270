import { hostname } from 'node:os'
import type { LeaseHolder } from '../../ports.ts'
import { isProcessAlive, thisProcess } from '../process/process-identity.ts'
import { readStat } from '../process/process-table.ts'

/** This process, as a lease names it. */
export const thisHolder = (): LeaseHolder => ({ ...thisProcess(), host: hostname() })

/** Whether the very process that took the lease still runs on this host. */
export const isHolderAlive = (holder: LeaseHolder): boolean => isProcessAlive(holder)

/** Whether that process was stopped by a signal: it does nothing until it is continued. */
export const isHolderStopped = ({ pid, startTime }: LeaseHolder): boolean => {
  const stat = readStat(pid)
  return stat?.stopped === true && stat.startTime === startTime
}
