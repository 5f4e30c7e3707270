import { deciderName } from '../journal/decider.ts'
import { shortReceipt } from '../plan/ids.ts'
import { writtenCommand } from '../proof/receipt.ts'
import { plural } from '../text/lists.ts'
import { duration } from '../text/time.ts'
import type { ReviewPresentation } from './presentation.ts'

/** A line of a page, and how far its continuation is indented where it does not fit. */
export interface PageLine {
  readonly text: string
  readonly hang: number
}

/** A task for review as a page. */
export const presentationLines = (review: ReviewPresentation): readonly PageLine[] => [
  line(`REVIEW of task ${review.task}: ${review.title}`, 2),
  line(`${review.state}, tier ${tierText(review)}`, 2),
  ...section('Question', questionRows(review)),
  ...section('The new text of the planner', proposedRows(review)),
  ...section(`Files: ${filesHeading(review)}`, fileRows(review)),
  ...section(
    `Approach, in the words of ${review.agent ? `its agent (${review.agent})` : 'its agent'}`,
    review.agent === null ? [] : [line(`  ${review.approach ?? 'it explained nothing'}`, 2)],
  ),
  ...section(`Criteria: ${countsOf(review.criteria.map(({ verdict }) => verdict))}`, criterionRows(review)),
  ...section(`Gates: ${countsOf(review.gates.map(({ verdict }) => verdict))}`, gateRows(review)),
  ...section(`Risks: ${countsOf(review.risks.map(({ status }) => status))}`, riskRows(review)),
  ...section('Facts', factRows(review)),
  ...section('Decide', decisionRows(review)),
]

const line = (text: string, hang = 0): PageLine => ({ text, hang })

/** An empty section is left out: its heading would only raise a question. */
const section = (title: string, rows: readonly PageLine[]): readonly PageLine[] =>
  rows.length === 0 ? [] : [line(''), line(title, 2), ...rows]

/** `2 PASS, 1 FAIL`, in the order in which they appear. */
const countsOf = (words: readonly string[]): string =>
  [...Map.groupBy(words, word => word)].map(([word, all]) => `${all.length} ${word}`).join(', ')

/** A word in a column, and the rest beside it. */
function row(word: string, width: number, rest: string): PageLine {
  const text = `  ${word.padEnd(width)}  ${rest}`.trimEnd()
  return line(text, width + 4)
}

const widthOf = (words: readonly string[]): number => Math.max(...words.map(word => word.length))

const tierText = ({ tier, tier_reasons: reasons }: ReviewPresentation): string =>
  reasons.length > 0 ? `${tier} (${reasons.join('; ')})` : tier

function questionRows({ escalation, reason }: ReviewPresentation): readonly PageLine[] {
  if (!escalation) return [line(`  none: it does not wait for your decision${reason ? ` (${reason})` : ''}`, 2)]
  const { problem, impact, options, recommended, blocking } = escalation
  const listed = options.map(
    ({ words, command }, at) => `${at + 1}. ${words}: ${command}${at === recommended ? ' (recommended)' : ''}`,
  )
  const width = 'Problem'.length
  return [
    row('Problem', width, problem),
    row('Impact', width, `${impact}${blocking ? '' : ' (not blocking)'}`),
    ...listed.map((words, at) => {
      const { text, hang } = row(at === 0 ? 'Options' : '', width, words)
      return line(text, hang + '1. '.length)
    }),
  ]
}

/** The difference in the lines of the task, as in a patch. */
const proposedRows = ({ proposed_text: changes }: ReviewPresentation): readonly PageLine[] =>
  (changes ?? []).flatMap(({ before, after }) => [
    ...before.map(text => line(`  - ${text}`, 4)),
    ...after.map(text => line(`  + ${text}`, 4)),
  ])

const STATUSES = ['added', 'modified', 'deleted'] as const

const filesHeading = ({ files }: ReviewPresentation): string =>
  STATUSES.flatMap(status => (files[status].length > 0 ? [`${files[status].length} ${status}`] : [])).join(', ') ||
  'none changed'

const fileRows = ({ files, agent }: ReviewPresentation): readonly PageLine[] => {
  const rows = STATUSES.flatMap(status => files[status].map(path => row(status, 'modified'.length, path)))
  return rows.length > 0 || agent === null ? rows : [line('  its last attempt changed nothing')]
}

function criterionRows({ criteria }: ReviewPresentation): readonly PageLine[] {
  const width = 'UNTESTED'.length
  return criteria.flatMap(({ verdict, text, command, evidence, places, places_by: by }) => {
    const seen = evidence ?? (command === null ? 'no command can show it, and it was not judged yet' : 'it was not run')
    return [
      row(verdict, width, text),
      row('', width, seen),
      ...(places.length > 0
        ? [row('', width, `${by === 'judge' ? 'cited' : 'in the change'}: ${places.join(', ')}`)]
        : []),
    ]
  })
}

function gateRows({ gates }: ReviewPresentation): readonly PageLine[] {
  if (gates.length === 0) return []
  const width = Math.min(24, widthOf(gates.map(({ gate }) => gate)))
  const verdicts = widthOf(gates.map(({ verdict }) => verdict))
  return gates.map(({ gate, verdict, blocking, command, words, excused }) => {
    const marks = [
      ...(excused ? [`${excused.as} by ${deciderName(excused)}`] : []),
      ...(blocking || verdict === 'passed' ? [] : ['does not block']),
    ]
    const rest = [
      words || writtenCommand({ command }) || '',
      ...(marks.length > 0 ? [`(${marks.join('; ')})`] : []),
    ].filter(Boolean)
    const text = `  ${gate.padEnd(width)}  ${verdict.padEnd(verdicts)}  ${rest.join(' ')}`.trimEnd()
    return line(text, width + verdicts + 6)
  })
}

const riskRows = ({ risks }: ReviewPresentation): readonly PageLine[] =>
  risks.map(({ id, severity, status, description }) =>
    row(id, widthOf(risks.map(risk => risk.id)), `${severity}, ${status}: ${description}`),
  )

function factRows({ basis, rollback, cost, receipt, task }: ReviewPresentation): readonly PageLine[] {
  if (cost.attempts === 0) return []
  const took = cost.duration_ms === null ? '' : `, ${duration(cost.duration_ms)} since the first`
  const rows: readonly (readonly [string, string | null])[] = [
    ['Shown by', basis],
    ['Rollback', rollback],
    ['Cost', `${cost.words}; ${plural(cost.attempts, 'attempt')}${took}`],
    ['Receipt', receipt && `${shortReceipt(receipt)} (a decision counts for this receipt only)`],
    ['More', `pm-agent show ${task} --diff | --output GATE`],
  ]
  return rows.flatMap(([word, words]) => (words === null ? [] : [row(word, 'Shown by'.length, words)]))
}

function decisionRows({ decisions }: ReviewPresentation): readonly PageLine[] {
  const width = widthOf(['approve', ...decisions.map(({ decision }) => decision)])
  return decisions.map(({ decision, words, command }) => row(decision.toUpperCase(), width, `${command}  (${words})`))
}
