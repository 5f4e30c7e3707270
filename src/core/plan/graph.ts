/** The dependency graph. Every function visits each task and each dependency once. */
import type { TaskId } from './ids.ts'

/** The parts of a task that determine its order; needs that are not in the list are ignored. */
export interface Needing {
  readonly id: TaskId
  readonly needs: readonly TaskId[]
}

/** A topological order that otherwise follows the plan; in a cycle the plan's order wins. */
export function topological(tasks: readonly Needing[]): TaskId[] {
  const { ids, needs } = edges(tasks)
  const order: TaskId[] = []
  const seen = new Uint8Array(ids.length)
  for (let root = 0; root < ids.length; root++) {
    if (seen[root]) continue
    seen[root] = 1
    const path = [{ at: root, next: 0 }]
    while (path.length > 0) {
      const step = path.at(-1)!
      const need = needs[step.at]![step.next++]
      if (need === undefined) {
        order.push(ids[step.at]!)
        path.pop()
      } else if (!seen[need]) {
        seen[need] = 1
        path.push({ at: need, next: 0 })
      }
    }
  }
  return order
}

/** The direct dependents of each task, in plan order. */
export function dependents(tasks: readonly Needing[]): Map<TaskId, TaskId[]> {
  const { ids, needs } = edges(tasks)
  const waiting = new Map<TaskId, TaskId[]>(ids.map(id => [id, []]))
  for (const [index, list] of needs.entries()) for (const need of list) waiting.get(ids[need]!)!.push(ids[index]!)
  return waiting
}

/** All dependents of this task, direct and indirect, in plan order. */
export function allDependents(tasks: readonly Needing[], id: TaskId): readonly TaskId[] {
  const waiting = dependentsOf(tasks)
  const reached = new Set<TaskId>([id])
  const open = [id]
  while (open.length > 0)
    for (const next of waiting.get(open.pop()!) ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  reached.delete(id)
  return reached.size === 0 ? [] : tasks.map(task => task.id).filter(other => reached.has(other))
}

const known = new WeakMap<readonly Needing[], ReadonlyMap<TaskId, readonly TaskId[]>>()

/** Computed once per plan: a view needs it for every task that waits for a human. */
function dependentsOf(tasks: readonly Needing[]): ReadonlyMap<TaskId, readonly TaskId[]> {
  const found = known.get(tasks) ?? dependents(tasks)
  known.set(tasks, found)
  return found
}

/**
 * Dependency cycles, each once and starting with its first task in the plan. A strongly connected component can contain
 * too many cycles to read: every component gives at least one, and more as long as they are short.
 */
export function cycles(tasks: readonly Needing[]): TaskId[][] {
  const { ids, needs } = edges(tasks)
  const knot = knots(needs)
  const sizes = new Map<number, number>()
  for (const [index, list] of needs.entries()) sizes.set(knot[index]!, (sizes.get(knot[index]!) ?? 1) + 1 + list.length)
  const found: number[][] = []
  const place = new Int32Array(ids.length).fill(-1)
  const done = new Uint8Array(ids.length)
  for (let root = 0; root < ids.length; root++) {
    if (done[root]) continue
    const path = [{ at: root, next: 0 }]
    place[root] = 0
    while (path.length > 0) {
      const step = path.at(-1)!
      const need = needs[step.at]![step.next++]
      if (need === undefined) {
        done[step.at] = 1
        place[step.at] = -1
        path.pop()
      } else if (place[need]! >= 0) {
        const length = path.length - place[need]!
        const left = sizes.get(knot[need]!)!
        // The first cycle of a component is never longer than the component, so it always fits.
        if (length <= left) found.push(path.slice(place[need]!).map(entry => entry.at))
        sizes.set(knot[need]!, left - length)
      } else if (!done[need] && knot[need] === knot[root]) {
        place[need] = path.length
        path.push({ at: need, next: 0 })
      }
    }
  }
  return found.map(fromFirst).map(circle => circle.map(index => ids[index]!))
}

function fromFirst(circle: readonly number[]): number[] {
  let first = 0
  for (const [index, task] of circle.entries()) if (task < circle[first]!) first = index
  return [...circle.slice(first), ...circle.slice(0, first)]
}

/** Tasks and needs as numbers, each need once; of two tasks with one id the first counts. */
function edges(tasks: readonly Needing[]): { ids: TaskId[]; needs: number[][] } {
  const places = new Map<TaskId, number>()
  const firsts = tasks.filter(task => !places.has(task.id) && places.set(task.id, places.size))
  const lastNeededBy = new Int32Array(firsts.length).fill(-1)
  const needs = firsts.map((task, from) => {
    const found: number[] = []
    for (const need of task.needs) {
      const to = places.get(need)
      if (to === undefined || lastNeededBy[to] === from) continue
      lastNeededBy[to] = from
      found.push(to)
    }
    return found
  })
  return { ids: firsts.map(task => task.id), needs }
}

/** The strongly connected component of every task (Tarjan). */
function knots(needs: readonly (readonly number[])[]): Int32Array {
  const count = needs.length
  const number = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const knot = new Int32Array(count).fill(-1)
  const open: number[] = []
  let numbered = 0
  for (let root = 0; root < count; root++) {
    if (number[root]! >= 0) continue
    const path: { at: number; next: number }[] = []
    const enter = (at: number) => {
      number[at] = low[at] = numbered++
      open.push(at)
      path.push({ at, next: 0 })
    }
    enter(root)
    while (path.length > 0) {
      const { at, next } = path.at(-1)!
      const need = needs[at]![next]
      path.at(-1)!.next++
      if (need !== undefined) {
        if (number[need]! < 0) enter(need)
        else if (knot[need]! < 0) low[at] = Math.min(low[at]!, number[need]!)
        continue
      }
      path.pop()
      if (path.length > 0) low[path.at(-1)!.at] = Math.min(low[path.at(-1)!.at]!, low[at]!)
      if (low[at] !== number[at]) continue
      for (let member = open.pop()!; ; member = open.pop()!) {
        knot[member] = at
        if (member === at) break
      }
    }
  }
  return knot
}
