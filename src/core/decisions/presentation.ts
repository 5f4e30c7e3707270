/** What is put before a human who decides about a task: the work, what was seen of it, and the possible decisions. */
import { launchCosts, moneyWords, together } from '../money/cost.ts'
import type { FileChange } from '../proof/draft.ts'
import { type GateResult, summaryOf } from '../proof/receipt.ts'
import { mayRewrite } from '../replanning/wish.ts'
import { draftOf, lastAttempt, type RunState, type TaskRun } from '../run/state.ts'
import { basisWords } from '../shown/bookkeeping.ts'
import { type Escalation, escalationOf } from '../shown/escalation.ts'
import { reasonFor } from '../shown/status.ts'
import { type RiskView, taskRecord } from '../shown/task-record.ts'
import { type CriterionView, viewTaskInFull } from '../shown/view.ts'
import { type ChangedLines, changedLines } from '../text/changed-lines.ts'
import { needsText, openDecisions, type TaskDecisionName } from './open-decisions.ts'

/** A task as a reviewer sees it. Names are those of the documented JSON. */
export interface ReviewPresentation {
  readonly task: string
  readonly title: string
  readonly state: string
  readonly tier: string
  readonly tier_reasons: readonly string[]
  /** Why it does not go on; null if it does. */
  readonly reason: string | null
  readonly escalation: Escalation | null
  readonly files: Readonly<Record<FileChange['status'], readonly string[]>>
  /** The agent's own explanation, which is a claim; null where it gave none. */
  readonly approach: string | null
  readonly agent: string | null
  readonly criteria: readonly CriterionView[]
  readonly gates: readonly PresentedGate[]
  /** Why the change counts as shown; null before a proof. */
  readonly basis: string | null
  readonly risks: readonly RiskView[]
  readonly rollback: string | null
  readonly cost: {
    readonly usd: number | null
    readonly words: string
    readonly attempts: number
    readonly duration_ms: number | null
  }
  /** Another text of the planner for a rejected task, as changed lines; null if there is none to decide about. */
  readonly proposed_text: readonly ChangedLines[] | null
  /** The hash of the receipt that a decision is bound to; null where there is none. */
  readonly receipt: string | null
  readonly decisions: readonly PresentedDecision[]
}

interface PresentedGate {
  readonly gate: string
  readonly verdict: string
  readonly blocking: boolean
  readonly command: string | null
  /** The result in one sentence; empty for a plain pass. */
  readonly words: string
  readonly excused?: GateResult['excused']
}

interface PresentedDecision {
  readonly decision: TaskDecisionName
  /** Whether it is refused without a text. */
  readonly needs_text: boolean
  readonly words: string
  readonly command: string
}

/** Everything that a human needs for a decision about one task. */
export function presentationOf(state: RunState, run: TaskRun): ReviewPresentation {
  const full = viewTaskInFull(state, run)
  const record = taskRecord(state, run)
  const attempt = lastAttempt(run)
  const receipt = attempt?.receipt ?? null
  const changes = (attempt && draftOf(attempt)?.changes) ?? []
  const paths = (status: FileChange['status']) =>
    changes.filter(change => change.status === status).map(({ path }) => path)
  return {
    task: run.task.id,
    title: run.task.title,
    state: full.state,
    tier: full.tier,
    tier_reasons: full.tier_reasons,
    reason: reasonFor(state, run),
    escalation: escalationOf(state, run),
    files: { added: paths('added'), modified: paths('modified'), deleted: paths('deleted') },
    approach: approachOf(run),
    agent: attempt?.agent ?? null,
    criteria: full.criteria,
    gates: (receipt?.gates ?? []).map(presentedGate),
    basis: receipt && basisWords(receipt),
    risks: record.known_risks,
    rollback: record.review_notes?.rollback ?? null,
    cost: {
      usd: full.cost_usd,
      words: moneyWords(together(launchCosts(run))),
      attempts: run.attempts.length,
      duration_ms: record.duration_ms,
    },
    proposed_text: run.rewrite ? changedLines(run.rewrite.before, run.rewrite.after) : null,
    receipt: (receipt && attempt?.receiptHash) || null,
    decisions: openDecisions(state, run).map(decision => ({
      decision,
      needs_text: needsText(decision),
      words: decisionWords(state, run, decision),
      command: `pm-agent ${decision} ${run.task.id}${needsText(decision) ? ' -m "…"' : ''}`,
    })),
  }
}

/** The tasks with an open question, in the order of the plan. */
export const waitingTasks = (state: RunState): readonly TaskRun[] =>
  state.tasks.filter(({ stage }) => stage.is === 'escalated')

/** The consequence of a decision, which is another one where the text of the task is the question. */
function decisionWords(state: RunState, run: TaskRun, decision: TaskDecisionName): string {
  const reason = run.stage.is === 'escalated' ? run.stage.reason : null
  const isAboutText = reason === 'rejected' || reason === 'rewriting' || reason === 'text-proposed'
  if (decision === 'approve' && reason === 'text-proposed') return 'take the new text'
  if (decision === 'retry' && isAboutText) return 'keep its text, and let an agent go on with it'
  if (decision === 'reject' && reason === 'text-proposed') return 'let the planner write another text'
  if (decision === 'reject' && mayRewrite(state, run))
    return 'the task itself is wrong: the planner writes another text, which is shown to you'
  return DECISION_WORDS[decision]
}

const DECISION_WORDS: Readonly<Record<TaskDecisionName, string>> = {
  approve: 'let it land',
  revise: 'send it back to its agent with the changes you want',
  reject: 'the task itself is wrong: it waits until you edit its text',
  pause: 'decide later: the run ends, pm-agent run continues it',
  retry: 'let an agent continue it',
  skip: 'leave it out and continue without it',
  waive: 'let it land despite a failed check; it is called waived',
}

/** The newest explanation that an agent gave. */
function approachOf({ attempts }: TaskRun): string | null {
  const reports = attempts.flatMap(({ ended }) => (ended?.reading.is === 'valid' ? [ended.reading.report] : []))
  const report = reports.findLast(({ summary, reviewNote }) => (summary || reviewNote?.summary || '').trim() !== '')
  if (!report) return null
  const parts = [report.summary.trim(), report.reviewNote?.summary.trim() ?? ''].filter(Boolean)
  return [...new Set(parts)].join(' ')
}

function presentedGate(gate: GateResult): PresentedGate {
  const { verdict, blocking, command, excused } = gate
  const words = verdict === 'passed' && gate.flaky === undefined ? '' : summaryOf(gate)
  return { gate: gate.gate, verdict, blocking, command, words, ...(excused ? { excused } : {}) }
}
