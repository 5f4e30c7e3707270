import { taskId } from '../../../src/core/plan/ids.ts'
import type { Event } from '../../../src/core/run/event.ts'
import type { RunState } from '../../../src/core/run/state.ts'
import { viewRun } from '../../../src/core/shown/view.ts'
import { Feed } from '../../../src/surfaces/live/feed.ts'
import type { Activity, LiveView } from '../../../src/surfaces/live/live-view.ts'
import { opened } from './facts.ts'
import { timeOf } from './given.ts'

/** A run in the live view: events a minute apart, and ninety seconds since the last. */
export function watched(events: readonly (Event | readonly Event[])[], fields: Partial<LiveView> = {}): LiveView {
  const all = events.flat()
  const facts = all[0]?.type === 'run-opened' ? all : [opened(), ...all]
  const feed = new Feed()
  for (const [at, event] of facts.entries()) feed.take({ version: at + 1, at: timeOf(at + 1), event })
  return liveView(feed.state!, {
    startedAt: feed.startedAt,
    since: feed.since,
    // The time of day depends on the time zone of the test.
    log: feed.log.map((entry, at) => ({ ...entry, time: `14:${String(at % 60).padStart(2, '0')}:00` })),
    now: timeOf(facts.length) + 90_000,
    ...fields,
  })
}

/** A view before the first key. */
function liveView(state: RunState, fields: Partial<LiveView> = {}): LiveView {
  return {
    state,
    run: viewRun(state),
    role: 'drives',
    gone: null,
    now: state.lastAt,
    startedAt: state.openedAt,
    since: new Map(),
    activity: new Map(),
    log: [],
    page: 'tree',
    selected: null,
    scroll: 0,
    message: null,
    hasKeys: true,
    ...fields,
  }
}

/** Agents' output by task; the last line came this many seconds before `now`. */
export const printed = (
  lines: Readonly<Record<string, string>>,
  options: { readonly now: number; readonly secondsAgo?: number },
): ReadonlyMap<ReturnType<typeof taskId>, Activity> =>
  new Map(
    Object.entries(lines).map(([id, text]) => [
      taskId(id),
      { lines: text.split('\n'), changedAt: options.now - (options.secondsAgo ?? 1) * 1000 },
    ]),
  )
