import { h, type JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { WebPlan } from '../../wire.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { TaskBadge } from '../parts/badge.ts'
import { Nothing, RefusalNote } from '../parts/notes.ts'
import { planLines } from './plan-lines.ts'

/** The plan as it is written, with the state of every task beside its heading. */
export function PlanPage(): JSX.Element {
  const { run, shown } = useHere()
  const { value, refusal } = useFetched<WebPlan>(partOf(run, 'plan'), shown.version)
  const lines = useMemo(() => (value ? planLines(value.text, value.lines) : []), [value])
  const tasks = new Map(shown.view.tasks.map(task => [task.id, task]))
  return h(
    'div',
    {},
    h('div', { class: 'page-head' }, h('h1', {}, 'Plan'), value && h('code', { class: 'muted' }, value.path)),
    refusal && h(RefusalNote, refusal),
    value === null && !refusal && h(Nothing, {}, 'Loading …'),
    h(
      'div',
      { class: 'plan' },
      lines.map(({ number, text, task, kind }) => {
        const view = task === null ? undefined : tasks.get(task)
        return h(
          'div',
          { key: number, class: `plan-line plan-${kind}` },
          h('span', { class: 'plan-text' }, text || ' '),
          view &&
            h(
              'a',
              { class: 'plan-state', href: taskLink(run, view.id) },
              h('span', { class: 'unseen' }, `Task ${view.id}: `),
              h(TaskBadge, { task: view }),
            ),
        )
      }),
    ),
  )
}
