import { h, type JSX } from 'preact'
import { dollars } from '../../../../core/text/dollars.ts'
import { markCounts } from '../parts/marks.ts'
import { useHere } from './run-context.ts'

const DRIVERS = { driving: 'running', gone: 'its pm-agent died', nobody: 'not running' } as const

/** The run in one line: number of tasks by state, phase, cost, and whether a process drives it. */
export function RunBand(): JSX.Element {
  const { view, driver } = useHere().shown
  const { run } = view
  const counts = markCounts(view.tasks)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const isDone = run.phase === 'done'
  return h(
    'section',
    { class: 'band', 'aria-label': 'The run at a glance' },
    run.rehearsal && h('strong', { class: 'rehearsal' }, 'Rehearsal'),
    h(
      'div',
      { class: 'bar', 'aria-hidden': 'true' },
      counts.map(({ word, tone, count }) =>
        h('span', { key: word, class: `tone-${tone}`, style: { flexGrow: count } }),
      ),
    ),
    h(
      'ul',
      { class: 'counts', 'aria-label': `${all} tasks` },
      counts.map(({ word, tone, sign, count }) =>
        h(
          'li',
          { key: word, class: `tone-${tone}` },
          h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
          h('b', {}, count),
          ` ${word}`,
        ),
      ),
    ),
    h(
      'p',
      { class: 'band-facts' },
      h('span', {}, h('span', { class: 'muted' }, 'Phase '), run.phase),
      h('span', { title: run.cost.words }, h('span', { class: 'muted' }, 'Cost '), costWords(run.cost)),
      h(
        'span',
        { class: `driver driver-${isDone ? 'done' : driver}` },
        isDone ? 'finished' : run.stopped ? 'stopped' : DRIVERS[driver],
      ),
    ),
  )
}

function costWords({
  usd,
  at_least,
  budget_usd,
}: {
  readonly usd: number | null
  readonly at_least: boolean
  readonly budget_usd: number | null
}): string {
  if (usd === null) return 'unknown'
  return `${at_least ? '≥ ' : ''}${dollars(usd)}${budget_usd === null ? '' : ` of ${dollars(budget_usd)}`}`
}
