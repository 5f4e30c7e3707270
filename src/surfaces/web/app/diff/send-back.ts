import { h, type JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { WebRefusal, WebTaken, WebTask } from '../../wire.ts'
import { useHere } from '../frame/run-context.ts'
import { DECISION_NAMES, decisionAbout } from '../inbox/answer.ts'
import { partOf, send } from '../live/ask-server.ts'
import { RefusalNote } from '../parts/notes.ts'
import { type LineComment, messageOf } from './comments.ts'

/** The decisions that carry a text to the agent, the better one first. */
const WITH_TEXT = ['revise', 'retry'] as const

/** All comments, as one decision that sends the task back to its agent. */
export function SendBack({
  task,
  comments,
  discard,
}: {
  readonly task: WebTask
  readonly comments: readonly LineComment[]
  readonly discard: () => void
}): JSX.Element {
  const { run, announce } = useHere()
  const dialog = useRef<HTMLDialogElement>(null)
  const [overall, setOverall] = useState('')
  const [refusal, setRefusal] = useState<WebRefusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const decision = WITH_TEXT.find(one => task.review.decisions.some(({ decision: open }) => open === one))
  const count = `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'}`
  const decide = async () => {
    if (!decision) return
    setBusy(true)
    const body = decisionAbout(task, decision, { text: messageOf(comments, overall) })
    const answer = await send<WebTaken>(partOf(run, 'decisions'), body)
    setBusy(false)
    setRefusal(answer.ok ? null : answer.refusal)
    if (!answer.ok) return
    dialog.current?.close()
    announce(answer.value.said)
    discard()
  }
  return h(
    'div',
    { class: 'send-back', role: 'region', 'aria-label': 'Your comments' },
    h(
      'span',
      {},
      h('b', {}, count),
      decision ? '' : '. The task cannot be sent back now; they are kept in this browser.',
    ),
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'button', onClick: discard }, 'Discard'),
      h(
        'button',
        { type: 'button', class: 'primary', disabled: !decision, onClick: () => dialog.current?.showModal() },
        'Send back to the agent',
      ),
    ),
    h(
      'dialog',
      { ref: dialog, class: 'dialog', 'aria-labelledby': 'send-title' },
      h('h2', { id: 'send-title' }, `${decision ? DECISION_NAMES[decision] : 'Revise'} task ${task.id} with ${count}`),
      h(
        'label',
        { class: 'field' },
        'In general (optional)',
        h('textarea', {
          rows: 3,
          value: overall,
          onInput: (event: Event) => setOverall((event.currentTarget as HTMLTextAreaElement).value),
        }),
      ),
      h('p', { class: 'muted' }, 'The agent gets this text:'),
      h('pre', { tabIndex: 0 }, messageOf(comments, overall)),
      refusal && h(RefusalNote, refusal),
      h(
        'div',
        { class: 'buttons' },
        h(
          'button',
          { type: 'button', class: 'primary', disabled: isBusy || !decision, onClick: () => void decide() },
          isBusy ? 'Sending …' : 'Send',
        ),
        h('button', { type: 'button', onClick: () => dialog.current?.close() }, 'Cancel'),
      ),
    ),
  )
}
