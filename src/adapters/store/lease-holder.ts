import { hostname } from 'node:os'
import type { LeaseHolder } from '../../ports.ts'
import { isProcessAlive, thisProcess } from '../process/process-identity.ts'
import { readStat } from '../process/process-table.ts'

/** This process, as it stands in a lease. */
export const thisHolder = (): LeaseHolder => ({ ...thisProcess(), host: hostname() })

/** Whether the very process that took the lease still runs on this host. */
export const isHolderAlive = (holder: LeaseHolder): boolean => isProcessAlive(holder)

/** Whether somebody stopped that process: it does nothing until it is woken. */
export const isHolderStopped = ({ pid, startTime }: LeaseHolder): boolean => {
  const stat = readStat(pid)
  return stat?.stopped === true && stat.startTime === startTime
}
