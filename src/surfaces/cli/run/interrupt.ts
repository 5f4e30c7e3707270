import type { RunState } from '../../../core/run/state.ts'
import type { Ports } from '../../../ports.ts'
import { EXIT } from '../problem.ts'
import { endProcesses } from './end-processes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * One cause may send several signals: `timeout` signals its child and then the group, and a launcher passes on a signal that we
 * got as well. No user presses Ctrl-C twice within that time on purpose.
 */
const SAME_CAUSE_MS = 200

/** The first signal stops the run cleanly; a later one kills everything and exits. The run can always be resumed. */
export function onInterrupt(
  ports: Ports,
  state: () => RunState,
  note: (text: string) => void,
): { readonly signal: AbortSignal; done(): void } {
  const stopping = new AbortController()
  let stoppedAt = 0
  const interrupted = (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted && performance.now() - stoppedAt < SAME_CAUSE_MS) return
    if (stopping.signal.aborted)
      return void endProcesses(ports.agents, state()).finally(() => process.exit(EXIT.interrupted))
    const kept = state().opened.rehearsal ? '' : ' and their files kept'
    note(`stopping: agents are ended${kept} (press Ctrl-C again to kill them at once)`)
    stoppedAt = performance.now()
    stopping.abort(signal === 'SIGINT' ? 'Ctrl-C' : signal)
  }
  for (const signal of SIGNALS) process.on(signal, interrupted)
  return {
    signal: stopping.signal,
    done: () => {
      for (const signal of SIGNALS) process.off(signal, interrupted)
    },
  }
}
