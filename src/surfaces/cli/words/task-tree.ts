import type { TaskOutline } from '../../../core/shown/view.ts'

/** A task on a line of the tree. */
export interface TreeRow<T> {
  readonly task: T
  /** Levels below the first one shown. */
  readonly indent: number
  /** Tasks inside it that are not shown. */
  readonly hidden: number
}

export interface TreeOptions {
  /** Only this task and the tasks inside it. */
  readonly root?: string | undefined
  /** Levels to show; absent for all, except that a long plan shows only sub-plans in which something happens. */
  readonly depth?: number | undefined
  /** Every task on its own line, without levels. */
  readonly list?: boolean | undefined
}

/** More rows than this are folded unless the user asks for a depth. */
const ROWS_MAX = 40

/** The tasks of a run as rows: a task inside another comes after it. */
export function treeRows<T extends TaskOutline>(
  tasks: readonly T[],
  { root, depth, list }: TreeOptions = {},
): readonly TreeRow<T>[] {
  if (list) {
    const inside = root === undefined ? tasks : tasks.filter(({ id }) => id === root || id.startsWith(`${root}/`))
    return inside.map(task => ({ task, indent: 0, hidden: 0 }))
  }
  const below = childrenOf(tasks)
  const isFolded = depth === undefined && tasks.length > ROWS_MAX ? folding(below, root) : () => false
  const rows: TreeRow<T>[] = []
  const walk = (task: T, indent: number): void => {
    const children = below.get(task.id) ?? []
    const isCut = depth !== undefined ? indent + 1 >= depth : isFolded(task)
    rows.push({ task, indent, hidden: isCut ? countInside(below, task) : 0 })
    if (!isCut) for (const child of children) walk(child, indent + 1)
  }
  const first = root === undefined ? (below.get(null) ?? []) : tasks.filter(({ id }) => id === root)
  for (const task of first) walk(task, 0)
  return rows
}

type Below<T extends TaskOutline> = ReadonlyMap<string | null, readonly T[]>

function childrenOf<T extends TaskOutline>(tasks: readonly T[]): Below<T> {
  const known = new Set(tasks.map(({ id }) => id))
  const below = new Map<string | null, T[]>()
  for (const task of tasks) {
    const above = task.parent !== null && known.has(task.parent) ? task.parent : null
    const list = below.get(above)
    if (list) list.push(task)
    else below.set(above, [task])
  }
  return below
}

const CALM: ReadonlySet<string> = new Set(['waiting', 'blocked', 'ready', 'completed', 'skipped'])

/** Sub-plans in which nothing happens are folded, except the chosen one. */
function folding<T extends TaskOutline>(below: Below<T>, root: string | undefined): (task: T) => boolean {
  const isCalm = (task: T): boolean =>
    CALM.has(task.state) && task.state !== 'blocked' && (below.get(task.id) ?? []).every(isCalm)
  return task => task.sub_plan !== undefined && task.id !== root && isCalm(task)
}

const countInside = <T extends TaskOutline>(below: Below<T>, { id }: T): number =>
  (below.get(id) ?? []).reduce((sum, child) => sum + 1 + countInside(below, child), 0)
