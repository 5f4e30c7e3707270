import type { RunView } from '../../../core/shown/view.ts'
import type { Driver, LeaseHolder } from '../../../ports.ts'

/** What happened to the process that drove a run and does not live any more. */
export const goneWords = ({ pid, host }: LeaseHolder): string => `its pm-agent (process ${pid} on ${host}) has died`

/** Who drives a run and what can be done about it; nothing where that is clear from the rest. */
export function driverLines(driver: Driver, { run, escalations }: RunView): readonly string[] {
  if (run.phase === 'done') return []
  if (driver.is === 'driving')
    return [`Under way, by process ${driver.holder.pid} on ${driver.holder.host}; pm-agent stop stops it.`]
  if (driver.is === 'gone')
    return [`Nobody drives this run: ${goneWords(driver.holder)}. Nothing is lost.`, '  pm-agent run goes on from here']
  // What stands still, or waits for a human, says itself what to do next.
  if (run.halted || escalations.length > 0) return []
  return [`${run.stopped ? 'The run was stopped' : 'Nobody drives this run'}; pm-agent run goes on from here.`]
}
