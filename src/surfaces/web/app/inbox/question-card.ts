import { h, type JSX } from 'preact'
import type { Escalation } from '../../../../core/shown/escalation.ts'
import type { WebTask } from '../../wire.ts'
import { taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { partOf } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { TaskBadge, TierMark } from '../parts/badge.ts'
import { CopyCommand, RefusalNote } from '../parts/notes.ts'
import { RiskList } from '../parts/risk-list.ts'
import { AnswerPanel, type Told } from './answer-panel.ts'
import { ClaimAndFacts } from './claim-and-facts.ts'

/** The question about one task: the form of an escalation beside what was claimed and what was found. */
export function QuestionCard({
  task: id,
  question,
  isChosen,
  tell,
}: {
  readonly task: string
  readonly question: Escalation
  readonly isChosen: boolean
  readonly tell: (told: Told) => void
}): JSX.Element {
  const { run, shown } = useHere()
  const { value: task, refusal } = useFetched<WebTask>(partOf(run, 'tasks', id), shown.version)
  const view = shown.view.tasks.find(one => one.id === id)
  return h(
    'article',
    { class: `card ${isChosen ? 'card-chosen' : ''}`, 'aria-label': `Task ${id}` },
    h(
      'header',
      {},
      h('h2', {}, h('span', { class: 'id' }, id), h('a', { href: taskLink(run, id) }, view?.title ?? id)),
      view && h(TierMark, view),
      view && h(TaskBadge, { task: view }),
    ),
    h(
      'div',
      { class: 'card-body' },
      h(
        'div',
        { class: 'card-question' },
        h(QuestionForm, { question }),
        task && h(AnswerPanel, { task, isChosen, tell }),
        refusal && h(RefusalNote, refusal),
      ),
      task && h(ClaimAndFacts, { task }),
    ),
  )
}

/** Problem, impact and blocking; options and recommendation are buttons below. */
export const QuestionForm = ({ question }: { readonly question: Escalation }): JSX.Element =>
  h(
    'dl',
    { class: 'question' },
    h('div', {}, h('dt', {}, 'Problem'), h('dd', { class: 'problem' }, question.problem)),
    h('div', {}, h('dt', {}, 'Impact'), h('dd', {}, question.impact)),
    h('div', {}, h('dt', {}, 'Blocking'), h('dd', {}, question.blocking ? 'yes: other tasks wait for it' : 'no')),
  )

/** The release gate is red or a risk is open: risks are decided here, the rest is work outside of the page. */
export function ReleaseCard({ question }: { readonly question: Escalation }): JSX.Element {
  const { shown } = useHere()
  const own = question.options
  return h(
    'article',
    { class: 'card', 'aria-label': 'Release' },
    h('header', {}, h('h2', {}, 'Release')),
    h(QuestionForm, { question }),
    h(RiskList, { risks: shown.view.run.unresolved_risks }),
    h(
      'ol',
      { class: 'steps', 'aria-label': 'Options' },
      own.map(({ words, command }, at) =>
        h(
          'li',
          { key: words },
          words,
          at === question.recommended && h('em', { class: 'recommended' }, ' recommended'),
          h('div', {}, h(CopyCommand, { text: command })),
        ),
      ),
    ),
  )
}
