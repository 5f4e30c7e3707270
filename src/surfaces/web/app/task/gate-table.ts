import { h, type JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { GateResult } from '../../../../core/proof/receipt.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { Badge } from '../parts/badge.ts'
import { Coloured } from '../parts/coloured.ts'
import { verdictMark } from '../parts/marks.ts'
import { Nothing, RefusalNote } from '../parts/notes.ts'
import { span } from '../parts/times.ts'

/** Gates with their verdicts; the ones that refuse are open and first. */
export function GateTable({
  task,
  attempt,
  gates,
}: {
  readonly task: string
  readonly attempt: number
  readonly gates: readonly GateResult[]
}): JSX.Element {
  const rank = (gate: GateResult) => (gate.verdict === 'passed' ? 2 : gate.blocking ? 0 : 1)
  return h(
    'ul',
    { class: 'gates' },
    gates
      .toSorted((one, other) => rank(one) - rank(other))
      .map(gate => h('li', { key: gate.gate }, h(Gate, { task, attempt, gate }))),
  )
}

function Gate({
  task,
  attempt,
  gate,
}: {
  readonly task: string
  readonly attempt: number
  readonly gate: GateResult
}): JSX.Element {
  const {
    gate: name,
    verdict,
    blocking,
    excused,
    evidence,
    command,
    durationMs,
    cached,
    places = [],
    withheld = [],
  } = gate
  const isRefusal = blocking && verdict !== 'passed'
  const summary = gate.summary ?? evidence.split('\n')[0] ?? ''
  return h(
    'details',
    { open: isRefusal && !excused },
    h(
      'summary',
      {},
      h(Badge, verdictMark(verdict, { blocking, excused: excused !== undefined })),
      h('code', { class: 'gate-name' }, name),
      h('span', { class: 'gate-summary' }, summary),
      h('span', { class: 'muted number' }, cached ? 'remembered' : span(durationMs)),
    ),
    h(
      'div',
      { class: 'gate-body' },
      excused &&
        h('p', {}, `${excused.as} by ${excused.by}${excused.weak ? ' (weak: an agent could have done it)' : ''}`),
      command !== null && h('code', { class: 'line' }, `$ ${command}`),
      evidence.trim() !== '' && h('pre', { tabIndex: 0 }, h(Coloured, { text: evidence.trimEnd() })),
      (gate.failures ?? []).length > 0 &&
        h(
          'ul',
          { class: 'failures' },
          gate.failures!.map((failure, at) =>
            h(
              'li',
              { key: at },
              failure.test && h('b', {}, failure.test),
              failure.file && h('code', {}, `${failure.file}${failure.line === null ? '' : `:${failure.line}`}`),
              h('pre', {}, h(Coloured, { text: failure.message })),
            ),
          ),
        ),
      places.length > 0 && h('p', { class: 'muted' }, `at ${places.join(', ')}`),
      withheld.map(({ check, problem }) => h('p', { key: check }, h('b', {}, check), `: ${problem}`)),
      gate.outputFile !== null && h(Output, { task, attempt, gate: name }),
    ),
  )
}

/** Everything that the command printed, on demand. */
function Output({
  task,
  attempt,
  gate,
}: {
  readonly task: string
  readonly attempt: number
  readonly gate: string
}): JSX.Element {
  const { run } = useHere()
  const [isOpen, setOpen] = useState(false)
  const path = `${partOf(run, 'tasks', task, 'attempts', String(attempt), 'output')}?gate=${encodeURIComponent(gate)}`
  const { value, refusal } = useFetched<string>(isOpen ? path : null, null)
  return h(
    'details',
    { onToggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open) },
    h('summary', { class: 'muted' }, 'Full output'),
    refusal
      ? h(RefusalNote, refusal)
      : value === null
        ? h(Nothing, {}, 'Loading …')
        : h('pre', { class: 'tall', tabIndex: 0 }, h(Coloured, { text: value })),
  )
}
