import { h, type JSX } from 'preact'
import type { LiveRun } from '../live/live-run.ts'
import { clock } from '../parts/times.ts'

/** A hint while the page shows the last known state. */
export function LinkNote({ live: { link, lostAt } }: { readonly live: LiveRun }): JSX.Element | null {
  if (link !== 'lost' && link !== 'signed-out') return null
  const at = lostAt === null ? 'an unknown time' : clock(new Date(lostAt).toISOString())
  return h(
    'div',
    { class: 'note note-asks link-note', role: 'status' },
    h(
      'p',
      {},
      link === 'lost'
        ? `Connection lost at ${at}. This is the last known state; reconnecting …`
        : `The dashboard was restarted. This is the state of ${at}: open the address that it printed to sign in again.`,
    ),
  )
}
