import { h, type JSX } from 'preact'
import { useRef } from 'preact/hooks'
import type { WebRunList } from '../../wire.ts'
import { dayAndTime } from '../parts/times.ts'
import { PAGES, type PageName, pageLink } from './address.ts'
import { useHere } from './run-context.ts'

const NAMES: Readonly<Record<PageName, string>> = {
  inbox: 'Inbox',
  tasks: 'Tasks',
  timeline: 'Timeline',
  log: 'Log',
  run: 'Run',
  plan: 'Plan',
}

const LINKS = {
  connecting: 'connecting',
  live: 'live',
  lost: 'reconnecting',
  'signed-out': 'signed out',
  unknown: 'unknown',
} as const

/** The pages of the run, the other runs, and the state of the link. */
export function Navigation({
  list,
  lookAgain,
  waiting,
  openHelp,
}: {
  readonly list: WebRunList | null
  readonly lookAgain: () => void
  readonly waiting: number
  readonly openHelp: () => void
}): JSX.Element {
  const { run, address, live } = useHere()
  return h(
    'header',
    { class: 'rail' },
    h('div', { class: 'brand' }, h('span', { 'aria-hidden': 'true', class: 'mark' }, '✓'), 'pm-agent'),
    h(RunSwitch, { list, lookAgain }),
    h(
      'nav',
      { 'aria-label': 'Pages' },
      h(
        'ul',
        {},
        PAGES.map(page =>
          h(
            'li',
            { key: page },
            h(
              'a',
              { href: pageLink(run, page), 'aria-current': address.page === page ? 'page' : undefined },
              NAMES[page],
              page === 'inbox' &&
                waiting > 0 &&
                h('span', { class: 'count' }, waiting, h('span', { class: 'unseen' }, ' waiting')),
            ),
          ),
        ),
      ),
    ),
    h(
      'div',
      { class: 'rail-foot' },
      h(
        'span',
        { class: `link link-${live.link}` },
        h('span', { class: 'dot', 'aria-hidden': 'true' }),
        LINKS[live.link],
      ),
      h(NotifyButton, {}),
      h(
        'button',
        { type: 'button', class: 'small', onClick: openHelp },
        'Keys',
        h('kbd', { 'aria-hidden': 'true' }, '?'),
      ),
    ),
  )
}

/** The permission is asked for by a click, never by itself. */
function NotifyButton(): JSX.Element | null {
  const button = useRef<HTMLButtonElement>(null)
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return null
  const ask = async () => {
    await Notification.requestPermission()
    button.current?.remove()
  }
  return h(
    'button',
    { type: 'button', class: 'small', ref: button, onClick: () => void ask(), title: 'only while this page is hidden' },
    'Notify me',
  )
}

/** The runs of the repository, newest first. */
function RunSwitch({
  list,
  lookAgain,
}: {
  readonly list: WebRunList | null
  readonly lookAgain: () => void
}): JSX.Element {
  const { run, shown, address } = useHere()
  const box = useRef<HTMLDetailsElement>(null)
  const { title } = shown.view.run
  const close = () => box.current?.removeAttribute('open')
  return h(
    'details',
    {
      class: 'switch',
      ref: box,
      onToggle: () => box.current?.open && lookAgain(),
      onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && close(),
    },
    h('summary', { 'aria-label': `Run: ${title}. Choose another run` }, h('span', { class: 'switch-title' }, title)),
    h(
      'ul',
      {},
      (list?.runs ?? []).map(one =>
        h(
          'li',
          { key: one.id },
          h(
            'a',
            {
              href: pageLink(one.id, address.page),
              'aria-current': one.id === run ? 'true' : undefined,
              onClick: close,
            },
            h('span', { class: 'switch-title' }, one.title),
            h(
              'span',
              { class: 'muted' },
              `${dayAndTime(one.opened_at)} · ${one.finished ? 'finished' : one.phase}`,
              one.waiting > 0 && h('b', { class: 'tone-asks' }, ` · ${one.waiting} waiting`),
            ),
          ),
        ),
      ),
    ),
  )
}
