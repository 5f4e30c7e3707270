import type { TaskId } from '../../../core/plan/ids.ts'
import type { Need } from './need.ts'

const FINAL = 'final'

interface Needing {
  readonly id: TaskId
  readonly needs: readonly Need[]
}

/**
 * The dependencies of each task, in the order of the plan. Unknown names and the task itself are left out, because both
 * are reported elsewhere. The final verification depends on everything, whatever it names.
 */
export function resolveNeeds(tasks: readonly Needing[]): TaskId[][] {
  const order = new Map<TaskId, number>()
  for (const [index, task] of tasks.entries()) if (!order.has(task.id)) order.set(task.id, index)
  const others = tasks.map(task => task.id).filter(id => id !== FINAL)
  // A task that needs all earlier ones represents them: the next task of its kind needs it and the tasks since.
  let lastAll = 0
  return tasks.map((task, index) => {
    if (task.needs.length === 0 && task.id !== FINAL) return []
    const ids = new Set<TaskId>()
    for (const need of task.needs) if (need.target.is === 'task') ids.add(need.target.id)
    if (task.id === FINAL && order.get(task.id) === index) for (const id of others) ids.add(id)
    else if (task.needs.some(need => need.target.is === 'all')) {
      for (const before of tasks.slice(lastAll, index)) if (before.id !== FINAL) ids.add(before.id)
      lastAll = index
    }
    ids.delete(task.id)
    return [...ids].sort((a, b) => order.get(a)! - order.get(b)!)
  })
}
