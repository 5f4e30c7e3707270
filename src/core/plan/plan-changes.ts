/** Edits of a plan during a run: which of its tasks they can still affect. */

import { findTask, type RunState, type TaskRun } from '../run/state.ts'
import type { TaskId } from './ids.ts'
import type { PlanChange } from './plan-edit.ts'

/** Whether a task's text can no longer change: it was worked on, or it has ended. */
export const hasBegun = ({ stage, attempts }: TaskRun): boolean => attempts.length > 0 || stage.is !== 'queued'

/** The changes that come too late, because their tasks have begun. */
export const lateChanges = (state: RunState, changes: readonly PlanChange[]): readonly PlanChange[] =>
  changes.filter(change => {
    if (change.is !== 'reworded' && change.is !== 'removed') return false
    const run = findTask(state, change.task)
    return run !== null && hasBegun(run)
  })

/** The tasks that this run added itself. */
export const ownTasksOf = (state: RunState): ReadonlySet<TaskId> =>
  new Set(state.tasks.flatMap(run => (run.added === null ? [] : [run.task.id])))
