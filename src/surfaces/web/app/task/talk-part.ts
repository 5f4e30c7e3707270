import { h, type JSX } from 'preact'
import { dollars } from '../../../../core/text/dollars.ts'
import type { Remark } from '../../../../core/told/remark.ts'
import type { WebPrompts, WebTranscript } from '../../wire.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { Coloured } from '../parts/coloured.ts'
import { Near } from '../parts/near.ts'
import { Nothing, PageSection, RefusalNote } from '../parts/notes.ts'
import type { TaskPartProps } from './task-part.ts'

const CHUNK = 50
const LINE_HEIGHT = 26

/** Everything that agents were told in one attempt, and everything that its agent said and did. */
export function TalkPart({ task, attempt }: TaskPartProps): JSX.Element {
  const { run, shown } = useHere()
  const at = (part: string) =>
    attempt === null ? null : partOf(run, 'tasks', task.id, 'attempts', String(attempt), part)
  const isUnderWay = task.history.find(one => one.attempt === attempt)?.ending === null
  const prompts = useFetched<WebPrompts>(at('prompt'), shown.version)
  const transcript = useFetched<WebTranscript>(at('transcript'), isUnderWay ? shown.version : 'ended')
  if (attempt === null) return h(Nothing, {}, 'No agent has been asked about this task yet.')
  return h(
    'div',
    { class: 'talk' },
    h(
      PageSection,
      { title: 'Prompts' },
      prompts.refusal && h(RefusalNote, prompts.refusal),
      (prompts.value?.prompts ?? []).map(({ role, agent, at_work, text }, index) =>
        h(
          'details',
          { key: index, class: 'prompt' },
          h(
            'summary',
            {},
            h('b', {}, role),
            ` to ${agent}${at_work ? ', while it worked' : ''}`,
            h('span', { class: 'muted' }, ` · ${text.length.toLocaleString('en')} characters`),
          ),
          h('pre', { class: 'tall', tabIndex: 0 }, text),
        ),
      ),
    ),
    h(
      PageSection,
      { title: 'Transcript', aside: h('span', { class: 'muted' }, 'claims of the agent, never evidence') },
      transcript.refusal && h(RefusalNote, transcript.refusal),
      transcript.value && h(Transcript, transcript.value),
    ),
  )
}

function Transcript({ remarks, left_out }: WebTranscript): JSX.Element {
  if (remarks.length === 0)
    return h(Nothing, {}, 'This agent printed nothing that can be read as statements or actions.')
  const chunks = Array.from({ length: Math.ceil(remarks.length / CHUNK) }, (_, at) =>
    remarks.slice(at * CHUNK, (at + 1) * CHUNK),
  )
  return h(
    'div',
    { class: 'transcript' },
    left_out > 0 && h('p', { class: 'muted' }, `${left_out} earlier ones are left out.`),
    chunks.map((chunk, at) =>
      h(Near, {
        key: at,
        height: chunk.length * LINE_HEIGHT,
        draw: () => chunk.map((remark, index) => h(RemarkLine, { key: index, remark })),
      }),
    ),
  )
}

function RemarkLine({ remark }: { readonly remark: Remark }): JSX.Element | null {
  const line = (name: string, text: string, tone = '') =>
    h(
      'div',
      { class: `remark ${tone}` },
      h('span', { class: 'remark-kind' }, name),
      h('span', { class: 'remark-text' }, h(Coloured, { text })),
    )
  switch (remark.is) {
    case 'began':
      return line('began', [remark.model, remark.version, remark.session].filter(Boolean).join(' · '))
    case 'text':
      return line('said', remark.text, 'remark-said')
    case 'tool':
      return line(remark.changes ? 'tool ✎' : 'tool', `${remark.tool} ${remark.target}`)
    case 'file':
      return line('file', `${remark.change} ${remark.path}`)
    case 'tokens':
      return null
    case 'cost':
      return line('cost', dollars(remark.usd))
    case 'denied':
      return line('denied', `${remark.tool} ${remark.target}`, 'tone-bad')
    case 'limit':
      return line(
        'limit',
        remark.resetsAt === null ? 'reached' : `reached, until ${new Date(remark.resetsAt).toISOString()}`,
        'tone-asks',
      )
    case 'error':
      return line('error', remark.problem, 'tone-bad')
    case 'ended':
      return line('ended', remark.text, 'remark-said')
  }
}
