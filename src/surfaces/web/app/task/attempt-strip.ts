import { h, type JSX } from 'preact'
import type { WebTask } from '../../wire.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { markOfAttempt } from './attempt-mark.ts'

/** The attempts in order; each is a link to this part of the page about it. */
export function AttemptStrip({
  task,
  attempt,
}: {
  readonly task: WebTask
  readonly attempt: number | null
}): JSX.Element | null {
  const { run, address } = useHere()
  if (task.history.length === 0) return null
  return h(
    'nav',
    { class: 'attempts', 'aria-label': 'Attempts' },
    h('span', { class: 'muted', 'aria-hidden': 'true' }, 'Attempt'),
    task.history.map(one => {
      const { tone, sign, word } = markOfAttempt(one)
      return h(
        'a',
        {
          key: one.attempt,
          href: taskLink(run, task.id, address.part, { attempt: one.attempt }),
          class: `attempt tone-${tone}`,
          'aria-current': one.attempt === attempt ? 'true' : undefined,
          title: `${one.kind} by ${one.agent}: ${word}`,
        },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
        h('span', { class: 'unseen' }, 'Attempt '),
        one.attempt,
        ' ',
        h('span', { class: 'muted' }, one.agent),
        h('span', { class: 'unseen' }, `, ${word}`),
      )
    }),
  )
}
