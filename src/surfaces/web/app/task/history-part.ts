import { h, type JSX } from 'preact'
import { dollars } from '../../../../core/text/dollars.ts'
import { Facts, Nothing, PageSection } from '../parts/notes.ts'
import { RiskList } from '../parts/risk-list.ts'
import { span, Time } from '../parts/times.ts'
import type { TaskPartProps } from './task-part.ts'

/** The record of the task: attempts with their cost by role, decisions, risks and notes. */
export function HistoryPart({ task }: TaskPartProps): JSX.Element {
  const purposes = Object.entries(task.cost.by_purpose)
  const note = task.review_notes
  return h(
    'div',
    { class: 'history' },
    h(Facts, {
      of: [
        ['Owner', task.ownership],
        ['Time', span(task.duration_ms)],
        ['Launches', String(task.launches)],
        ['Retries', String(task.retry_count)],
        ['Review', task.review_result],
        ['Commit', task.commit_sha && h('code', {}, task.commit_sha)],
        ['Rollback', note?.rollback ?? null],
      ],
    }),
    h(
      PageSection,
      {
        title: 'Cost by role',
        aside: h('span', { class: 'muted' }, task.cost.usd === null ? 'unknown' : `${dollars(task.cost.usd)} in all`),
      },
      purposes.length === 0
        ? h(Nothing, {}, 'No launch has ended yet.')
        : h(
            'ul',
            { class: 'plain-list' },
            purposes.map(([purpose, money]) =>
              h(
                'li',
                { key: purpose },
                h('b', {}, purpose),
                h(
                  'span',
                  { class: 'number' },
                  money.usd === null ? 'unknown' : `${money.at_least ? '≥ ' : ''}${dollars(money.usd)}`,
                ),
              ),
            ),
          ),
    ),
    h(AttemptTimes, { task }),
    h(
      PageSection,
      { title: 'Decisions' },
      task.decision_log.length === 0
        ? h(Nothing, {}, 'None yet.')
        : h(
            'ol',
            { class: 'decisions' },
            task.decision_log.map((entry, at) =>
              h('li', { key: at }, typeof entry === 'string' ? entry : JSON.stringify(entry)),
            ),
          ),
    ),
    task.known_risks.length > 0 && h(PageSection, { title: 'Risks' }, h(RiskList, { risks: task.known_risks })),
  )
}

/** When each attempt began, how long it took, and how it ended. */
function AttemptTimes({ task }: Pick<TaskPartProps, 'task'>): JSX.Element {
  const isProven = (number: number) => task.history.some(({ attempt, proven }) => attempt === number && proven === true)
  return h(
    PageSection,
    { title: 'Attempts' },
    h(
      'ol',
      { class: 'plain-list' },
      task.claims.map(({ attempt, began_at, duration_ms, ended, claimed, basis }) =>
        h(
          'li',
          { key: attempt },
          h('b', {}, `Attempt ${attempt}`),
          h(Time, { at: began_at, day: true }),
          h('span', { class: 'muted' }, span(duration_ms)),
          h(
            'span',
            {},
            [
              ended ?? 'at work',
              claimed && `claimed ${claimed.status}`,
              isProven(attempt) ? `proven: ${basis}` : 'not proven',
            ]
              .filter(Boolean)
              .join(' · '),
          ),
        ),
      ),
    ),
  )
}
