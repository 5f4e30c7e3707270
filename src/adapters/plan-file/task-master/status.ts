import type { TaskId } from '../../../core/plan/ids.ts'
import type { Tick } from '../../../ports.ts'
import type { Range } from '../text/position.ts'
import { readTaskMaster } from './task-master.ts'

/** Sets the status of these tasks to `done`, and of a task whose subtasks are all done; changes no other character. */
export function markDone(text: string, ticks: readonly Tick[]): string {
  const { tasks, parents } = readTaskMaster(text)
  const wanted = new Set(ticks.map(tick => tick.task))
  const done = new Set<TaskId>()
  const places: Range[] = []
  for (const { id, isDone, status } of tasks) {
    if (isDone || (wanted.has(id) && status !== null)) done.add(id)
    if (!isDone && wanted.has(id) && status !== null) places.push(status)
  }
  const counted = new Set([...tasks, ...parents].map(({ id }) => id))
  // From the inside out: a task inside another one is done before the outer one can be.
  for (const { id, isDone, status, inside } of parents.toReversed()) {
    const open = inside.filter(child => counted.has(child) && !done.has(child))
    if (isDone || open.length === 0) done.add(id)
    if (!isDone && open.length === 0 && status !== null && inside.some(child => done.has(child))) places.push(status)
  }
  const parts: string[] = []
  let from = 0
  for (const { start, end } of places.sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(from, start), 'done')
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** The tasks whose status says that they are done. */
export const markedDone = (text: string): Tick[] =>
  readTaskMaster(text)
    .tasks.filter(({ isDone }) => isDone)
    .map(({ id }) => ({ task: id, criteria: [] }))
