import { handoffLines } from '../../../core/handover/handoff.ts'
import type { RunState } from '../../../core/run/state.ts'
import { type FinalReport, finalReport, quickReportLines, reportLines } from '../../../core/shown/final-report.ts'
import { wrapToWidth } from '../../live/width.ts'
import { openQuestions } from '../words/question-words.ts'
import { renderEnd } from '../words/render.ts'

const COLUMNS = 80

/** The whole report with the summary of the release, at 80 columns; the short one for quick mode. */
export function wholeReport(
  state: RunState,
  report: FinalReport,
  { isEnd = false, isBranchThere = true } = {},
): readonly string[] {
  if (state.config.quick) return quickReportLines(report)
  const handoff = handoffLines(state, { isBranchThere })
  const lines = [...reportLines(report, { isEnd }), ...(handoff.length > 0 ? ['', ...handoff] : [])]
  return lines.flatMap(line => (NEXT_STEP.test(line) ? [line] : wrapToWidth(line, COLUMNS, hangOf(line))))
}

/** A next step ends with its command, which is there to be copied: it stays in one piece. */
const NEXT_STEP = /^ {2}- [^:]+: (?:pm-agent|git) /

/** Continued lines stand below the text: after a label, or two columns further in a list. */
const hangOf = (line: string): number =>
  /^(?:Review|Release|Cost|Time|Changes|Next|Result): +/.exec(line)?.[0].length ??
  line.length - line.trimStart().length + 2

/** The last lines of a run: what is open, the report if it is finished, and how to go on. */
export function lastLines(state: RunState, terms: Parameters<typeof renderEnd>[1]): readonly string[] {
  const isReported = state.config.quick || (state.finished && !terms.noAdvice)
  const report = isReported ? [...wholeReport(state, finalReport(state), { isEnd: true }), ''] : []
  return [...openQuestions(state), ...report, ...renderEnd(state, terms)]
}
