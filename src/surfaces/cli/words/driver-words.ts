import type { RunHead } from '../../../core/shown/view.ts'
import type { Driver, LeaseHolder } from '../../../ports.ts'

/** What happened to the dead driver of a run. */
export const goneWords = ({ pid, host }: LeaseHolder): string => `its pm-agent (process ${pid} on ${host}) has died`

/** The driver of a run and what can be done about it; empty if the rest makes it clear. */
export function driverLines(driver: Driver, { run, escalations }: RunHead): readonly string[] {
  if (run.phase === 'done') return []
  if (driver.is === 'driving')
    return [`Under way, by process ${driver.holder.pid} on ${driver.holder.host}; pm-agent stop stops it.`]
  if (driver.is === 'gone')
    return [
      `No process drives this run: ${goneWords(driver.holder)}. Nothing is lost.`,
      '  pm-agent run continues from here',
    ]
  if (run.paused_by)
    return [`Paused by ${run.paused_by.by} at task ${run.paused_by.task}; pm-agent run continues from here.`]
  // A halted run, or one that waits for a human, shows the next step itself.
  if (run.halted || escalations.length > 0) return []
  return [`${run.stopped ? 'The run was stopped' : 'No process drives this run'}; pm-agent run continues from here.`]
}
