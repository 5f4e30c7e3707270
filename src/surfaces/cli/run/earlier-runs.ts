import { existsSync } from 'node:fs'
import { openSqliteStore } from '../../../adapters/store/sqlite.ts'
import { evolve } from '../../../core/run/evolve.ts'
import { fold, isSettled } from '../../../core/run/state.ts'
import { allTimes, type PastTimes, timesOf } from '../../../core/shown/time-estimate.ts'
import { journalFileIn } from '../places/journal-file.ts'

/** What the journal knows about plans, each by its path as it was run. */
export interface EarlierRuns {
  /**
   * What the newest run of each plan has settled: a plan that is tracked is ticked on its branch alone, so its own
   * boxes do not say that it is finished.
   */
  readonly settled: ReadonlyMap<string, ReadonlySet<string>>
  /** The plan of the newest run, where that is not finished. */
  readonly open: string | null
  /** How long tasks took here. */
  readonly times: PastTimes
}

export async function earlierRuns(commonDir: string | null): Promise<EarlierRuns> {
  const none: EarlierRuns = { settled: new Map(), open: null, times: allTimes([]) }
  if (commonDir === null || !existsSync(journalFileIn(commonDir))) return none
  const opened = openSqliteStore(journalFileIn(commonDir), { readOnly: true })
  // Whoever runs the plan is told what is wrong with the journal; looking for it goes by the boxes alone.
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
