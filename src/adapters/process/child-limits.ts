import type { Limits } from '../../core/settings/config.ts'
import type { ChildSpec } from './child.ts'

const MINUTE_MS = 60_000
const MEGABYTE_BYTES = 1024 * 1024

/** The limits of a run in the units of a child process; without `idleMinutes` it may be silent all the time. */
export const childLimits = (limits: ChildAllowance): ChildLimits => ({
  wallMs: limits.minutes * MINUTE_MS,
  idleMs: limits.idleMinutes === null ? null : limits.idleMinutes * MINUTE_MS,
  outputBytesMax: limits.outputMb * MEGABYTE_BYTES,
  memoryBytesMax: limits.memoryMb * MEGABYTE_BYTES,
  processesMax: limits.processes,
})

interface ChildAllowance extends Pick<Limits, 'outputMb' | 'memoryMb' | 'processes'> {
  readonly minutes: number
  readonly idleMinutes: number | null
}

type ChildLimits = Required<Pick<ChildSpec, 'wallMs' | 'idleMs' | 'outputBytesMax' | 'memoryBytesMax' | 'processesMax'>>
