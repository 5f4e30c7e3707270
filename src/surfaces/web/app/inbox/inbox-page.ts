import { h, type JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { pageLink, taskLink } from '../frame/address.ts'
import { type Here, useHere } from '../frame/run-context.ts'
import type { ShownRun } from '../live/shown-run.ts'
import { TaskBadge } from '../parts/badge.ts'
import { markOf } from '../parts/marks.ts'
import { CopyCommand, Nothing } from '../parts/notes.ts'
import type { Told } from './answer-panel.ts'
import { QuestionCard, ReleaseCard } from './question-card.ts'
import { newIn, problemIn, subjectOf, type Waiting, waitingIn } from './waiting.ts'

/** Everything that waits for the reader, and nothing else. */
export function InboxPage(): JSX.Element {
  const here = useHere()
  const waiting = useMemo(() => waitingIn(here.shown.view), [here.shown])
  const { past, tell } = useSettled(waiting, here.shown)
  const chosen = useChosen(waiting, here)
  return h(
    'div',
    { class: 'inbox' },
    h(
      'div',
      { class: 'page-head' },
      h('h1', {}, 'Inbox'),
      h('p', { class: 'muted' }, waiting.length === 0 ? 'Nothing waits for you.' : `${waiting.length} waiting for you`),
    ),
    past.length > 0 &&
      h(
        'ul',
        { class: 'past', 'aria-label': 'Settled while this page is open', role: 'status' },
        past.map(({ key, words, is }) => h('li', { key, class: `past-${is}` }, words)),
      ),
    h(
      'ol',
      { class: 'cards', 'aria-label': 'Waiting for you' },
      waiting.map((one, at) =>
        h(
          'li',
          { key: one.key, id: cardId(one.key), 'aria-current': at === chosen ? 'true' : undefined },
          h(Card, { waiting: one, isChosen: at === chosen, tell: told => tell(one, told) }),
        ),
      ),
    ),
    waiting.length === 0 && h(Quiet, {}),
  )
}

const cardId = (key: string): string => `card-${key.replace(' ', '-')}`

function Card({
  waiting,
  isChosen,
  tell,
}: {
  readonly waiting: Waiting
  readonly isChosen: boolean
  readonly tell: (told: Told) => void
}): JSX.Element {
  if (waiting.is === 'task') return h(QuestionCard, { task: waiting.task, question: waiting.question, isChosen, tell })
  if (waiting.is === 'release') return h(ReleaseCard, { question: waiting.question })
  return h(
    'article',
    { class: 'card', 'aria-label': subjectOf(waiting) },
    h('header', {}, h('h2', {}, subjectOf(waiting))),
    h('p', { class: 'problem' }, problemIn(waiting)),
    waiting.is === 'halt' &&
      h(
        'ul',
        {},
        waiting.hints.map(hint => h('li', { key: hint }, hint)),
      ),
    waiting.is === 'plan' &&
      h(
        'ol',
        {},
        waiting.options.map(option => h('li', { key: option }, option)),
      ),
    waiting.is !== 'plan' && h('p', {}, 'Then continue with ', h(CopyCommand, { text: 'pm-agent run' })),
  )
}

/** With nothing to decide: the work under way, and the newest results. */
function Quiet(): JSX.Element {
  const { run, shown } = useHere()
  const { tasks } = shown.view
  const busy = tasks.filter(task => !task.group && markOf(task).tone === 'busy')
  const isDone = shown.view.run.phase === 'done'
  return h(
    'div',
    { class: 'quiet' },
    h(
      Nothing,
      {},
      isDone
        ? 'The run has ended.'
        : shown.driver !== 'driving'
          ? ['No process drives this run; continue it with ', h(CopyCommand, { text: 'pm-agent run' })]
          : busy.length > 0
            ? 'Agents are at work. A question appears here as soon as there is one.'
            : 'The run continues by itself.',
    ),
    busy.length > 0 &&
      h(
        'ul',
        { class: 'plain-list', 'aria-label': 'At work' },
        busy.map(task =>
          h(
            'li',
            { key: task.id },
            h(TaskBadge, { task }),
            h('a', { href: taskLink(run, task.id) }, h('span', { class: 'id' }, task.id), task.title),
          ),
        ),
      ),
    isDone && h('p', {}, h('a', { href: pageLink(run, 'run') }, 'Report and release')),
  )
}

interface Past {
  readonly key: string
  readonly is: 'taken' | 'elsewhere' | 'refused'
  readonly words: string
}

/** Questions that were settled while the page is open: here, by another tab, by the command line, or by the run itself. */
function useSettled(waiting: readonly Waiting[], shown: ShownRun) {
  const [past, setPast] = useState<readonly Past[]>([])
  const before = useRef(waiting)
  const told = useRef(new Map<string, Told>())
  const put = (entry: Past) => setPast(known => [entry, ...known.filter(({ key }) => key !== entry.key)].slice(0, 5))
  useEffect(() => {
    for (const gone of newIn(waiting, before.current)) {
      const own = told.current.get(gone.key)
      told.current.delete(gone.key)
      if (own?.is === 'taken') {
        // The button that had the focus is gone with its card.
        if (document.activeElement === document.body) document.getElementById('main')?.focus()
        continue
      }
      put({
        key: gone.key,
        is: 'elsewhere',
        words: `${own ? `Your decision was not taken: ${own.words}. ` : ''}${subjectOf(gone)} was settled elsewhere${nowWords(gone, shown)}.`,
      })
    }
    before.current = waiting
  }, [waiting])
  const tell = (one: Waiting, said: Told) => {
    told.current.set(one.key, said)
    if (said.is === 'taken') put({ key: one.key, is: 'taken', words: said.words })
  }
  return { past, tell }
}

function nowWords(gone: Waiting, { view }: ShownRun): string {
  const task = 'task' in gone ? view.tasks.find(({ id }) => id === gone.task) : undefined
  return task ? ` and is now ${markOf(task).word}` : ''
}

/** The card that keys act on. */
function useChosen(waiting: readonly Waiting[], { onKey, goTo, run }: Here): number {
  const [key, setKey] = useState<string | null>(null)
  const at = Math.max(
    0,
    waiting.findIndex(one => one.key === key),
  )
  useEffect(
    () =>
      onKey(act => {
        const one = waiting[at]
        if (act.is === 'open' && one && 'task' in one) goTo(taskLink(run, one.task))
        if (act.is !== 'step' || waiting.length === 0) return
        const next =
          waiting[Math.min(waiting.length - 1, Math.max(0, at + (key === null && act.by === 1 ? 0 : act.by)))]!
        setKey(next.key)
        const card = document.getElementById(cardId(next.key))
        card?.scrollIntoView({ block: 'nearest' })
        card?.querySelector<HTMLElement>('button, a')?.focus()
      }),
    [waiting, at, key],
  )
  return at
}
