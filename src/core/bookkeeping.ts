import { fileSafe, type TaskId } from './ids.ts'
import { minute } from './moment.ts'
import type { GateResult, Receipt } from './receipt.ts'
import type { Report } from './report.ts'
import { lastAttempt, type RunState, type TaskRun, taskRun } from './state.ts'
import { describeEnding } from './triage.ts'

/** One of our own files, as it stands when a task lands. */
export interface Rendering {
  readonly path: string
  readonly text: string
}

export const reviewPath = (state: RunState, id: TaskId): string =>
  `${state.opened.place.reviewsDir}/${state.opened.plan.id}/${fileSafe(id)}-review.md`

/** The context files, relative to the context folder. Whole renderings of the journal: nobody appends, nothing races. */
export function renderContext(
  state: RunState,
  landing: TaskId,
  outputs: Readonly<Record<string, string>>,
): readonly Rendering[] {
  const done = state.tasks.filter(run => run.stage.is === 'completed' || run.task.id === landing)
  const outputsOf = (run: TaskRun) => (run.task.id === landing ? outputs : run.outputs)
  const all = Object.fromEntries(
    done.filter(run => Object.keys(outputsOf(run)).length > 0).map(run => [`todo-${run.task.id}`, outputsOf(run)]),
  )
  return [
    { path: 'outputs.json', text: `${JSON.stringify(all, null, 2)}\n` },
    { path: 'learnings.md', text: listed(done, report => report.learnings.map(item => `- ${inItem(item)}`)) },
    { path: 'issues.md', text: listed(done, report => report.issues.map(item => `- [ ] ${inItem(item)}`)) },
    { path: 'audit.md', text: renderAudit(state, landing) },
  ]
}

function listed(runs: readonly TaskRun[], lines: (report: Report) => readonly string[]): string {
  return runs
    .map(run => ({ run, found: [...new Set(readable(run).flatMap(lines))] }))
    .filter(({ found }) => found.length > 0)
    .map(({ run, found }) => `## ${run.task.id}\n${found.join('\n')}\n`)
    .join('\n')
}

/** Words that are not ours stay inside their item: no line of them can pass for a heading or an item of ours. */
const inItem = (text: string): string => text.replace(/\r\n|[\n\r\u2028\u2029]/g, '\n  ')

const readable = (run: TaskRun): readonly Report[] =>
  run.attempts.flatMap(attempt => (attempt.ended?.reading.is === 'valid' ? [attempt.ended.reading.report] : []))

/** Every decision between a first attempt and a landing, in the order it was made. */
function renderAudit(state: RunState, landing: TaskId): string {
  return state.tasks
    .filter(run => run.log.length > 0 && (run.stage.is !== 'queued' || run.task.id === landing))
    .map(run => {
      const entries = run.log.map(({ at, words }) => `### [${minute(at)}] ${auditTitle(words)}\n- ${inItem(words)}\n`)
      return `## TODO ${run.task.id} — Reconciliation\n\n${entries.join('\n')}`
    })
    .join('\n')
}

function auditTitle(words: string): string {
  if (words.startsWith('given to a human')) return 'Halted'
  if (words.startsWith('retry')) return 'Retry'
  return 'Triage'
}

/** The review of one task: what was asked, what was checked and how it came out. No durations: the same run renders the same bytes. */
export function renderReview(state: RunState, id: TaskId): string {
  const run = taskRun(state, id)
  const attempt = lastAttempt(run)!
  const receipt = attempt.receipt!
  const report = attempt.ended?.reading.is === 'valid' ? attempt.ended.reading.report : null
  const draft = attempt.ended?.draft
  const parts = [
    `# Review of task ${id}: ${run.task.title}`,
    `Tier ${run.task.tier}, kind ${run.task.kind}, agent ${attempt.agent}, attempts ${run.attempts.length}. Basis: ${basisWords(receipt)}.`,
    `## Criteria\n\n${criteria(run, receipt)}`,
    `## Gates\n\n${receipt.gates.map(gateLine).join('\n')}`,
    `## Files\n\n${(draft?.changes ?? []).map(change => `- ${change.status} ${inItem(change.path)}`).join('\n') || '- none'}`,
    draft &&
      draft.notes.length > 0 &&
      `## Noticed while collecting\n\n${draft.notes.map(note => `- ${inItem(note)}`).join('\n')}`,
    `## Claimed by the agent\n\n${claims(report, attempt.ended ? describeEnding(attempt.ended.ending) : '')}`,
    risksOf(report).length > 0 &&
      `## Risks\n\n${risksOf(report)
        .map(risk => `- ${inItem(risk)}`)
        .join('\n')}`,
    report?.reviewNote &&
      `## Review note\n\n- ${inItem(report.reviewNote.summary)}\n- Rollback: ${inItem(report.reviewNote.rollback || 'revert this commit')}`,
    `## Receipt\n\n- base tree ${receipt.base}\n- code tree ${receipt.codeTree}\n- contract ${receipt.contractHash}\n- sandbox ${receipt.sandbox}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** What the agent warns of, each once. */
const risksOf = (report: Report | null): readonly string[] =>
  report ? [...new Set([...report.risks, ...(report.reviewNote?.risks ?? [])])] : []

function criteria(run: TaskRun, receipt: Receipt): string {
  const verdicts = new Map(receipt.gates.map(gate => [gate.gate, gate]))
  const lines = run.task.criteria.map(criterion => {
    const gate = verdicts.get(`criterion:${criterion.id}`)
    const word = gate?.verdict === 'passed' ? 'PASS' : gate?.verdict === 'failed' ? 'FAIL' : 'UNTESTED'
    return `- ${word} ${criterion.text}`
  })
  return lines.join('\n') || '- none in the plan'
}

const gateLine = (gate: GateResult): string =>
  `- ${gate.gate}: ${gate.verdict}${gate.command ? ` (\`${gate.command}\`${gate.exitCode === null ? '' : `, exit ${gate.exitCode}`})` : ''}`

function claims(report: Report | null, ending: string): string {
  if (!report) return `No readable result; ${ending}.`
  const tests = report.testResults
    ? `\n- tests claimed: ${report.testResults.passed} passed, ${report.testResults.failed} failed`
    : ''
  return `- status ${report.status}${tests}\n- ${inItem(report.summary) || 'no summary'}`
}

export function basisWords(receipt: Receipt): string {
  switch (receipt.basis) {
    case 'red-green':
      return `${receipt.redGreen.join(', ')} went from red to green`
    case 'kept':
      return 'behaviour is kept, and the checks that were there still pass'
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

/** Criteria that our own run showed to hold; only their boxes are ticked. */
export const passedCriteria = (receipt: Receipt): readonly string[] =>
  receipt.gates
    .filter(gate => gate.verdict === 'passed' && gate.gate.startsWith('criterion:'))
    .map(gate => gate.gate.slice('criterion:'.length))
