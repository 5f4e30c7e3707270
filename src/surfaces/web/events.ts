import { existsSync, watch } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { findGitCommonDir } from '../../adapters/git/repository/locate.ts'
import type { Recorded } from '../../core/run/event.ts'
import { evolve } from '../../core/run/evolve.ts'
import { criticalPath } from '../../core/run/order.ts'
import { fold, type RunState } from '../../core/run/state.ts'
import { viewRun } from '../../core/shown/view.ts'
import type { Store } from '../../ports.ts'
import type { Context } from '../cli/context.ts'
import { journalFileIn } from '../cli/places/journal-file.ts'
import { Problem } from '../cli/problem.ts'
import type { RunReading } from '../cli/reading.ts'
import type { Readings } from './readings.ts'
import { runList } from './run-list.ts'
import { stream } from './stream.ts'
import type { WebChange } from './wire.ts'

/** The state at an earlier version; null if the version is none of this run. */
export const stateAt = (records: readonly Recorded[], version: number): RunState | null =>
  records.some(record => record.version === version)
    ? fold(
        records.filter(record => record.version <= version),
        evolve,
      )
    : null

/** Streams changes of a run, beginning with everything since `Last-Event-ID`, the last version that the client knows. */
export async function streamRun(
  request: IncomingMessage,
  response: ServerResponse,
  { readings, reading: { state, records, store } }: { readonly readings: Readings; readonly reading: RunReading },
): Promise<void> {
  const known = stateAt(records, Number(request.headers['last-event-id'] ?? Number.NaN))
  const shown = new Map<string, string>()
  const unshown = (tasks: WebChange['tasks']) =>
    tasks.filter(task => {
      const text = JSON.stringify(task)
      const isNew = shown.get(task.id) !== text
      shown.set(task.id, text)
      return isNew
    })
  let order: readonly string[] | null = null
  /** Absent while it is as the client knows it. */
  const newOrder = (tasks: WebChange['tasks']): Pick<WebChange, 'order'> => {
    const before = order
    order = tasks.map(({ id }) => id)
    return before?.join('\n') === order.join('\n') ? {} : { order }
  }
  if (known) {
    const { tasks } = viewRun(known)
    unshown(tasks)
    newOrder(tasks)
  }
  let sent = ''
  const look = async () => {
    const { state: now, driver } = await readings.read(state.opened.runId)
    const mark = `${now.version} ${driver.is}`
    if (mark === sent) return null
    sent = mark
    const { tasks, ...run } = viewRun(now)
    const data: WebChange = {
      version: now.version,
      run,
      tasks: unshown(tasks),
      ...newOrder(tasks),
      driver: driver.is,
      critical_path: criticalPath(now),
    }
    return { name: 'change', id: now.version, data }
  }
  await stream(response, look, listener => store.watch(listener))
}

/** Streams the list of runs whenever it changes. */
export async function streamRuns(context: Context, response: ServerResponse, readings: Readings): Promise<void> {
  let sent = ''
  const look = async () => {
    const data = await runList(context, readings)
    const text = JSON.stringify(data)
    if (text === sent) return null
    sent = text
    return { name: 'runs', data }
  }
  await stream(response, look, listener => watchJournal(context, readings, listener))
}

/** Null while its first process still makes it. */
function readableJournal(readings: Readings): Store | null {
  try {
    return readings.journal()
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Calls back after every append, also to a journal that is not there yet. */
function watchJournal({ cwd }: Context, readings: Readings, listener: () => void): () => void {
  const journal = readableJournal(readings)
  if (journal) return journal.watch(listener)
  const commonDir = findGitCommonDir(cwd)
  if (commonDir === null) return () => {}
  let stop = () => {}
  const place = dirname(journalFileIn(commonDir))
  const next = () => {
    const isThere = existsSync(place)
    const watcher = watch(isThere ? place : commonDir, () => {
      const begun = readableJournal(readings)
      if (!begun && existsSync(place) === isThere) return
      watcher.close()
      if (begun) stop = begun.watch(listener)
      else next()
      listener()
    })
    stop = () => watcher.close()
    // It may have come between the look and the watch.
    if (existsSync(place) !== isThere) {
      watcher.close()
      next()
    }
  }
  next()
  return () => stop()
}
