import { existsSync } from 'node:fs'
import { openSqliteStore } from '../../../adapters/store/sqlite.ts'
import { evolve } from '../../../core/run/evolve.ts'
import { fold, isSettled } from '../../../core/run/state.ts'
import { allTimes, type PastTimes, timesOf } from '../../../core/shown/time-estimate.ts'
import { journalFileIn } from '../places/journal-file.ts'

/** The journal's knowledge about plans, each by its path at the time of the run. */
export interface EarlierRuns {
  /**
   * The tasks settled by the newest run of each plan: a tracked plan is ticked only on its branch, so its own boxes do not
   * tell that it is finished.
   */
  readonly settled: ReadonlyMap<string, ReadonlySet<string>>
  /** The plan of the newest run, if unfinished. */
  readonly open: string | null
  /** Task durations in this repository. */
  readonly times: PastTimes
}

export async function earlierRuns(commonDir: string | null): Promise<EarlierRuns> {
  const none: EarlierRuns = { settled: new Map(), open: null, times: allTimes([]) }
  if (commonDir === null || !existsSync(journalFileIn(commonDir))) return none
  const opened = openSqliteStore(journalFileIn(commonDir), { readOnly: true })
  // Running the plan reports problems of the journal; the search uses the boxes alone.
  if (!opened.ok) return none
  const settled = new Map<string, ReadonlySet<string>>()
  const times: PastTimes[] = []
  let open: string | null = null
  try {
    for (const row of await opened.value.runs()) {
      const state = fold(await opened.value.read(row.id), evolve)
      if (!state) continue
      settled.set(row.planPath, new Set(state.tasks.filter(isSettled).map(run => run.task.id)))
      times.push(timesOf(state))
      open = state.finished ? null : row.planPath
    }
  } finally {
    opened.value.close()
  }
  return { settled, open, times: allTimes(times) }
}
