import { type ComponentType, h, type JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { WebRunList } from '../../wire.ts'
import { InboxPage } from '../inbox/inbox-page.ts'
import { newIn, subjectOf, type Waiting, waitingIn } from '../inbox/waiting.ts'
import { useKept } from '../parts/kept.ts'
import { later } from '../parts/later.ts'
import { type PageName, pageLink } from './address.ts'
import { useAttention } from './attention.ts'
import { HelpDialog } from './help-dialog.ts'
import { LinkNote } from './link-note.ts'
import { Navigation } from './navigation.ts'
import { RunBand } from './run-band.ts'
import { type Here, HereProvider } from './run-context.ts'
import { type KeyAct, readKey } from './shortcuts.ts'

const PAGES: Readonly<Record<PageName, ComponentType>> = {
  inbox: InboxPage,
  tasks: later(() => import('../tasks/tasks-page.ts').then(({ TasksPage }) => TasksPage)),
  timeline: later(() => import('../timeline/timeline-page.ts').then(({ TimelinePage }) => TimelinePage)),
  log: later(() => import('../log/log-page.ts').then(({ LogPage }) => LogPage)),
  run: later(() => import('../run/run-page.ts').then(({ RunPage }) => RunPage)),
  plan: later(() => import('../plan/plan-page.ts').then(({ PlanPage }) => PlanPage)),
}

const TaskPage = later(() => import('../task/task-page.ts').then(({ TaskPage }) => TaskPage))

type Given = Pick<Here, 'run' | 'shown' | 'live' | 'address' | 'goTo'> & {
  readonly list: WebRunList | null
  readonly lookAgain: () => void
}

/** One run: navigation, its state in one line, and the page that the address names. */
export function RunFrame({ list, lookAgain, ...given }: Given): JSX.Element {
  const { run, shown, live, address, goTo } = given
  const waiting = useMemo(() => waitingIn(shown.view), [shown])
  const [said, announce] = useState('')
  const { onKey, help, isOn, turn } = useKeys(run, goTo)
  const main = useRef<HTMLElement>(null)
  const subject = address.task === null ? address.page : `task ${address.task}`
  useAttention(subject, shown.view.run.title, waiting)
  useAnnouncedQuestions(waiting, announce)
  useFocusOnArrival(main, `${subject} ${address.part}`)
  const here: Here = { ...given, announce, onKey }
  const page = address.task === null ? h(PAGES[address.page], {}) : h(TaskPage, { key: address.task })
  return h(
    HereProvider,
    { value: here },
    h('a', { class: 'skip', href: '#main', onClick: skipTo(main) }, 'Skip to the content'),
    h(Navigation, { list, lookAgain, waiting: waiting.length, openHelp: () => help.current?.showModal() }),
    h(
      'div',
      { class: 'page' },
      h(RunBand, {}),
      h(LinkNote, { live }),
      h('main', { ref: main, tabIndex: -1, id: 'main' }, page),
    ),
    h('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' }, said),
    h(HelpDialog, { dialog: help, isOn, turn }),
  )
}

/** The fragment is the address of the page, so that the link moves the focus by itself. */
const skipTo =
  (main: { readonly current: HTMLElement | null }) =>
  (event: Event): void => {
    event.preventDefault()
    main.current?.focus()
  }

/** A screen reader begins to read at the new page, but a first visit keeps the focus of the browser. */
function useFocusOnArrival(main: { readonly current: HTMLElement | null }, place: string): void {
  const known = useRef(place)
  useEffect(() => {
    if (known.current === place) return
    known.current = place
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [place])
}

function useAnnouncedQuestions(waiting: readonly Waiting[], announce: (words: string) => void): void {
  const before = useRef(waiting)
  useEffect(() => {
    const added = newIn(before.current, waiting)
    const gone = newIn(waiting, before.current)
    before.current = waiting
    if (added.length > 0) announce(`${added.map(subjectOf).join(', ')} waits for you`)
    else if (gone.length > 0) announce(`${gone.map(subjectOf).join(', ')} no longer waits`)
  }, [waiting])
}

const FIELDS = 'input, textarea, select, [contenteditable]'

function useKeys(run: string, goTo: (hash: string) => void) {
  const help = useRef<HTMLDialogElement>(null)
  const [isOn, turn] = useKept('shortcuts', true)
  const listeners = useRef(new Set<(act: KeyAct) => void>())
  useEffect(() => {
    let before = ''
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, altKey, metaKey } = event
      const isElsewhere =
        !isOn ||
        ctrlKey ||
        altKey ||
        metaKey ||
        (target as Element).closest(FIELDS) !== null ||
        help.current?.open === true
      const read = readKey(before, { key, isElsewhere })
      before = read.before
      if (read.act === null) return
      event.preventDefault()
      if (read.act.is === 'help') help.current?.showModal()
      else if (read.act.is === 'page') goTo(pageLink(run, read.act.page))
      else for (const listener of listeners.current) listener(read.act)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [run, isOn])
  const onKey = (act: (act: KeyAct) => void) => {
    listeners.current.add(act)
    return () => void listeners.current.delete(act)
  }
  return { onKey, help, isOn, turn }
}
