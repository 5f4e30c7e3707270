import { finalReport } from '../../../core/shown/final-report.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../problem.ts'
import { readRun } from '../reading.ts'
import { wholeReport } from '../release/report-lines.ts'
import { hasMerged, usersBranch } from '../run/merged.ts'
import { printLines } from '../words/printed-lines.ts'

/** `report`: how a run came out, claims against facts, what to do next. */
export async function report(
  context: Context,
  options: { readonly run?: string; readonly json?: boolean },
): Promise<number> {
  const { state, store } = await readRun(context, options)
  store.close()
  const merged = await hasMerged(context, state)
  const standing = await usersBranch(context, state)
  const made = finalReport(state, { merged, standing })
  if (options.json) context.terminal.print(jsonText(made, 2))
  else printLines(context.terminal, ...wholeReport(state, made, { isBranchThere: standing.is !== 'deleted' }))
  return EXIT.done
}
