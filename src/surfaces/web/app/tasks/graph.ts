import type { TaskView } from '../../../../core/shown/view.ts'
import { type Hierarchy, shownFor, unfoldedTasks } from './folding.ts'

/** What is to be laid out: boxes, the frames of open parents around them, and arrows between boxes. */
export interface Graph {
  readonly boxes: readonly GraphBox[]
  readonly frames: readonly { readonly task: TaskView; readonly inside: string | null }[]
  readonly arrows: readonly GraphArrow[]
}

export interface GraphBox {
  readonly task: TaskView
  /** The frame around it. */
  readonly inside: string | null
  readonly isFolded: boolean
  readonly isCritical: boolean
}

interface GraphArrow {
  readonly from: string
  readonly to: string
  readonly isCritical: boolean
}

/** Ends of arrows at an open parent; more would only hide the picture. */
const ENDS_MAX = 3

/** The picture of a plan: folded parents are boxes, open ones are frames, and arrows lead to what is drawn. */
export function graphOf(hierarchy: Hierarchy, folded: ReadonlySet<string>, criticalPath: readonly string[]): Graph {
  const shown = unfoldedTasks(hierarchy, folded)
  const isFrame = ({ id }: TaskView): boolean => (hierarchy.childrenOf.get(id)?.length ?? 0) > 0 && !folded.has(id)
  const critical = new Set(criticalPath.map(id => shownFor(hierarchy, folded, id)))
  const drawn = [...critical]
  const steps = new Set(drawn.slice(1).map((id, at) => `${drawn[at]} → ${id}`))
  const inside = (id: string): string | null => hierarchy.parentOf.get(id) ?? null
  const boxes = shown
    .filter(task => !isFrame(task))
    .map(task => ({ task, inside: inside(task.id), isFolded: folded.has(task.id), isCritical: critical.has(task.id) }))
  const ends = endsOf(hierarchy, new Set(boxes.map(({ task }) => task.id)))
  const arrows = new Map<string, GraphArrow>()
  for (const task of hierarchy.byId.values())
    for (const need of task.depends_on) {
      if (!hierarchy.byId.has(need)) continue
      const [left, right] = [shownFor(hierarchy, folded, need), shownFor(hierarchy, folded, task.id)]
      if (left === right) continue
      for (const from of ends(left, 'last'))
        for (const to of ends(right, 'first'))
          if (from !== to) arrows.set(`${from} → ${to}`, { from, to, isCritical: steps.has(`${from} → ${to}`) })
    }
  return {
    boxes,
    frames: shown.filter(isFrame).map(task => ({ task, inside: inside(task.id) })),
    arrows: withoutImplied([...arrows.values()]),
  }
}

/** With more arrows than this no single one can be seen, and finding their paths takes long. */
const ARROWS_MAX = 1_000

/** Without arrows that a longer way implies: a last task that needs all others would be the end of every line. */
function withoutImplied(arrows: readonly GraphArrow[]): readonly GraphArrow[] {
  if (arrows.length > ARROWS_MAX) return arrows
  const next = Map.groupBy(arrows, ({ from }) => from)
  const reached = new Map<string, Set<string>>()
  /** Everything behind a box; a circle ends at the box that is looked at. */
  const behind = (id: string): Set<string> => {
    const known = reached.get(id)
    if (known) return known
    const found = new Set<string>()
    reached.set(id, found)
    for (const { to } of next.get(id) ?? []) {
      found.add(to)
      for (const further of behind(to)) found.add(further)
    }
    return found
  }
  return arrows.filter(
    ({ from, to, isCritical }) =>
      isCritical || !next.get(from)!.some(other => other.to !== to && behind(other.to).has(to)),
  )
}

/** The boxes that stand for a task: itself, or for an open parent the ones at its beginning or end. */
function endsOf({ childrenOf, byId }: Hierarchy, boxes: ReadonlySet<string>) {
  return function ends(id: string, side: 'first' | 'last'): readonly string[] {
    if (boxes.has(id)) return [id]
    const children = childrenOf.get(id) ?? []
    const needed = new Set(children.flatMap(child => byId.get(child)!.depends_on))
    const outer = children.filter(child =>
      side === 'last' ? !needed.has(child) : byId.get(child)!.depends_on.every(need => !children.includes(need)),
    )
    return outer.flatMap(child => ends(child, side)).slice(0, ENDS_MAX)
  }
}
