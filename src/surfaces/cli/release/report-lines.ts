import { handoffLines } from '../../../core/handover/handoff.ts'
import type { RunState } from '../../../core/run/state.ts'
import { type FinalReport, finalReport, quickReportLines, reportLines } from '../../../core/shown/final-report.ts'
import { openQuestions } from '../words/question-words.ts'
import { renderEnd } from '../words/render.ts'

/** The whole report with the summary of the release; the short one for quick mode. */
export function wholeReport(
  state: RunState,
  report: FinalReport,
  { isEnd = false, isBranchThere = true } = {},
): readonly string[] {
  if (state.config.quick) return quickReportLines(report)
  const handoff = handoffLines(state, { isBranchThere })
  return [...reportLines(report, { isEnd }), ...(handoff.length > 0 ? ['', ...handoff] : [])]
}

/** The last lines of a run: what is open, the report if it is finished, and how to go on. */
export function lastLines(state: RunState, terms: Parameters<typeof renderEnd>[1]): readonly string[] {
  const isReported = state.config.quick || (state.finished && !terms.noAdvice)
  const report = isReported ? [...wholeReport(state, finalReport(state), { isEnd: true }), ''] : []
  return [...openQuestions(state), ...report, ...renderEnd(state, terms)]
}
