import { h, type JSX } from 'preact'
import type { CriterionView } from '../../../../core/shown/view.ts'
import { gapLines, type Strength, strengthOf, strengthWords } from '../../../../core/strength/strength.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { ClaimAndFacts } from '../inbox/claim-and-facts.ts'
import { Badge } from '../parts/badge.ts'
import type { DrawnState } from '../parts/marks.ts'
import { Nothing, PageSection } from '../parts/notes.ts'
import { GateTable } from './gate-table.ts'
import type { TaskPartProps } from './task-part.ts'

/** Claim beside facts, criteria with their places, and every gate with its evidence. */
export function ProofPart({ task, attempt }: TaskPartProps): JSX.Element {
  const shown = task.history.find(one => one.attempt === attempt)
  const isLast = attempt === task.history.at(-1)?.attempt
  if (!shown)
    return h(
      'div',
      {},
      h(Nothing, {}, 'No agent has been asked about this task yet.'),
      h(Criteria, { criteria: task.criteria, task: task.id, attempt }),
    )
  return h(
    'div',
    { class: 'proof' },
    h(ClaimAndFacts, { task, level: 'h2', ...(attempt === null ? {} : { attempt }) }),
    isLast && h(Criteria, { criteria: task.criteria, task: task.id, attempt }),
    shown.receipt &&
      h(
        PageSection,
        { title: 'Gates', aside: h('span', { class: 'muted' }, shown.receipt.sandbox) },
        h(GateTable, { task: task.id, attempt: shown.attempt, gates: shown.receipt.gates }),
      ),
    h(StrengthOfTests, { strength: strengthOf(shown.receipt) }),
    isLast &&
      task.mandatory_gates.length > 0 &&
      h(
        PageSection,
        { title: 'Definition of done' },
        h(
          'ul',
          { class: 'plain-list' },
          task.mandatory_gates.map(({ gate, result, evidence }) =>
            h(
              'li',
              { key: gate },
              h(Badge, DONE[result]),
              h('b', {}, gate),
              h('span', { class: 'muted' }, evidence.join('; ')),
            ),
          ),
        ),
      ),
  )
}

const DONE: Readonly<Record<'passed' | 'warned' | 'not-applicable' | 'failed', DrawnState>> = {
  passed: { tone: 'good', sign: '✓', word: 'passed' },
  warned: { tone: 'asks', sign: '!', word: 'warned' },
  'not-applicable': { tone: 'quiet', sign: '–', word: 'not applicable' },
  failed: { tone: 'bad', sign: '✕', word: 'failed' },
}

const VERDICTS: Readonly<Record<CriterionView['verdict'], DrawnState>> = {
  PASS: { tone: 'good', sign: '✓', word: 'pass' },
  FAIL: { tone: 'bad', sign: '✕', word: 'fail' },
  UNTESTED: { tone: 'unproven', sign: '○', word: 'untested' },
}

/** How many small changes the tests notice, and everything that they do not. */
function StrengthOfTests({ strength }: { readonly strength: Strength | null }): JSX.Element | null {
  const words = strengthWords(strength)
  const gaps = strength === null ? [] : gapLines(strength)
  if (words === null && gaps.length === 0) return null
  return h(
    PageSection,
    { title: 'Strength of the tests', aside: words === null ? undefined : h('span', { class: 'muted' }, words) },
    gaps.length === 0
      ? h(Nothing, {}, 'The tests notice each of these changes.')
      : h(
          'ul',
          {},
          gaps.map(line => h('li', { key: line }, line)),
        ),
  )
}

function Criteria({
  criteria,
  task,
  attempt,
}: {
  readonly criteria: readonly CriterionView[]
  readonly task: string
  readonly attempt: number | null
}): JSX.Element | null {
  const { run } = useHere()
  if (criteria.length === 0) return null
  return h(
    PageSection,
    { title: 'Criteria' },
    h(
      'ul',
      { class: 'criteria' },
      criteria.map(({ id, text, verdict, command, evidence, places, places_by }) =>
        h(
          'li',
          { key: id },
          h(Badge, VERDICTS[verdict]),
          h(
            'div',
            {},
            h('p', {}, text),
            command !== null && !text.includes(command) && h('code', { class: 'line' }, command),
            evidence !== null && h('p', { class: 'muted' }, evidence),
            places.length > 0 &&
              h(
                'p',
                { class: 'places' },
                h('span', { class: 'muted' }, places_by === 'judge' ? 'the judge: ' : 'in the change: '),
                places.map(place =>
                  h(
                    'a',
                    { key: place, href: taskLink(run, task, 'changes', { attempt, place }) },
                    h('code', {}, place),
                  ),
                ),
              ),
          ),
        ),
      ),
    ),
  )
}
