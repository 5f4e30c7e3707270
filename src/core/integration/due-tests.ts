import type { TaskId } from '../plan/ids.ts'
import type { IntegrationTest } from '../plan/plan.ts'
import { findTask, isSettled, type RunState, type TaskRun } from '../run/state.ts'
import type { IntegrationRecord } from './integration-record.ts'

/** The tasks that a test covers: those it names, and those of its layer. */
export const coveredBy = ({ plan }: Pick<RunState, 'plan'>, { tasks, layer }: IntegrationTest): readonly TaskId[] => [
  ...new Set([
    ...tasks,
    ...(layer === null ? [] : plan.tasks.filter(task => task.layer === layer).map(({ id }) => id)),
  ]),
]

/** The last result of a test; null before the first. */
const lastRecord = ({ integration }: RunState, test: string): IntegrationRecord | null =>
  integration.records.findLast(record => record.test === test) ?? null

/** The tests to run now: everything that they cover has ended, and they did not pass since then. */
export const dueTests = (state: RunState): readonly IntegrationTest[] =>
  state.config.quick ? [] : (state.plan.integrations ?? []).filter(test => isDue(state, test))

function isDue(state: RunState, test: IntegrationTest): boolean {
  const covered = coveredBy(state, test).flatMap(id => findTask(state, id) ?? [])
  // Without a completed task there is nothing to integrate.
  if (!covered.every(isSettled) || !covered.some(({ stage }) => stage.is === 'completed')) return false
  const last = lastRecord(state, test.id)
  if (last === null || last.isAskedAgain || last.command !== test.command) return true
  if (last.gate.verdict === 'passed') return state.tip !== last.tip && covered.some(run => isUnseen(state, run, last))
  if (last.remedies.length === 0) return false
  return last.remedies.every(id => {
    const remedy = findTask(state, id)
    return remedy !== null && isSettled(remedy)
  })
}

/** Whether a task was completed after the commit that a test ran on; a parent has no commit, and counts by the time of the result. */
function isUnseen({ tasks }: RunState, { stage, endedAt }: TaskRun, { tip, at }: IntegrationRecord): boolean {
  if (stage.is !== 'completed') return false
  const seen = tasks.findLast(run => run.stage.is === 'completed' && run.stage.commit === tip)
  return (endedAt ?? 0) > (stage.commit === null ? at : (seen?.endedAt ?? at))
}

/** Tests that failed and whose remedies have not ended. */
export const failedTests = (state: RunState): readonly IntegrationRecord[] =>
  (state.plan.integrations ?? []).flatMap(({ id }) => {
    const last = lastRecord(state, id)
    return last && last.gate.verdict !== 'passed' ? [last] : []
  })
