import type { TaskId } from '../../../core/plan/ids.ts'
import type { Recorded } from '../../../core/run/event.ts'
import { evolve } from '../../../core/run/evolve.ts'
import type { RunState } from '../../../core/run/state.ts'
import { printedRecord } from '../../../core/shown/printed-record.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Store } from '../../../ports.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../problem.ts'
import { pickTask, readRun } from '../reading.ts'
import { printEvent } from '../words/printed-lines.ts'
import { renderRecord } from '../words/record-line.ts'
import { TaskTranscript } from '../words/task-transcript.ts'

/** `log [TASK]`: what happened, in the order it was recorded; of one task also what its agents said and did. */
export async function log(
  context: Context,
  options: {
    readonly task?: string | undefined
    readonly run?: string
    readonly json?: boolean | undefined
    readonly follow?: boolean
  },
): Promise<number> {
  const { state, records, store } = await readRun(context, options)
  const only = options.task ? pickTask(state, options.task).task.id : null
  const transcript = only === null ? null : new TaskTranscript(context.terminal, only, options)
  const show = showing(context, only, { json: options.json, transcript })
  for (const record of records) await show(record)
  if (options.follow) await follow(state, { store, show, transcript, from: records.length })
  await transcript?.end()
  store.close()
  return EXIT.done
}

function showing(
  context: Context,
  only: TaskId | null,
  { json, transcript }: { readonly json?: boolean | undefined; readonly transcript: TaskTranscript | null },
): (record: Recorded) => Promise<void> {
  let at: RunState | null = null
  return async record => {
    at = evolve(at, record)
    if (only !== null && !('task' in record.event && record.event.task === only)) return
    // What was said before something was recorded is shown before it.
    await transcript?.before(record.event)
    if (json) context.terminal.print(jsonText(printedRecord(record)))
    else printEvent(context.terminal, renderRecord(context.terminal, record, at))
  }
}

/** Goes on until the run is finished; another process's append and an agent's word wake us, nothing is polled. */
async function follow(
  state: RunState,
  {
    store,
    show,
    transcript,
    from,
  }: {
    readonly store: Store
    readonly show: (record: Recorded) => Promise<void>
    readonly transcript: TaskTranscript | null
    readonly from: number
  },
): Promise<void> {
  const bell = createBell()
  const stop = store.watch(bell.ring)
  transcript?.watch(bell.ring)
  let seen = from
  let ended = state.finished
  while (!ended) {
    await transcript?.read()
    for (const record of await store.read(state.opened.runId, seen)) {
      await show(record)
      seen = record.version
      ended ||= record.event.type === 'run-finished'
    }
    if (!ended) await bell.rung()
  }
  stop()
}

/** Remembers that it was rung, so that a reader who is still handling the last event misses nothing. */
function createBell(): { readonly ring: () => void; rung(): Promise<void> } {
  let isRung = true
  let wake = (): void => {}
  return {
    ring() {
      isRung = true
      wake()
    },
    rung: () =>
      new Promise(resolve => {
        wake = () => {
          isRung = false
          wake = () => {}
          resolve()
        }
        if (isRung) wake()
      }),
  }
}
