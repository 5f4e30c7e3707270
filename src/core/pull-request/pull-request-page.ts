import { summaryPage } from '../ci/summary-page.ts'
import { lastAttempt, type RunState } from '../run/state.ts'
import type { FinalReport } from '../shown/final-report.ts'

/** Marks the part of a body that pm-agent wrote, so that it can be written again without touching the rest. */
const BEGIN = '<!-- pm-agent:begin -->'
const END = '<!-- pm-agent:end -->'
const DIGITS = 16

/** The body of a pull request: result, claims against facts, questions, receipts, and how to verify. */
export function pullRequestPage(state: RunState, report: FinalReport): string {
  const receipts = state.tasks.flatMap(run => {
    const hash = run.stage.is === 'completed' ? lastAttempt(run)?.receiptHash : undefined
    return hash ? [`- task ${run.task.id}: \`${hash.slice(0, DIGITS)}\``] : []
  })
  return [
    BEGIN,
    summaryPage(report, state.opened.branch).trimEnd(),
    ...(receipts.length > 0 ? ['', '### Receipts', '', ...receipts] : []),
    '',
    'Each commit is one task, proven on exactly this tree. To see the checks of a task: `pm-agent show TASK`.',
    END,
  ].join('\n')
}

/** A body with our part renewed, and everything that people wrote around it as it was. */
export function withPage(body: string, page: string): string {
  const from = body.indexOf(BEGIN)
  const to = body.indexOf(END, from)
  if (from === -1 || to === -1) return body.trim() === '' ? page : `${body.trimEnd()}\n\n${page}`
  return `${body.slice(0, from)}${page}${body.slice(to + END.length)}`
}

/** The mark of the only report of a run among the comments. */
export const reportMark = (runId: string): string => `<!-- pm-agent:report ${runId} -->`
