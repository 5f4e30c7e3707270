import type { TaskView } from '../../../../core/shown/view.ts'
import { markOf } from '../parts/marks.ts'

/** The hierarchy of a plan: which tasks are parts of which parent. */
export interface Hierarchy {
  readonly byId: ReadonlyMap<string, TaskView>
  /** The nearest parent with a document of its own around a task. A task that was added for another one is beside it. */
  readonly parentOf: ReadonlyMap<string, string>
  readonly childrenOf: ReadonlyMap<string, readonly string[]>
}

export function hierarchyOf(tasks: readonly TaskView[]): Hierarchy {
  const byId = new Map(tasks.map(task => [task.id, task]))
  const parentOf = new Map<string, string>()
  for (const task of tasks) {
    let around = task.parent === null ? undefined : byId.get(task.parent)
    while (around && around.sub_plan === undefined)
      around = around.parent === null ? undefined : byId.get(around.parent)
    if (around) parentOf.set(task.id, around.id)
  }
  const childrenOf = new Map<string, string[]>()
  for (const [child, parent] of parentOf) {
    const known = childrenOf.get(parent)
    if (known) known.push(child)
    else childrenOf.set(parent, [child])
  }
  return { byId, parentOf, childrenOf }
}

/** The parents around a task, the nearest first. */
export function parentsAround({ parentOf }: Hierarchy, id: string): readonly string[] {
  const found: string[] = []
  for (let at = parentOf.get(id); at !== undefined && !found.includes(at); at = parentOf.get(at)) found.push(at)
  return found
}

/** The task itself, or the outermost folded parent around it. */
export const shownFor = (hierarchy: Hierarchy, folded: ReadonlySet<string>, id: string): string =>
  parentsAround(hierarchy, id).findLast(parent => folded.has(parent)) ?? id

/** The tasks that are not inside of a folded parent, in the order of the plan. */
export const unfoldedTasks = (hierarchy: Hierarchy, folded: ReadonlySet<string>): readonly TaskView[] =>
  [...hierarchy.byId.values()].filter(({ id }) => shownFor(hierarchy, folded, id) === id)

/** With so many tasks at once a picture is still read. */
const AT_ONCE_MAX = 60

/** Whether a reader wants to see it without being asked. */
const isOfInterest = (task: TaskView): boolean => ['asks', 'bad', 'busy'].includes(markOf(task).tone)

/** A small plan is open. In a large one only parents with work under way or with a question are, as long as it stays readable. */
export function firstFolded(hierarchy: Hierarchy): ReadonlySet<string> {
  const parents = [...hierarchy.childrenOf.keys()]
  if (hierarchy.byId.size <= AT_ONCE_MAX) return new Set()
  let folded: ReadonlySet<string> = new Set(parents)
  let count = unfoldedTasks(hierarchy, folded).length
  for (const task of hierarchy.byId.values()) {
    if (!isOfInterest(task)) continue
    const around = parentsAround(hierarchy, task.id).filter(parent => folded.has(parent))
    const more = around.reduce((sum, parent) => sum + hierarchy.childrenOf.get(parent)!.length, 0)
    if (around.length === 0 || count + more > AT_ONCE_MAX) continue
    folded = new Set([...folded].filter(parent => !around.includes(parent)))
    count += more
  }
  return folded
}

/** The tasks whose id, title, state or outcome has every word of the filter. */
export function matching(tasks: readonly TaskView[], filter: string): readonly TaskView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return tasks
  return tasks.filter(task => {
    const text = `${task.id} ${task.title} ${task.state} ${markOf(task).word} ${task.tier}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
