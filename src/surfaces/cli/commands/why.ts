import { explain } from '../../../core/shown/explain.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../problem.ts'
import { pickTask, readRun, seenBy } from '../reading.ts'
import { printLines } from '../words/printed-lines.ts'

/** `why TASK`: why it is where it is, why it ran again, and what each decision was based on. */
export async function why(
  context: Context,
  task: string,
  options: { readonly run?: string; readonly json?: boolean },
): Promise<number> {
  const { state, driver, store } = await readRun(context, options)
  store.close()
  const lines = explain(state, pickTask(state, task), seenBy(driver))
  if (options.json) context.terminal.print(jsonText({ task, why: lines }, 2))
  else printLines(context.terminal, ...lines)
  return EXIT.done
}
