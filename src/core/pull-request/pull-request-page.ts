import { summaryPage } from '../ci/summary-page.ts'
import { lastAttempt, type RunState } from '../run/state.ts'
import { type FinalReport, reportLines } from '../shown/final-report.ts'
import { maskSecrets } from '../text/secrets.ts'
import { fittedText } from './fitted-text.ts'

/** Marks the part of a body that pm-agent wrote, so that it can be written again without touching the rest. */
const BEGIN = '<!-- pm-agent:begin -->'
const END = '<!-- pm-agent:end -->'
const RECEIPT_DIGITS = 16

/** A receipt as pull requests name it. */
export const receiptMark = (receipt: string): string => receipt.slice(0, RECEIPT_DIGITS)

/** The body of a pull request: result, claims against facts, questions, receipts, and how to verify. */
export function pullRequestPage(state: RunState, report: FinalReport): string {
  const receipts = state.tasks.flatMap(run => {
    const hash = run.stage.is === 'completed' ? lastAttempt(run)?.receiptHash : undefined
    return hash ? [`- task ${run.task.id}: \`${receiptMark(hash)}\``] : []
  })
  return [
    BEGIN,
    fittedText(summaryPage(report, state.opened.branch).trimEnd(), 'page'),
    '',
    `Spec Reference → [${report.plan}](${encodeURI(report.plan)})`,
    ...(receipts.length > 0 ? ['', '### Receipts', '', fittedText(receipts.join('\n'), 'receipts')] : []),
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

/** The report as a comment shows it. */
export function reportText(report: FinalReport): string {
  const lines = maskSecrets(reportLines(report).join('\n')).replaceAll('```', "'''")
  return fittedText(`\`\`\`text\n${lines}\n\`\`\``, 'comment')
}

/** The mark of the only report of a run among the comments. */
export const reportMark = (runId: string): string => `<!-- pm-agent:report ${runId} -->`
