import { existsSync } from 'node:fs'
import { openSqliteStore } from '../../adapters/store/sqlite.ts'
import { evolve } from '../../core/evolve.ts'
import { fold, isSettled } from '../../core/state.ts'
import { journalFileIn } from './journal-file.ts'

/**
 * What the newest run of each plan has settled: a plan that is tracked is ticked on its branch alone, so its own boxes
 * do not say that it is finished.
 */
export async function settledTasks(commonDir: string | null): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const settled = new Map<string, ReadonlySet<string>>()
  if (commonDir === null || !existsSync(journalFileIn(commonDir))) return settled
  const opened = openSqliteStore(journalFileIn(commonDir), { readOnly: true })
  // Whoever runs the plan is told what is wrong with the journal; looking for it goes by the boxes alone.
  if (!opened.ok) return settled
  try {
    for (const row of await opened.value.runs()) {
      const state = fold(await opened.value.read(row.id), evolve)
      if (state) settled.set(row.planPath, new Set(state.tasks.filter(isSettled).map(run => run.task.id)))
    }
  } finally {
    opened.value.close()
  }
  return settled
}
