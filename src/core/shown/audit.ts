import type { EscalationReason } from '../decisions/escalation-reason.ts'
import { blockers } from '../proof/receipt.ts'
import type { Attempt, TaskRun } from '../run/state.ts'
import type { DecisionFact, TaskDecision } from '../run/task-decision.ts'
import { describeEnding } from '../run/triage.ts'
import { inItem } from '../text/quote.ts'
import { minute } from '../text/time.ts'
import { publicWords } from './decision-words.ts'
import { problemOf } from './escalation.ts'

/** Every decision about these tasks up to a time, in order. */
export function renderAudit(runs: readonly TaskRun[], until = Number.POSITIVE_INFINITY): string {
  return runs
    .map(run => ({ run, entries: entriesOf(run, childrenOf(runs, run), until) }))
    .filter(({ entries }) => entries.length > 0)
    .map(({ run, entries }) => {
      const shown = entries.map(({ at, title, lines }) => `### [${minute(at)}] ${title}\n${lines.join('\n')}\n`)
      return `## TODO ${run.task.id} — Reconciliation\n\n${shown.join('\n')}`
    })
    .join('\n')
}

/** The reason and the time of a task's halt. */
export interface Halted {
  readonly at: number
  readonly reason: EscalationReason
  readonly problem: string
}

/** The open question of a task; null if there was a later decision, or the task is only held. */
export function haltedAs(run: TaskRun, until: number): Halted | null {
  const last = run.decisions.findLast(({ at }) => at <= until)
  if (last?.fact.type !== 'task-escalated' || WAITS_ONLY.has(last.fact.reason)) return null
  return { at: last.at, reason: last.fact.reason, problem: problemOf(run.task, last.fact) }
}

/** Proven work that only waits for a look has no problem. */
const WAITS_ONLY: ReadonlySet<EscalationReason> = new Set(['held', 'review-wanted'])

interface Entry {
  readonly at: number
  readonly title: string
  readonly lines: readonly string[]
}

const childrenOf = (runs: readonly TaskRun[], { task }: TaskRun): readonly TaskRun[] =>
  runs.filter(run => run.added?.parent === task.id)

function entriesOf(run: TaskRun, children: readonly TaskRun[], until: number): readonly Entry[] {
  const decided = run.decisions.flatMap((entry, at, all) => decision(run, entry, all[at - 1]?.fact ?? null))
  const adapted = children.map(child => adaptation(child, until))
  const looked = run.attempts.flatMap(noticed)
  // Running work still changes: only the work of a finished task is reported completely.
  const isDone = run.stage.is === 'completed' || run.stage.is === 'landing' || run.stage.is === 'proven'
  const retries = run.attempts
    .filter(attempt => attempt.kind === 'fix')
    .map((attempt, at) => retry(attempt, at, isDone))
  return [...decided, ...adapted, ...looked, ...retries]
    .filter(({ at }) => at <= until)
    .sort((one, other) => one.at - other.at)
}

const triage = (at: number, reasons: readonly string[], leadsTo: string): readonly Entry[] =>
  reasons.length > 0 ? [{ at, title: 'Triage', lines: [`- ${inItem(reasons.join('; '))} → ${leadsTo}`] }] : []

function decision({ task }: TaskRun, { at, fact }: TaskDecision, before: DecisionFact | null): readonly Entry[] {
  switch (fact.type) {
    case 'task-triaged':
      return triage(at, fact.reasons, fact.disposition)
    case 'task-added':
      // The addition itself has a separate entry.
      return fact.task === task.id ? triage(at, fact.reasons, 'adapt') : []
    case 'task-escalated': {
      const evidence = fact.reasons.join('; ') || (before && publicWords(task, before)) || 'none'
      const lines = [`- **Reason**: ${inItem(problemOf(task, fact))}`, `- **Evidence**: ${inItem(evidence)}`]
      // Other tools that read these files call an escalation a halt.
      return [...triage(at, fact.reasons, 'halt'), { at, title: 'Halted', lines }]
    }
    default:
      return [{ at, title: 'Decision', lines: [`- ${inItem(publicWords(task, fact))}`] }]
  }
}

function adaptation({ task, added, stage, endedAt }: TaskRun, until: number): Entry {
  const isKnown = endedAt !== null && endedAt <= until
  const status = stage.is === 'completed' ? 'COMPLETED' : 'FAILED'
  return {
    at: added!.at,
    title: 'Adapt',
    lines: [
      `- **Dynamic TODO**: ${task.id} — ${inItem(task.title)}`,
      `- **Trigger**: ${inItem(added!.trigger)}`,
      `- **Scope**: ${inItem(added!.scope)}`,
      `- **Status**: ${isKnown ? status : 'OPEN'}`,
    ],
  }
}

/** Notes of the judge that did not block. */
function noticed({ receipt, ended }: Attempt): readonly Entry[] {
  const judged = receipt?.judged
  if (!judged || !ended) return []
  const lines = [
    ...judged.warnings.map(words => `- must_not_do: ${inItem(words)} warning → logged (non-blocking)`),
    ...judged.undocumentedChanges.map(words => `- undocumented_change: ${inItem(words)} → logged (non-blocking)`),
    ...judged.missingContext.map(words => `- missing_context: ${inItem(words)} → logged (non-blocking)`),
  ]
  return lines.length > 0 ? [{ at: ended.at, title: `Judge (${judged.by})`, lines }] : []
}

/** A fixer was launched; the result is known after the next proof. */
function retry({ receipt, ended, startedAt }: Attempt, at: number, isDone: boolean): Entry {
  const result = receipt
    ? `, re-verified → ${blockers(receipt).length === 0 ? 'PASS' : 'FAIL'}`
    : ended
      ? `; ${describeEnding(ended.ending)}`
      : ''
  return { at: startedAt, title: `Retry #${at + 1}`, lines: [`- Fix prompt sent${isDone ? result : ''}`] }
}
