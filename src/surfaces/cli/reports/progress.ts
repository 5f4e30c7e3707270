import { progressOf } from '../../../core/shown/progress.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../problem.ts'
import { readRun } from '../reading.ts'
import { progressText } from '../run/progress-reports.ts'
import { printLines } from '../words/printed-lines.ts'

/** `progress`: how far a run is, in the form of the reports that a run prints by itself. */
export async function progress(
  context: Context,
  options: { readonly run?: string | undefined; readonly json?: true | undefined },
): Promise<number> {
  const { state, store } = await readRun(context, options)
  store.close()
  if (options.json) context.terminal.print(jsonText(progressOf(state), 2))
  else printLines(context.terminal, ...progressText(state))
  return EXIT.done
}
