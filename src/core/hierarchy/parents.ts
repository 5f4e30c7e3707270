/** Parents without work of their own: the fold completes them with their children. */

import { childrenIn, hasOwnWork, isParent } from '../plan/hierarchy.ts'
import type { TaskId } from '../plan/ids.ts'
import { FRESH, findTask, isSettled, type Outcome, type RunState, type Stage, type TaskRun } from '../run/state.ts'

/** From the strongest to the weakest. */
const OUTCOMES: readonly Outcome[] = ['existed', 'proven', 'waived', 'unverified']

/** The tasks of its sub-plan, without those that were added for one of them. */
export const childRuns = (state: RunState, { task }: TaskRun): readonly TaskRun[] =>
  (childrenIn(state.plan.tasks).get(task.id) ?? []).flatMap(({ id }) => findTask(state, id) ?? [])

/** Whether its sub-plan is still to be written. */
export const isUnwritten = (state: RunState, run: TaskRun): boolean =>
  isParent(run.task) && !childrenIn(state.plan.tasks).has(run.task.id)

/** The state after a task changed: its parents are completed with their last child, and open again with the first one that is. */
export function withParents(state: RunState, id: TaskId, at: number): RunState {
  const above = findTask(state, id)?.task.parent
  const parent = above === undefined ? null : findTask(state, above)
  if (!parent) return state
  const stage = stageByChildren(state, parent)
  return stage === null ? state : withParents(replaced(state, parent, stage, at), parent.task.id, at)
}

/** The same for every parent, innermost first. */
export const withAllParents = (state: RunState, at: number): RunState =>
  state.tasks
    .filter(({ task }) => isParent(task))
    .toReversed()
    .reduce((before, { task }) => {
      const parent = findTask(before, task.id)!
      const stage = stageByChildren(before, parent)
      return stage === null ? before : replaced(before, parent, stage, at)
    }, state)

/** The new stage of a parent; null if it stays, or has work of its own. */
function stageByChildren(state: RunState, parent: TaskRun): Stage | null {
  if (hasOwnWork(parent.task)) return null
  const children = childRuns(state, parent)
  if (children.length === 0) return null
  const isOver = children.every(isSettled)
  if (isSettled(parent) === isOver) return null
  return isOver ? ended(children) : { is: 'queued', ...FRESH }
}

/** Completed, unless every child was skipped. */
function ended(children: readonly TaskRun[]): Stage {
  const last = children.at(-1)!.stage
  return last.is === 'skipped' && children.every(child => child.stage.is === 'skipped')
    ? last
    : { is: 'completed', outcome: weakest(children), commit: null }
}

const weakest = (children: readonly TaskRun[]): Outcome => {
  const ranks = children.map(({ stage }) => (stage.is === 'completed' ? OUTCOMES.indexOf(stage.outcome) : 0))
  return OUTCOMES[Math.max(...ranks)]!
}

function replaced(state: RunState, parent: TaskRun, stage: Stage, at: number): RunState {
  const tasks = state.tasks.slice()
  tasks[state.index.get(parent.task.id)!] = { ...parent, stage, endedAt: stage.is === 'queued' ? null : at }
  return { ...state, tasks }
}

/** The parents without work of their own whose last open task this is, at a time: nothing inside them was skipped. */
export function completedWith(state: RunState, run: TaskRun, until: number): readonly TaskRun[] {
  const parent = run.task.parent === undefined ? null : findTask(state, run.task.parent)
  if (!parent || hasOwnWork(parent.task)) return []
  const isDone = (child: TaskRun) =>
    child.task.id === run.task.id ||
    (child.stage.is === 'completed' && (child.endedAt ?? 0) <= until && !hasSkipped(state, child))
  return childRuns(state, parent).every(isDone) ? [parent, ...completedWith(state, parent, until)] : []
}

const hasSkipped = (state: RunState, run: TaskRun): boolean =>
  childRuns(state, run).some(child => child.stage.is === 'skipped' || hasSkipped(state, child))
