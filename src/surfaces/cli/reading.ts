import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { findGitCommonDir } from '../../adapters/git/repository/locate.ts'
import { openSqliteStore } from '../../adapters/store/sqlite.ts'
import { RELEASE_QUESTION, releaseQuestion } from '../../core/handover/release-words.ts'
import { taskId } from '../../core/plan/ids.ts'
import type { Recorded } from '../../core/run/event.ts'
import { evolve } from '../../core/run/evolve.ts'
import { findTask, fold, type RunState, type TaskRun } from '../../core/run/state.ts'
import type { SeenState } from '../../core/shown/explain.ts'
import type { Driver, RunRow, Store } from '../../ports.ts'
import type { Context } from './context.ts'
import { journalFileIn } from './places/journal-file.ts'
import { Problem } from './problem.ts'

export interface RunReading {
  readonly state: RunState
  readonly records: readonly Recorded[]
  /** Its current driver. */
  readonly driver: Driver
  readonly store: Store
}

/** The newest run of this repository, or the named one; read-only. Starts no process: `status` must be instant. */
export async function readRun(
  context: Context,
  options: { readonly run?: string | undefined; readonly write?: boolean } = {},
): Promise<RunReading> {
  const store = journalHere(context, options)
  try {
    const row = rowOf(await store.runs(), options.run)
    const records = await store.read(row.id)
    const driver = await store.driver(row.id, { host: hostname() }, Date.now())
    return { state: fold(records, evolve)!, records, driver, store }
  } catch (error) {
    store.close()
    throw error
  }
}

/** The journal of this repository; read-only without `write`. */
export function journalHere(context: Context, { write }: { readonly write?: boolean } = {}): Store {
  const commonDir = findGitCommonDir(context.cwd)
  if (!commonDir)
    throw new Problem(`${context.cwd} is not in a git repository`, ['cd into the repository that pm-agent ran in'])
  const file = journalFileIn(commonDir)
  if (!existsSync(file)) throw noRun()
  const opened = openSqliteStore(file, { readOnly: !write })
  if (!opened.ok) throw new Problem(opened.error.message, [opened.error.hint])
  return opened.value
}

/** The run or the newest run of the plan with this id; the newest of all without one. */
export function rowOf(rows: readonly RunRow[], named?: string): RunRow {
  const row = named ? rows.findLast(({ id, planId }) => id === named || planId === named) : rows.at(-1)
  if (row) return row
  if (!named) throw noRun()
  throw new Problem(`there is no run ${named}`, [`runs here: ${rows.map(({ id }) => id).join(', ') || 'none'}`])
}

const noRun = (): Problem =>
  new Problem('nothing has been run in this repository yet', [
    'pm-agent run PLAN.md starts; pm-agent check PLAN.md looks at a plan first',
  ])

/** The current time, and the run's driver. */
export const seenBy = (driver: Driver): SeenState => ({
  now: Date.now(),
  isDriven: driver.is === 'driving',
  ...(driver.is === 'nobody' ? {} : { holder: driver.holder }),
})

/** A task by its id as the user wrote it. */
export function pickTask(state: RunState, text: string): TaskRun {
  const found = findTask(state, taskId(text)) ?? findTask(state, taskId(text.toLowerCase()))
  if (found) return found
  const release = text.toLowerCase() === RELEASE_QUESTION ? releaseQuestion(state) : null
  if (release)
    throw new Problem(
      'the question of the release is about no task, and its options are commands of their own',
      release.options.map(({ words, command }, at) => `${at + 1}. ${words}: ${command}`),
    )
  throw new Problem(`there is no task ${text} in ${state.opened.place.path}`, [
    `its tasks: ${state.tasks.map(run => run.task.id).join(', ')}`,
  ])
}
