import { deciderName } from '../journal/decider.ts'
import { residueOf } from '../plan/commit-strategy.ts'
import { fileSafe, type TaskId } from '../plan/ids.ts'
import { intentOf } from '../plan/intent.ts'
import type { Task } from '../plan/plan.ts'
import { type GateResult, inertWords, type Receipt } from '../proof/receipt.ts'
import type { Report } from '../proof/report.ts'
import type { MandatoryGate } from '../review/mandatory-gates.ts'
import { reviewLines } from '../review/tier-review-words.ts'
import { tieringOf } from '../risk/task-tier.ts'
import { tierWords } from '../risk/tier-words.ts'
import { lastAttempt, type RunState, type TaskRun, taskRun } from '../run/state.ts'
import { describeEnding } from '../run/triage.ts'
import { gapLines, type Strength, strengthOf, strengthWords } from '../strength/strength.ts'
import { someOf } from '../text/lists.ts'
import { inItem } from '../text/quote.ts'
import { recordRef } from './record.ts'
import { mandatoryGatesOf, reviewNoteOf } from './task-record.ts'

export const reviewPath = (state: RunState, id: TaskId): string =>
  `${state.opened.place.reviewsDir}/${state.plan.id}/${fileSafe(id)}-review.md`

/** The location of a review for its commit: a path of its tree, or an argument of `git show`. */
export function reviewPlace(state: RunState, id: TaskId): string {
  const path = reviewPath(state, id)
  return state.opened.place.reviewsKept === 'apart' ? `${recordRef(state.plan.id)}:${path}` : path
}

/** The review of one task: request, checks and results. No durations: the same run renders the same bytes. */
export function renderReview(state: RunState, id: TaskId): string {
  const run = taskRun(state, id)
  const attempt = lastAttempt(run)!
  const receipt = attempt.receipt!
  const report = attempt.ended?.reading.is === 'valid' ? attempt.ended.reading.report : null
  const draft = attempt.ended?.draft
  const note = reviewNoteOf(state, run)
  const strength = strengthOf(receipt)
  const residue = residueOf(state.plan, run.task, draft?.changes.map(change => change.path) ?? [])
  const parts = [
    `# Review of task ${id}: ${run.task.title}`,
    `Tier ${tierWords(tieringOf(state, run))}, kind ${kindWords(run.task)}, agent ${attempt.agent}, attempts ${run.attempts.length}. Basis: ${basisWords(receipt)}.`,
    `## Criteria\n\n${criteria(run, receipt)}`,
    `## Mandatory gates\n\n${mandatoryGatesOf(state, run).map(mandatoryLines).join('\n')}`,
    `## Review\n\n${reviewLines(state, run).join('\n')}`,
    `## Gates\n\n${receipt.gates.map(gateLine).join('\n')}`,
    strength && `## Strength of the tests\n\n${strengthLines(strength)}`,
    `## Files\n\n${(draft?.changes ?? []).map(change => `- ${change.status} ${inItem(change.path)}`).join('\n') || '- none'}`,
    residue.length > 0 &&
      `## Not named by the Commit Strategy\n\n${residue.map(path => `- ${inItem(path)}`).join('\n')}`,
    draft &&
      draft.notes.length > 0 &&
      `## Noticed while collecting\n\n${draft.notes.map(note => `- ${inItem(note)}`).join('\n')}`,
    `## Claimed by the agent\n\n${claims(report, attempt.ended ? describeEnding(attempt.ended.ending) : '')}`,
    risksOf(report).length > 0 &&
      `## Risks\n\n${risksOf(report)
        .map(risk => `- ${inItem(risk)}`)
        .join('\n')}`,
    note &&
      `## Review note\n\n- ${inItem(note.summary)}${note.made_by === 'facts' ? ' (from the facts: the agent wrote none)' : ''}\n- Rollback: ${inItem(note.rollback)}`,
    `## Receipt\n\n- base tree ${receipt.base}\n- code tree ${receipt.codeTree}\n- contract ${receipt.contractHash}\n- sandbox ${receipt.sandbox}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** What the tests notice of the change, and every gap. */
function strengthLines(strength: Strength): string {
  const words = strengthWords(strength)
  return (
    [...(words ? [`strength ${words}`] : []), ...gapLines(strength)].map(line => `- ${inItem(line)}`).join('\n') ||
    NO_GAP
  )
}

const NO_GAP = '- every changed function is noticed by some test'

/** The agent's warnings, without duplicates. */
const risksOf = (report: Report | null): readonly string[] =>
  report ? [...new Set([...report.risks, ...(report.reviewNote?.risks ?? [])])] : []

function criteria(run: TaskRun, receipt: Receipt): string {
  const verdicts = new Map(receipt.gates.map(gate => [gate.gate, gate]))
  const lines = run.task.criteria.map(criterion => {
    const gate = verdicts.get(`criterion:${criterion.id}`)
    const word = gate && isMet(gate) ? 'PASS' : gate?.verdict === 'failed' ? 'FAIL' : 'UNTESTED'
    const places = gate?.places ? ` (${gate.places.map(inItem).join(', ')})` : ''
    return `- ${word}${gate?.verdict === 'judged' ? ' (judged)' : ''} ${criterion.text}${places}`
  })
  return lines.join('\n') || '- none in the plan'
}

const gateLine = (gate: GateResult): string =>
  `- ${gate.gate}: ${gate.verdict}${gate.command ? ` (\`${gate.command}\`${gate.exitCode === null ? '' : `, exit ${gate.exitCode}`})` : ''}${gate.excused ? `; ${gate.excused.as} by ${inItem(deciderName(gate.excused))}` : ''}`

/** A gate with its evidence, and a command to paste, indented so that it stays a code block in the list. */
function mandatoryLines({ gate, result, evidence, commands }: MandatoryGate): string {
  const pasted = commands.map(command => `      ${command.replaceAll('\n', '\n      ')}`)
  return [
    `- ${gate}: ${result.replace('-', ' ')}`,
    ...evidence.map(words => `  - ${inItem(words)}`),
    ...(pasted.length > 0 ? ['', ...pasted, ''] : []),
  ].join('\n')
}

function claims(report: Report | null, ending: string): string {
  if (!report) return `No readable result; ${ending}.`
  const tests = report.testResults
    ? `\n- tests claimed: ${report.testResults.passed} passed, ${report.testResults.failed} failed`
    : ''
  return `- status ${report.status}${tests}\n- ${inItem(report.summary) || 'no summary'}`
}

/** A change may turn a whole suite green; a few names are enough. */
const named = (names: readonly string[]): string => someOf(names, { max: NAMES_SHOWN })

const NAMES_SHOWN = 2

/** The kind of a task: as the plan has it, or as its words were read. */
export function kindWords(task: Task): string {
  const { is, from } = intentOf(task)
  return from === 'title' || from === 'description' ? `${is} (read from the ${from})` : task.kind
}

export function basisWords(receipt: Receipt): string {
  switch (receipt.basis) {
    case 'red-green':
      return `${named(receipt.redGreen)} went from red to green`
    case 'inert':
      return inertWords(receipt)
    case 'kept':
      return 'no new behaviour was asked for, and the checks that were there still pass'
    case 'verified':
      return 'nothing was changed and every criterion holds'
    case 'existed':
      return 'everything asked for was there already'
    case 'unverified':
      return 'the agent says so; nothing was checked'
    case 'none':
      return 'nothing shows the change'
  }
}

/** Shown by our own run, or confirmed by a judge with locations. */
const isMet = ({ verdict }: GateResult): boolean => verdict === 'passed' || verdict === 'judged'

/** Criteria that are met; only their boxes are ticked. */
export const passedCriteria = (receipt: Receipt): readonly string[] =>
  receipt.gates
    .filter(gate => isMet(gate) && gate.gate.startsWith('criterion:'))
    .map(gate => gate.gate.slice('criterion:'.length))
