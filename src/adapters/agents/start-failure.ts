import { neverRan } from '../../core/exit-codes.ts'
import type { Ending } from '../../core/run/ending.ts'
import { lastPrinted } from './answers/last-printed.ts'

/** bubblewrap's message if the sandboxed program cannot be started. */
const ENCLOSED = /^bwrap: execvp (.+): (.+)$/m

/** The ending of a program without any output: a wrapper may report that there was nothing to start. */
export function startEnding(ending: Ending, output: string): Ending {
  if (ending.is !== 'exited' || ending.code === 0) return ending
  const enclosed = ENCLOSED.exec(output)
  if (enclosed) return { is: 'could-not-start', problem: `${enclosed[1]}: ${enclosed[2]}` }
  if (!neverRan(ending.code)) return ending
  return { is: 'could-not-start', problem: lastPrinted(output) || `the shell ended with ${ending.code}` }
}
