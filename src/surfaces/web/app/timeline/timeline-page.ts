import { h, type JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Timeline } from '../../../../core/shown/timeline.ts'
import { duration } from '../../../../core/text/time.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { Nothing, RefusalNote } from '../parts/notes.ts'
import { clock, dayAndTime } from '../parts/times.ts'
import { type Bar, endOf, marksOf, markWords, rowsOf, type TimelineRow } from './lanes.ts'

/** Which agent worked on which task when. Gaps are waits; hatched times are pauses by limits of a vendor. */
export function TimelinePage(): JSX.Element {
  const { run, shown } = useHere()
  const { value, refusal } = useFetched<Timeline>(partOf(run, 'timeline'), shown.version)
  const end = value ? endOf(value, shown.driver === 'driving') : 0
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'page-head' },
      h('h1', {}, 'Timeline'),
      value &&
        h('p', { class: 'muted' }, `from ${dayAndTime(value.began_at)}, ${duration(end - Date.parse(value.began_at))}`),
      h(Legend, {}),
    ),
    refusal && h(RefusalNote, refusal),
    value === null
      ? !refusal && h(Nothing, {}, 'Loading …')
      : value.lanes.length === 0
        ? h(Nothing, {}, 'No agent was launched yet.')
        : h(Chart, { timeline: value, end }),
  )
}

const ROLES = ['worker', 'fixer', 'verifier', 'reviewer'] as const

const Legend = (): JSX.Element =>
  h(
    'ul',
    { class: 'legend', 'aria-label': 'Colours' },
    ROLES.map(role => h('li', { key: role }, h('span', { class: `swatch role-${role}` }), role)),
    h('li', {}, h('span', { class: 'swatch pause' }), 'paused'),
  )

function Chart({ timeline, end }: { readonly timeline: Timeline; readonly end: number }): JSX.Element {
  const whole = Math.max(1, end - Date.parse(timeline.began_at))
  const rows = rowsOf(timeline, end)
  const box = useRef<HTMLDivElement>(null)
  // On a narrow screen the newest work is what somebody comes for.
  useEffect(() => box.current?.scrollTo({ left: box.current.scrollWidth }), [])
  return h(
    'div',
    { ref: box, class: 'chart', tabIndex: 0, role: 'region', 'aria-label': 'Timeline of agents' },
    h(
      'div',
      { class: 'chart-room' },
      h(
        'div',
        { class: 'scale', 'aria-hidden': 'true' },
        marksOf(whole).map(at => h('span', { key: at, style: { left: percent(at / whole) } }, markWords(at))),
      ),
      h(
        'ul',
        { class: 'rows' },
        rows.map((row, at) => h(RowLine, { key: `${row.agent} ${at}`, row })),
      ),
    ),
  )
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

function RowLine({ row: { agent, isFirst, bars, pauses } }: { readonly row: TimelineRow }): JSX.Element {
  return h(
    'li',
    { class: isFirst ? 'row row-first' : 'row' },
    h('span', { class: 'row-name' }, isFirst ? agent : h('span', { class: 'unseen' }, agent)),
    h(
      'span',
      { class: 'row-bars' },
      pauses.map(({ from, share, reason, beganAt, durationMs }) =>
        h('span', {
          key: beganAt,
          class: 'bar-piece pause',
          style: { left: percent(from), width: percent(share) },
          role: 'img',
          'aria-label': `paused for ${duration(durationMs)}: ${reason}`,
          title: `paused for ${duration(durationMs)}: ${reason}`,
        }),
      ),
      bars.map(bar => h(BarLink, { key: `${bar.task} ${bar.attempt} ${bar.role}`, bar })),
    ),
  )
}

function BarLink({
  bar: { task, attempt, role, from, share, beganAt, durationMs, isOpen },
}: {
  readonly bar: Bar
}): JSX.Element {
  const { run } = useHere()
  const words = `Task ${task}, attempt ${attempt}, ${role}: ${duration(durationMs)} from ${clock(beganAt)}${isOpen ? ', at work' : ''}`
  return h(
    'a',
    {
      href: taskLink(run, task, 'proof', { attempt }),
      class: `bar-piece role-${role} ${isOpen ? 'bar-open' : ''}`,
      style: { left: percent(from), width: percent(share) },
      'aria-label': words,
      title: words,
    },
    task,
  )
}
