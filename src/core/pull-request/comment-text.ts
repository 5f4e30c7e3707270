import { questionMarkdown } from '../ci/summary-page.ts'
import { seenOf } from '../journal/seen.ts'
import { unreachable } from '../result.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import type { FinalReport } from '../shown/final-report.ts'
import { plural } from '../text/lists.ts'
import { markdownCell, markdownCode } from '../text/markdown.ts'
import type { RemoteView } from './acts.ts'
import { LABELS } from './claim.ts'
import { fittedText } from './fitted-text.ts'
import type { Mark } from './mark.ts'
import { receiptMark, reportText } from './pull-request-page.ts'

/** The words of a comment, behind its mark. */
export function commentText(
  mark: Mark,
  { state, report, remote }: { readonly state: RunState; readonly report: FinalReport; readonly remote: RemoteView },
): string {
  switch (mark.kind) {
    case 'begun':
      return [
        `**Executing** ${markdownCode(report.plan)} with ${plural(report.tasks.length, 'task')}, as run \`${mark.run}\`.`,
        '',
        `Each proven task is pushed here as one commit. \`${LABELS.executing}\` goes when the run ends.`,
      ].join('\n')
    case 'blocked':
      return [fittedText(reasonLines(state, report, remote).join('\n'), 'comment'), '', ...wayOn(state, remote)].join(
        '\n',
      )
    case 'continued':
      return `**Continued** after pause ${mark.pause}.`
    case 'report':
      return `**Published**: ${markdownCell(report.result)}.\n\n${reportText(report)}`
    default:
      return unreachable(mark)
  }
}

function reasonLines(state: RunState, report: FinalReport, { push, pull }: RemoteView): readonly string[] {
  const { halted, paused, stopped, unpublished } = state
  const reasons = [
    ...(paused ? [`Put aside at task ${paused.task} by ${paused.by}.`] : []),
    ...(stopped ? ['Stopped.'] : []),
    ...(halted ? [halted.problem, ...halted.hints] : []),
    ...(unpublished ? [`Not published: ${unpublished.detail}`] : []),
    ...(push === 'moved'
      ? [
          `${pull.head} has commits that ${state.opened.branch} lacks, and nothing is ever forced: merge ${state.opened.branch} into it and push, then continue.`,
        ]
      : []),
  ]
  return [
    '**Blocked**: only a human can continue.',
    ...(reasons.length > 0 ? ['', ...reasons.map(reason => `- ${markdownCell(reason)}`)] : []),
    ...questionMarkdown(report.escalations),
  ]
}

function wayOn({ tasks }: RunState, { pull: { number } }: RemoteView): readonly string[] {
  const first = tasks.find(({ stage }) => stage.is === 'escalated')?.task.id
  if (first === undefined) return [`Continue: \`pm-agent run ${number}\``]
  return [
    ...tasks.flatMap(boundLine),
    `Answer here, one decision per line, as in \`/pm-agent retry ${first} a hint\`, or on the command line; then \`pm-agent run ${number}\` continues.`,
  ]
}

/** The work that an answer is about: another receipt is another question. */
function boundLine(run: TaskRun): readonly string[] {
  const { receipt, attempt } = seenOf(run)
  if (run.stage.is !== 'escalated' || receipt === null) return []
  return [
    `An answer about task ${run.task.id} counts for attempt ${attempt} with receipt \`${receiptMark(receipt)}\` only.`,
    '',
  ]
}
