import type { Store } from '../../../ports.ts'
import type { Asking } from '../../live/live-view.ts'
import type { Context } from '../context.ts'
import { readRun } from '../reading.ts'
import { takeDecision } from './decide-task.ts'

/** Takes a decision about a task as the live view showed it, through the inbox like any other process. */
export const decideShown =
  (context: Context, store: Store) =>
  async ({ decision, run, state, text }: Asking): Promise<string> => {
    const lines = await takeDecision(context, { store, state }, { named: decision, run, options: { message: text } })
    return lines.join(' ')
  }

/** The same for a run that is only watched: its journal is opened for writing as long as that takes. */
export const decideWatched =
  (context: Context) =>
  async (asked: Asking): Promise<string> => {
    const { store } = await readRun(context, { run: asked.state.opened.runId, write: true })
    try {
      return await decideShown(context, store)(asked)
    } finally {
      store.close()
    }
  }
