import { h, type JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { WebLog } from '../../wire.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { Near } from '../parts/near.ts'
import { Nothing, RefusalNote } from '../parts/notes.ts'
import { clock, dayAndTime } from '../parts/times.ts'
import { chunksOf, type LogSentence, matchingLines } from './log-lines.ts'
import { useLog } from './use-log.ts'

const LINE_HEIGHT = 26

/** Everything that happened, in sentences, the newest first. */
export function LogPage(): JSX.Element {
  const { run, shown, onKey } = useHere()
  const { lines, refusal } = useLog(run, shown.version)
  const [filter, setFilter] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => onKey(act => act.is === 'filter' && field.current?.focus()), [])
  const found = useMemo(() => matchingLines(lines ?? [], filter), [lines, filter])
  const chunks = useMemo(() => chunksOf(found), [found])
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'page-head' },
      h('h1', {}, 'Log'),
      h(
        'p',
        { class: 'muted' },
        lines === null
          ? ''
          : `${found.length.toLocaleString('en')} of ${lines.length.toLocaleString('en')}, the newest first`,
      ),
      h('input', {
        ref: field,
        type: 'search',
        class: 'filter',
        'aria-label': 'Filter the log',
        placeholder: 'Filter the log',
        value: filter,
        onInput: event => setFilter(event.currentTarget.value),
      }),
    ),
    refusal && h(RefusalNote, refusal),
    lines === null
      ? !refusal && h(Nothing, {}, 'Loading …')
      : found.length === 0 && h(Nothing, {}, 'No line has all of these words.'),
    h(
      'div',
      { class: 'log', role: 'log', 'aria-live': 'off', 'aria-label': 'Log of the run' },
      chunks.map(({ key, lines: some }) =>
        h(Near, {
          key,
          height: some.length * LINE_HEIGHT,
          draw: () => some.map(line => h(Line, { key: line.version, run, line })),
        }),
      ),
    ),
  )
}

const SIGNS = { plain: '', good: '✓', bad: '!' } as const

const Line = ({
  run,
  line: { at, task, words, tone },
}: {
  readonly run: string
  readonly line: WebLog['lines'][number] & LogSentence
}): JSX.Element =>
  h(
    'p',
    { class: 'log-line' },
    h('time', { dateTime: at, title: dayAndTime(at) }, clock(at)),
    task === null ? h('span', { class: 'id' }) : h('a', { class: 'id', href: taskLink(run, task) }, task),
    h('span', { class: `sign tone-${tone}`, 'aria-hidden': 'true' }, SIGNS[tone]),
    h('span', {}, words),
  )
