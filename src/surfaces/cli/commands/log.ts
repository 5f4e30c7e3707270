import type { Recorded } from '../../../core/event.ts'
import { evolve } from '../../../core/evolve.ts'
import type { RunState } from '../../../core/state.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../problem.ts'
import { pickTask, readRun } from '../reading.ts'
import { renderRecord } from '../record-line.ts'

/** `log [TASK]`: what happened, in the order it was recorded. */
export async function log(
  context: Context,
  options: { readonly task?: string; readonly run?: string; readonly json?: boolean; readonly follow?: boolean },
): Promise<number> {
  const { state, records, store } = await readRun(context, options)
  const only = options.task ? pickTask(state, options.task).task.id : null
  let at: RunState | null = null
  const show = (record: Recorded) => {
    at = evolve(at, record)
    if (only !== null && !('task' in record.event && record.event.task === only)) return
    const line = options.json ? JSON.stringify(record) : renderRecord(context.terminal, record, at)
    if (line !== null) context.terminal.print(line)
  }
  for (const record of records) show(record)
  if (options.follow) await follow(state, { store, show, from: records.length })
  store.close()
  return EXIT.done
}

/** Goes on until the run is finished; another process's append wakes us, nothing is polled. */
async function follow(
  state: RunState,
  {
    store,
    show,
    from,
  }: {
    readonly store: Awaited<ReturnType<typeof readRun>>['store']
    readonly show: (record: Recorded) => void
    readonly from: number
  },
): Promise<void> {
  let seen = from
  let ended = state.finished
  while (!ended) {
    await new Promise<void>(resolve => {
      const stop = store.watch(() => {
        stop()
        resolve()
      })
    })
    for (const record of await store.read(state.opened.runId, seen)) {
      show(record)
      seen = record.version
      ended ||= record.event.type === 'run-finished'
    }
  }
}
