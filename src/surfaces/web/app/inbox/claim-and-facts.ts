import { h, type JSX } from 'preact'
import { strengthOf, strengthWords } from '../../../../core/strength/strength.ts'
import type { WebTask } from '../../wire.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { Badge } from '../parts/badge.ts'
import { verdictMark } from '../parts/marks.ts'
import { Facts } from '../parts/notes.ts'
import { span } from '../parts/times.ts'

/** What the agent claimed beside what was found, of one attempt; the last one by default. */
export function ClaimAndFacts({
  task,
  attempt: wanted,
  level = 'h3',
}: {
  readonly task: WebTask
  readonly attempt?: number
  /** The level of its headings. */
  readonly level?: 'h2' | 'h3'
}): JSX.Element | null {
  const { run } = useHere()
  const number = wanted ?? task.history.at(-1)?.attempt
  const attempt = task.history.find(one => one.attempt === number)
  const told = task.claims.find(one => one.attempt === number)
  if (!attempt || !told) return null
  const gates = attempt.receipt?.gates ?? []
  const refused = gates.filter(gate => gate.blocking && gate.verdict !== 'passed')
  const passed = gates.filter(gate => gate.verdict === 'passed').length
  const changes = attempt.draft?.changes ?? []
  return h(
    'div',
    { class: 'claim-facts' },
    h(
      'section',
      { class: 'claim', 'aria-label': `Claimed in attempt ${number}` },
      h(level, {}, 'Claimed', h('span', { class: 'muted' }, ` by ${attempt.agent}, attempt ${number}`)),
      told.claimed
        ? h(
            'blockquote',
            {},
            h('p', {}, h('b', {}, told.claimed.status), told.claimed.summary && `: ${told.claimed.summary}`),
            h(
              'p',
              { class: 'muted' },
              [
                told.claimed.test_results &&
                  `tests: ${told.claimed.test_results.passed} passed, ${told.claimed.test_results.failed} failed`,
                told.claimed.confidence,
              ]
                .filter(Boolean)
                .join(' · '),
            ),
          )
        : h('p', { class: 'muted' }, told.ended === null ? 'It is at work.' : `No report. ${told.ended}.`),
    ),
    h(
      'section',
      { class: 'found', 'aria-label': `Found for attempt ${number}` },
      h(level, {}, 'Found', h('span', { class: 'muted' }, attempt.receipt ? ` by ${gates.length} gates` : '')),
      attempt.receipt === null
        ? h('p', { class: 'muted' }, told.ended === null ? 'Nothing is proven yet.' : 'It was not proven.')
        : h(
            'div',
            {},
            attempt.proven
              ? h('p', {}, h('b', { class: 'tone-good' }, '✓ Proven. '), told.basis)
              : h(
                  'p',
                  {},
                  h('b', { class: 'tone-bad' }, '✕ Not proven. '),
                  `${refused.length} of ${gates.length} gates ${refused.length === 1 ? 'refuses' : 'refuse'} it.`,
                ),
            refused.length > 0 &&
              h(
                'ul',
                { class: 'refusals' },
                refused.map(gate =>
                  h(
                    'li',
                    { key: gate.gate },
                    h(Badge, verdictMark(gate.verdict, { excused: gate.excused !== undefined })),
                    h('code', {}, gate.gate),
                    h('span', {}, gate.summary ?? gate.evidence.split('\n')[0]),
                  ),
                ),
              ),
            h(Facts, {
              of: [
                ['Gates', `${passed} of ${gates.length} passed, in ${span(attempt.receipt.durationMs)}`],
                [
                  'Files',
                  changes.length === 0
                    ? 'none'
                    : h(
                        'a',
                        { href: taskLink(run, task.id, 'changes', { attempt: number ?? null }) },
                        fileWords(changes),
                      ),
                ],
                ['Strength', strengthFact(strengthWords(strengthOf(attempt.receipt)))],
                ['Cost so far', `${task.review.cost.words}, ${span(task.review.cost.duration_ms)}`],
                ['Open risks', openRisks(task).join('; ')],
              ],
            }),
            h(RedGreen, { checks: attempt.receipt.redGreen }),
          ),
    ),
  )
}

const strengthFact = (words: string | null): string | null =>
  words === null ? null : `tests notice ${words} small changes of the new code`

const openRisks = ({ review }: WebTask): readonly string[] =>
  review.risks.flatMap(({ status, severity, description }) =>
    status === 'open' ? [`${severity}: ${description}`] : [],
  )

/** The checks that failed on the base and pass on the work. */
const RedGreen = ({ checks }: { readonly checks: readonly string[] }): JSX.Element | null =>
  checks.length === 0
    ? null
    : h(
        'details',
        {},
        h('summary', { class: 'muted' }, `${checks.length} red before, green now`),
        h(
          'ul',
          { class: 'checks' },
          checks.map(check => h('li', { key: check }, check)),
        ),
      )

const FILES_NAMED = 3

function fileWords(changes: readonly { readonly path: string }[]): string {
  const named = changes.slice(0, FILES_NAMED).map(({ path }) => path)
  const rest = changes.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
