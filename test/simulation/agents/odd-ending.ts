import type { Ending } from '../../../src/core/run/ending.ts'
import { hashOf, Random } from '../random.ts'

/** Ends that are not the agent's own: limits, the machine and the vendor. */
const ODD: readonly Ending[] = [
  { is: 'idle', minutes: 10 },
  { is: 'output-limit', megabytes: 50 },
  { is: 'too-much-memory', megabytes: 4096 },
  { is: 'too-many-processes', processes: 512 },
  { is: 'could-not-start', problem: 'there is no such program' },
  { is: 'agent-error', problem: 'the model answered nonsense' },
  { is: 'usage-limit', problem: 'you have used it up', resetsAt: null },
  { is: 'overloaded', problem: 'try again later' },
]

/** How the launch for this attempt ends instead of by itself; null for most. */
export function oddEndingOf(seed: number, task: string, attempt: number, odd: number): Ending | null {
  const random = new Random(hashOf(seed, 'odd', task, attempt))
  return random.chance(odd) ? random.pick(ODD) : null
}
