import { hostname } from 'node:os'
import type { TaskId } from '../../core/plan/ids.ts'
import type { Recorded } from '../../core/run/event.ts'
import type { RunState } from '../../core/run/state.ts'
import type { Driver, Store } from '../../ports.ts'
import { Feed } from './feed.ts'
import { Live } from './live.ts'
import type { Asking } from './live-view.ts'

/** Why watching ended. */
export type WatchEnd = 'finished' | 'left' | 'ended'

const ENDS = { SIGINT: 'left', SIGTERM: 'ended', SIGHUP: 'ended' } as const satisfies Partial<
  Record<NodeJS.Signals, WatchEnd>
>

/** Shows a run that another process drives, until it is finished or the user leaves. Its appends wake us. */
export async function watchRun(
  reading: { readonly records: readonly Recorded[]; readonly store: Store },
  options: {
    readonly colour: boolean
    readonly task?: TaskId | undefined
    readonly onDecide: (asked: Asking) => Promise<string>
  },
): Promise<{ readonly end: WatchEnd; readonly state: RunState; readonly driver: Driver }> {
  const { store, records } = reading
  const feed = new Feed()
  for (const record of records) feed.take(record)
  const { promise, resolve, reject } = Promise.withResolvers<WatchEnd>()
  const driver = () => store.driver(feed.state!.opened.runId, { host: hostname() }, Date.now())
  const live = new Live(feed, {
    ...options,
    role: 'watches',
    onStop: () => {},
    onLeave: () => resolve('left'),
    whoIsGone: async () => {
      const seen = await driver()
      return seen.is === 'gone' ? seen.holder : null
    },
  })
  const handlers = Object.entries(ENDS).map(([signal, end]) => [signal, () => resolve(end)] as const)
  for (const [signal, handler] of handlers) process.on(signal, handler)

  let reads = Promise.resolve()
  const look = async () => {
    for (const record of await store.read(feed.state!.opened.runId, feed.state!.version)) feed.take(record)
    live.changed()
    if (feed.state!.finished) resolve('finished')
  }
  // One at a time: two reads at once would take the same events twice.
  const lookSoon = () => {
    reads = reads.then(look).catch(reject)
  }
  const unwatch = store.watch(lookSoon)
  try {
    // Events may have been appended between the first read and the watch.
    lookSoon()
    return { end: await promise, state: feed.state!, driver: await driver() }
  } finally {
    unwatch()
    live.close()
    for (const [signal, handler] of handlers) process.off(signal, handler)
    await reads
  }
}
