/** Edits of a plan during a run: which of its tasks they can still affect. */

import { waitsForText } from '../decisions/decide-review.ts'
import { hasOwnWork } from '../plan/hierarchy.ts'
import type { TaskId } from '../plan/ids.ts'
import { findTask, type RunState, type TaskRun } from '../run/state.ts'
import type { PlanChange } from './plan-edit.ts'

/** Whether a task's text can no longer change: it was worked on, or it has ended. One that waits for another text can. */
export function hasBegun(run: TaskRun): boolean {
  if (waitsForText(run) || !hasOwnWork(run.task)) return false
  // A parent that waits for its sub-plan has not begun.
  if (run.stage.is === 'escalated' && run.stage.reason === 'sub-plan-missing') return false
  return run.attempts.length > 0 || run.stage.is !== 'queued'
}

/** The changes that come too late, because their tasks have begun. */
export const lateChanges = (state: RunState, changes: readonly PlanChange[]): readonly PlanChange[] =>
  changes.filter(change => {
    if (change.is !== 'reworded' && change.is !== 'removed') return false
    const run = findTask(state, change.task)
    if (run === null) return false
    // What was spent on it still counts, so that it cannot disappear.
    return hasBegun(run) || (change.is === 'removed' && run.attempts.length > 0)
  })

/** The tasks that this run added itself. */
export const ownTasksOf = (state: RunState): ReadonlySet<TaskId> =>
  new Set(state.tasks.flatMap(run => (run.added === null ? [] : [run.task.id])))
