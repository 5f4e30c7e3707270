import { h, type JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useHere } from '../frame/run-context.ts'
import { useKept } from '../parts/kept.ts'
import { firstFolded, hierarchyOf, matching } from './folding.ts'
import { GraphView } from './graph-view.ts'
import { ListView } from './list-view.ts'

/** All tasks, as a graph of what needs what, or as a list. */
export function TasksPage(): JSX.Element {
  const { run, shown, onKey } = useHere()
  const { tasks } = shown.view
  const hierarchy = useMemo(() => hierarchyOf(tasks), [tasks])
  const [form, setForm] = useKept<'graph' | 'list'>('tasks as', window.innerWidth < 700 ? 'list' : 'graph')
  const [kept, setKept] = useKept<readonly string[] | null>(`folded ${run}`, null)
  const first = useMemo(() => firstFolded(hierarchy), [run])
  const folded = useMemo(() => (kept === null ? first : new Set(kept)), [kept, first])
  const [filter, setFilter] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => onKey(act => act.is === 'filter' && field.current?.focus()), [])
  const found = matching(tasks, filter)
  const newest = useRef(folded)
  newest.current = folded
  const fold = useCallback((id: string) => {
    const { current } = newest
    setKept(current.has(id) ? [...current].filter(one => one !== id) : [...current, id])
  }, [])
  const parents = [...hierarchy.childrenOf.keys()]
  const isList = form === 'list' || filter.trim() !== ''
  return h(
    'div',
    { class: 'tasks' },
    h(
      'div',
      { class: 'page-head' },
      h('h1', {}, 'Tasks'),
      h(
        'div',
        { class: 'switcher', role: 'group', 'aria-label': 'Show as' },
        (['graph', 'list'] as const).map(one =>
          h(
            'button',
            { key: one, type: 'button', 'aria-pressed': form === one, onClick: () => setForm(one) },
            one === 'graph' ? 'Graph' : 'List',
          ),
        ),
      ),
      parents.length > 0 &&
        h(
          'div',
          { class: 'buttons' },
          h('button', { type: 'button', class: 'small', onClick: () => setKept([]) }, 'Unfold all'),
          h('button', { type: 'button', class: 'small', onClick: () => setKept(parents) }, 'Fold all'),
        ),
      h('input', {
        ref: field,
        type: 'search',
        class: 'filter',
        'aria-label': 'Filter tasks',
        placeholder: 'Filter tasks',
        value: filter,
        onInput: event => setFilter(event.currentTarget.value),
      }),
    ),
    isList
      ? h(ListView, { hierarchy, folded, fold, found, isFiltered: filter.trim() !== '' })
      : h(GraphView, { hierarchy, folded, fold, criticalPath: shown.critical_path }),
  )
}
