import { type ComponentType, h, type JSX } from 'preact'
import { shortCommit } from '../../../../core/plan/ids.ts'
import type { WebTask } from '../../wire.ts'
import { TASK_PARTS, type TaskPart, taskLink } from '../frame/address.ts'
import { useHere } from '../frame/run-context.ts'
import { AnswerPanel } from '../inbox/answer-panel.ts'
import { QuestionForm } from '../inbox/question-card.ts'
import { partOf } from '../live/ask-server.ts'
import { useFetched } from '../live/fetched.ts'
import { TaskBadge, TierMark } from '../parts/badge.ts'
import { later } from '../parts/later.ts'
import { Nothing, RefusalNote } from '../parts/notes.ts'
import { AttemptStrip } from './attempt-strip.ts'
import { HistoryPart } from './history-part.ts'
import { ProofPart } from './proof-part.ts'
import { TalkPart } from './talk-part.ts'
import type { TaskPartProps } from './task-part.ts'

const PARTS: Readonly<Record<TaskPart, { readonly name: string; readonly page: ComponentType<TaskPartProps> }>> = {
  proof: { name: 'Proof', page: ProofPart },
  changes: {
    name: 'Changes',
    page: later(() => import('../diff/changes-part.ts').then(({ ChangesPart }) => ChangesPart)),
  },
  talk: { name: 'Prompts and transcript', page: TalkPart },
  history: { name: 'History and cost', page: HistoryPart },
}

/** One task: what was claimed, what was found, and what can be decided. */
export function TaskPage(): JSX.Element {
  const { run, shown, address } = useHere()
  const id = address.task!
  const { value: task, refusal } = useFetched<WebTask>(partOf(run, 'tasks', id), shown.version)
  const view = shown.view.tasks.find(one => one.id === id)
  const last = task?.history.at(-1)?.attempt ?? null
  const attempt = task?.history.some(one => one.attempt === address.attempt) ? address.attempt : last
  const part = PARTS[address.part]
  return h(
    'div',
    { class: 'task' },
    h(
      'div',
      { class: 'page-head' },
      h('h1', {}, h('span', { class: 'id' }, id), view?.title ?? (refusal ? 'No such task' : '')),
      view && h(TierMark, view),
      view && h(TaskBadge, { task: view }),
    ),
    refusal && h(RefusalNote, refusal),
    task === null ? !refusal && h(Nothing, {}, 'Loading …') : h(TaskHead, { task }),
    task && h(Deciding, { task }),
    task &&
      h(
        'div',
        { class: 'task-tabs' },
        h(
          'nav',
          { 'aria-label': 'Parts of this task' },
          TASK_PARTS.map(name =>
            h(
              'a',
              {
                key: name,
                href: taskLink(run, id, name, { attempt: address.attempt }),
                'aria-current': address.part === name ? 'page' : undefined,
              },
              PARTS[name].name,
            ),
          ),
        ),
        h(AttemptStrip, { task, attempt }),
      ),
    task && h(part.page, { key: address.part, task, attempt }),
  )
}

function TaskHead({ task }: { readonly task: WebTask }): JSX.Element {
  const { run, shown } = useHere()
  const link = (id: string) => h('a', { key: id, href: taskLink(run, id), class: 'id' }, id)
  const dependents = shown.view.tasks.filter(one => one.depends_on.includes(task.id)).map(({ id }) => id)
  const inside = shown.view.tasks.filter(({ parent }) => parent === task.id).map(({ id }) => id)
  return h(
    'div',
    { class: 'task-head' },
    task.reason && !task.escalation && h('p', { class: 'reason' }, task.reason),
    h(
      'p',
      { class: 'muted' },
      task.parent !== null && ['part of ', link(task.parent), ' · '],
      `${task.kind} · ${task.tier}${task.tier_reasons.length > 0 ? ` (${task.tier_reasons.join('; ')})` : ''}`,
      task.depends_on.length > 0 && [' · needs ', task.depends_on.map(id => [link(id), ' '])],
      dependents.length > 0 && [' · needed by ', dependents.map(id => [link(id), ' '])],
      inside.length > 0 && [' · contains ', inside.map(id => [link(id), ' '])],
      task.commit !== null && [' · commit ', h('code', {}, shortCommit(task.commit))],
    ),
  )
}

/** The question of the task, and every decision that would be taken now. */
function Deciding({ task }: { readonly task: WebTask }): JSX.Element | null {
  const { escalation, review } = task
  if (!escalation && review.decisions.length === 0) return null
  const panel = h(AnswerPanel, { task, isChosen: escalation !== null })
  return escalation
    ? h(
        'section',
        { class: 'card card-chosen deciding', 'aria-label': 'Waiting for you' },
        h('div', { class: 'card-question' }, h(QuestionForm, { question: escalation }), panel),
      )
    : h('details', { class: 'more' }, h('summary', {}, 'Decisions that are possible now'), panel)
}
