import type { TaskStatus } from '../../core/shown/status.ts'
import { type Line, line } from './line.ts'
import { focusOf, type LiveItem, type LiveView, type Size, treeOf, type Urgency, urgencyOf } from './live-view.ts'
import { columnsFor, detailRows, taskRow } from './rows.ts'

/** Priority if not all tasks fit; smaller comes first. */
const RANK: Readonly<Record<Urgency, number>> = { 'at-work': 1, 'for-you': 2, failed: 3, calm: 4 }

/** The order of the summary. */
const SUMMED: readonly TaskStatus[] = [
  'implementing',
  'testing',
  'landing',
  'escalated',
  'paused',
  'test-failed',
  'completed',
  'skipped',
  'ready',
  'blocked',
  'waiting',
]

/** The tasks in at most this many lines. Tasks at work, failed or waiting for the user stay; the rest is summarised. */
export function treeLines(view: LiveView, { columns, rows }: Size): readonly Line[] {
  const items = treeOf(view)
  const focus = focusOf(view, items)
  const widths = columnsFor(items, columns)
  const details = new Map(items.map(item => [item, detailRows(view, item)]))
  const { shown, detail } = choose(items, { rows, focus, details })
  const lines = items.flatMap(item =>
    shown.has(item)
      ? [
          taskRow(view, item, { columns: widths, isFocus: item === focus }),
          ...(details.get(item) ?? []).slice(0, detail),
        ]
      : [],
  )
  const hidden = items.filter(item => !shown.has(item))
  return hidden.length > 0 && lines.length < rows ? [...lines, line(`  … ${summary(hidden)}`, 'dim')] : lines
}

interface Choice {
  readonly shown: ReadonlySet<LiveItem>
  /** The number of detail lines for each of them. */
  readonly detail: number
}

const DETAIL_MAX = 2

function choose(
  items: readonly LiveItem[],
  on: {
    readonly rows: number
    readonly focus: LiveItem | null
    readonly details: ReadonlyMap<LiveItem, readonly Line[]>
  },
): Choice {
  const { rows, focus, details } = on
  const height = (item: LiveItem, detail: number) => 1 + Math.min(detail, details.get(item)?.length ?? 0)
  const heightOf = (of: readonly LiveItem[], detail: number) => of.reduce((sum, item) => sum + height(item, detail), 0)
  for (let detail = DETAIL_MAX; detail > 0; detail--)
    if (heightOf(items, detail) <= rows) return { shown: new Set(items), detail }

  const rank = (item: LiveItem) => (item === focus ? 0 : RANK[urgencyOf(item.task)])
  const urgent = items.filter(item => rank(item) < RANK.calm).sort((a, b) => rank(a) - rank(b))
  // One line is reserved for the summary, unless it would displace something urgent.
  const room = urgent.length === rows ? rows : Math.max(1, rows - 1)
  let detail = DETAIL_MAX
  while (detail > 0 && heightOf(urgent, detail) > room) detail--
  const shown = new Set<LiveItem>()
  let left = rows > 0 ? room : 0
  for (const item of [...urgent, ...aroundFocus(items, focus)]) {
    if (shown.has(item) || height(item, detail) > left) continue
    shown.add(item)
    left -= height(item, detail)
  }
  return { shown, detail }
}

/** All tasks, nearest to the focus first: moving the focus scrolls the tree. */
function aroundFocus(items: readonly LiveItem[], focus: LiveItem | null): readonly LiveItem[] {
  const at = focus ? items.indexOf(focus) : 0
  const nearest: LiveItem[] = []
  for (let distance = 1; distance <= items.length; distance++)
    for (const item of [items[at + distance], items[at - distance]]) if (item) nearest.push(item)
  return nearest
}

function summary(items: readonly LiveItem[]): string {
  return SUMMED.flatMap(state => {
    const count = items.filter(({ task }) => task.state === state).length
    return count > 0 ? [`${count} ${state}`] : []
  }).join(', ')
}
