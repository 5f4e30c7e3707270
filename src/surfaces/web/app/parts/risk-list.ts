import { h, type JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { RiskView } from '../../../../core/shown/task-record.ts'
import type { WebRefusal, WebTaken } from '../../wire.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf, send } from '../live/ask-server.ts'
import { RefusalNote } from './notes.ts'

/** Risks; open ones can be accepted or reported as mitigated, with a reason. */
export function RiskList({ risks }: { readonly risks: readonly RiskView[] }): JSX.Element | null {
  if (risks.length === 0) return null
  return h(
    'ul',
    { class: 'risks', 'aria-label': 'Risks' },
    risks.map(risk => h('li', { key: risk.id }, h(Risk, { risk }))),
  )
}

function Risk({ risk }: { readonly risk: RiskView }): JSX.Element {
  const { run, announce } = useHere()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<WebRefusal | null>(null)
  const decide = async (decision: 'accept-risk' | 'mitigate-risk') => {
    const answer = await send<WebTaken>(partOf(run, 'decisions'), { decision, subject: risk.id, message: text.trim() })
    setRefusal(answer.ok ? null : answer.refusal)
    if (answer.ok) announce(answer.value.said)
  }
  const isOpen = risk.status === 'open'
  return h(
    'div',
    { class: 'risk' },
    h(
      'p',
      {},
      h('span', { class: `severity severity-${risk.severity}` }, risk.severity),
      ' ',
      risk.description,
      ' ',
      h('a', { class: 'muted', href: taskLink(run, risk.source_task) }, `task ${risk.source_task}`),
      !isOpen &&
        h(
          'span',
          { class: 'muted' },
          ` · ${risk.status}${risk.decided_by ? ` by ${risk.decided_by}: ${risk.decision_note}` : ''}`,
        ),
    ),
    isOpen &&
      h(
        'details',
        {},
        h('summary', {}, `Decide about risk ${risk.id}`),
        h(
          'label',
          { class: 'field' },
          'Reason',
          h('input', { value: text, onInput: event => setText(event.currentTarget.value) }),
        ),
        h(
          'div',
          { class: 'buttons' },
          h(
            'button',
            { type: 'button', disabled: text.trim() === '', onClick: () => void decide('accept-risk') },
            'Accept the risk',
          ),
          h(
            'button',
            { type: 'button', disabled: text.trim() === '', onClick: () => void decide('mitigate-risk') },
            'It is mitigated',
          ),
        ),
        refusal && h(RefusalNote, refusal),
      ),
  )
}
