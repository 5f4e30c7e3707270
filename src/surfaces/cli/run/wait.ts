import { hostname } from 'node:os'
import type { Recorded } from '../../../core/run/event.ts'
import { evolve } from '../../../core/run/evolve.ts'
import type { RunState } from '../../../core/run/state.ts'
import { sentence } from '../../../core/shown/sentences.ts'
import type { Driver } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { readRun } from '../reading.ts'

/** Below the 60 s after which clients give up on a call. */
export const WAIT_S_MAX = 50
/** A process that dies reports nothing. */
const DRIVER_LOOK_MS = 2_000

export interface WaitOptions {
  readonly run?: string | undefined
  readonly seconds: number
  /** Only questions that were asked after this version of the journal end the wait. */
  readonly after?: number | undefined
  readonly signal: AbortSignal
  /** Called with everything worth a line. */
  readonly onWords: (words: string, state: RunState) => void
}

/** Waits until a human is needed, the run ends or the time is over. */
export async function waitForRun(
  context: Context,
  { run, seconds, after, signal, onWords }: WaitOptions,
): Promise<{ readonly state: RunState; readonly driver: Driver; readonly because: 'human' | 'ended' | 'time' }> {
  const reading = await readRun(context, { run })
  const { store } = reading
  let { state, driver } = reading
  const { promise, resolve, reject } = Promise.withResolvers<'human' | 'ended' | 'time'>()
  let isAsked = after === undefined && state.tasks.some(({ stage }) => stage.is === 'escalated')
  const take = (record: Recorded) => {
    state = evolve(state, record)
    if (record.event.type === 'task-escalated' && record.version > (after ?? 0)) isAsked = true
    const said = sentence(record, state)
    if (said) onWords(said.task ? `task ${said.task}: ${said.words}` : said.words, state)
  }
  isAsked ||= reading.records.some(
    ({ event, version }) => event.type === 'task-escalated' && after !== undefined && version > after,
  )
  const look = async () => {
    for (const record of await store.read(state.opened.runId, state.version)) take(record)
    driver = await store.driver(state.opened.runId, { host: hostname() }, Date.now())
    if (driver.is !== 'driving' || state.finished) resolve('ended')
    else if (isAsked || state.halted) resolve('human')
  }
  let looks = Promise.resolve()
  // One at a time: two reads at once would take the same events twice.
  const lookSoon = () => {
    looks = looks.then(look).catch(reject)
  }
  const unwatch = store.watch(lookSoon)
  const timers = [setTimeout(() => resolve('time'), seconds * 1000), setInterval(lookSoon, DRIVER_LOOK_MS)]
  signal.addEventListener('abort', () => resolve('time'), { once: true })
  try {
    lookSoon()
    const because = await promise
    return { state, driver, because }
  } finally {
    for (const timer of timers) clearTimeout(timer)
    unwatch()
    await looks.catch(() => {})
    store.close()
  }
}
