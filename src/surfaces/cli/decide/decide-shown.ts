import type { Asking } from '../../live/live-view.ts'
import type { Context } from '../context.ts'
import { readRun } from '../reading.ts'
import { takeDecision } from './decide-task.ts'

/**
 * Takes a decision about a task as the live view showed it, through the inbox like any other process: also where this process
 * drives the run, because a connection does not hear of its own writes.
 */
export const decideShown =
  (context: Context) =>
  async ({ decision, run, state, text }: Asking): Promise<string> => {
    const { store } = await readRun(context, { run: state.opened.runId, write: true })
    try {
      const lines = await takeDecision(context, { store, state }, { named: decision, run, options: { message: text } })
      return lines.join(' ')
    } finally {
      store.close()
    }
  }
