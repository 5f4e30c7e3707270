import type { TaskId } from '../../core/plan/ids.ts'
import type { Tick } from '../../ports.ts'
import { readNative, type TaskReading } from './native.ts'
import { markDone, markedDone } from './task-master/status.ts'
import { isTaskMaster } from './task-master/task-master.ts'

/** Ticks the boxes of these tasks and criteria; changes no other character. */
export function tickBoxes(text: string, ticks: readonly Tick[]): string {
  if (ticks.length === 0) return text
  if (isTaskMaster(text)) return markDone(text, ticks)
  const tasks = new Map<TaskId, TaskReading>()
  const reading = readNative(text)
  for (const entry of reading.tasks) if (!tasks.has(entry.task.id)) tasks.set(entry.task.id, entry)
  const places = new Set<number>()
  for (const tick of ticks) {
    const entry = tasks.get(tick.task)
    if (entry === undefined) continue
    const { box } = entry.draft.heading
    if (box !== null && !box.ticked) places.add(box.at)
    const met = new Set(tick.criteria)
    for (const { criterion, box: at } of entry.criteria) {
      if (at !== null && !criterion.ticked && met.has(criterion.id)) places.add(at)
    }
  }
  const isTicked = (id: TaskId): boolean => {
    const box = tasks.get(id)?.draft.heading.box
    return box !== null && box !== undefined && (box.ticked || places.has(box.at))
  }
  for (const { box, tasks: inside } of reading.outline.groups)
    if (!box.ticked && inside.every(id => !tasks.has(id) || isTicked(id))) places.add(box.at)
  const parts: string[] = []
  let from = 0
  for (const at of [...places].sort((a, b) => a - b)) {
    parts.push(text.slice(from, at), 'x')
    from = at + 1
  }
  return parts.join('') + text.slice(from)
}

/** The tasks whose own box is ticked, with their ticked criteria; a ticked criterion alone does not make a task done. */
export function tickedBoxes(text: string): Tick[] {
  if (isTaskMaster(text)) return markedDone(text)
  return readNative(text)
    .tasks.filter(({ task }) => task.ticked)
    .map(({ task }) => ({
      task: task.id,
      criteria: task.criteria.filter(criterion => criterion.ticked).map(criterion => criterion.id),
    }))
}
