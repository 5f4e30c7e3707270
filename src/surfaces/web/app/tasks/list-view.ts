import { h, type JSX } from 'preact'
import { memo } from 'preact/compat'
import type { TaskView } from '../../../../core/shown/view.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { TaskBadge, TierMark } from '../parts/badge.ts'
import { Nothing } from '../parts/notes.ts'
import { type Hierarchy, parentsAround, unfoldedTasks } from './folding.ts'

/** Tasks in the order of the plan; parents can be folded. A filter looks into folded ones as well. */
export function ListView({
  hierarchy,
  folded,
  fold,
  found,
  isFiltered,
}: {
  readonly hierarchy: Hierarchy
  readonly folded: ReadonlySet<string>
  readonly fold: (id: string) => void
  readonly found: readonly TaskView[]
  readonly isFiltered: boolean
}): JSX.Element {
  const { run } = useHere()
  const tasks = isFiltered ? found : unfoldedTasks(hierarchy, folded)
  if (tasks.length === 0) return h(Nothing, {}, 'No task has all of these words.')
  return h(
    'div',
    { class: 'table-box' },
    h(
      'table',
      { class: 'task-list' },
      h('caption', { class: 'unseen' }, `${tasks.length} tasks`),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Task', 'State', 'Needs', 'Attempts'].map(name => h('th', { key: name, scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        {},
        tasks.map(task =>
          h(Row, {
            key: task.id,
            run,
            task,
            depth: isFiltered ? 0 : parentsAround(hierarchy, task.id).length,
            fold: hierarchy.childrenOf.has(task.id) && !isFiltered ? fold : null,
            isFolded: folded.has(task.id),
          }),
        ),
      ),
    ),
  )
}

interface RowProps {
  readonly run: string
  readonly task: TaskView
  readonly depth: number
  readonly fold: ((id: string) => void) | null
  readonly isFolded: boolean
}

const drawRow = ({ run, task, depth, fold, isFolded }: RowProps): JSX.Element =>
  h(
    'tr',
    { class: fold ? 'row-parent' : '' },
    h(
      'th',
      { scope: 'row', style: { paddingInlineStart: `${0.5 + depth * 1.2}rem` } },
      fold &&
        h(
          'button',
          {
            type: 'button',
            class: 'fold',
            'aria-expanded': !isFolded,
            'aria-label': `${isFolded ? 'Unfold' : 'Fold'} ${task.id}`,
            onClick: () => fold(task.id),
          },
          isFolded ? '+' : '−',
        ),
      h('a', { href: taskLink(run, task.id) }, h('span', { class: 'id' }, task.id), task.title),
      h(TierMark, { tier: task.tier }),
      task.progress && h('span', { class: 'muted' }, ` ${task.progress.done} of ${task.progress.of}`),
    ),
    h('td', {}, h(TaskBadge, { task }), task.reason && h('p', { class: 'muted reason' }, task.reason)),
    h('td', { class: 'ids' }, task.depends_on.join(', ')),
    h('td', { class: 'number' }, task.attempts || ''),
  )

/** Drawn again only if its task changed; whether it can be folded does not depend on the function. */
const Row = memo(
  drawRow,
  (before, now) =>
    before.task === now.task &&
    before.depth === now.depth &&
    before.isFolded === now.isFolded &&
    (before.fold === null) === (now.fold === null),
)
