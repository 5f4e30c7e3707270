import { isUnwritten } from '../hierarchy/parents.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Plan, Task, Tier } from '../plan/plan.ts'
import { wishOf } from '../replanning/wish.ts'
import { tierOf } from '../risk/task-tier.ts'
import { findTask, isSettled, type RunState, type TaskRun } from './state.ts'

const RANK: Readonly<Record<Tier, number>> = { critical: 0, normal: 1, low: 2 }
/** After this many others in a row a waiting low task goes first, unless the settings differ. */
const LOW_AFTER = 3

/** Ready tasks in order. The same function orders the queue and the screen. */
export function readyInOrder(state: RunState): readonly TaskRun[] {
  const ready = state.tasks.filter(
    run => run.stage.is === 'queued' && needsAreSettled(state, run) && !isUnwritten(state, run) && !wishOf(state, run),
  )
  if (ready.length < 2) return ready
  const byTier = state.config.order === 'tier'
  const lowFirst = byTier && lowIsStarving(state)
  const rank = (run: TaskRun) => {
    const tier = tierOf(state, run)
    return !byTier ? 0 : lowFirst && tier === 'low' ? -1 : RANK[tier]
  }
  const path = pathLengths(state.plan)
  const position = (run: TaskRun) => state.index.get(run.task.id)!
  return ready.sort(
    (a, b) => rank(a) - rank(b) || path.get(b.task.id)! - path.get(a.task.id)! || position(a) - position(b),
  )
}

export const needsAreSettled = (state: RunState, run: TaskRun): boolean =>
  run.task.needs.every(need => {
    const needed = findTask(state, need)
    return needed !== null && isSettled(needed)
  })

function lowIsStarving(state: RunState): boolean {
  const { lowAfter = LOW_AFTER } = state.config
  const recent = state.dispatched.slice(-lowAfter)
  return recent.length === lowAfter && recent.every(id => tierOf(state, findTask(state, id)!) !== 'low')
}

const pathsOf = new WeakMap<Plan, ReadonlyMap<TaskId, number>>()

/** The longest path from each task to the end of the plan, itself included, in estimated minutes. Computed once per plan. */
function pathLengths(plan: Plan): ReadonlyMap<TaskId, number> {
  const known = pathsOf.get(plan)
  if (known) return known
  const open = new Map<TaskId, number>(plan.tasks.map(task => [task.id, 0]))
  for (const task of plan.tasks) for (const need of task.needs) open.set(need, (open.get(need) ?? 0) + 1)
  const own = new Map<TaskId, number>(plan.tasks.map(task => [task.id, estimatedMinutes(task)]))
  const lengths = new Map(own)
  // From the last tasks backwards: a task follows when all tasks that need it are done.
  const needsOf = new Map(plan.tasks.map(task => [task.id, task.needs]))
  const finished = plan.tasks.filter(task => open.get(task.id) === 0).map(task => task.id)
  for (let at = 0; at < finished.length; at++) {
    const id = finished[at]!
    for (const need of needsOf.get(id) ?? []) {
      if (!lengths.has(need)) continue
      lengths.set(need, Math.max(lengths.get(need)!, lengths.get(id)! + own.get(need)!))
      open.set(need, open.get(need)! - 1)
      if (open.get(need) === 0) finished.push(need)
    }
  }
  pathsOf.set(plan, lengths)
  return lengths
}

/** The open tasks that take longest one after the other, in their order. */
export function criticalPath(state: RunState): readonly TaskId[] {
  const lengths = pathLengths(state.plan)
  const longest = (runs: readonly TaskRun[]) =>
    runs.reduce<TaskRun | null>((best, run) => (best && length(best) >= length(run) ? best : run), null)
  const length = (run: TaskRun) => lengths.get(run.task.id) ?? 0
  const open = state.tasks.filter(run => !isSettled(run) && run.task.subPlan === undefined)
  const after = Map.groupBy(
    open.flatMap(run => run.task.needs.map(need => ({ need, run }))),
    ({ need }) => need,
  )
  const path: TaskId[] = []
  for (let run = longest(open); run; run = longest((after.get(run.task.id) ?? []).map(next => next.run)))
    path.push(run.task.id)
  return path
}

const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 8 * 60 }
/** The estimate of a task without one. */
const USUAL_MINUTES = 10

/** `20`, `20 min`, `1.5h`, `2 days`; other words count as no estimate. */
function estimatedMinutes(task: Task): number {
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*([mhd])?/i.exec(task.estimate ?? '') ?? []
  return amount === undefined ? USUAL_MINUTES : Number(amount) * (UNIT_MINUTES[unit?.toLowerCase() ?? 'm'] ?? 1)
}
