import { type Blocker, blockersOf } from '../decisions/blockers.ts'
import { type ReleaseView, releaseView } from '../handover/release-view.ts'
import { RELEASE_QUESTION, releaseQuestion } from '../handover/release-words.ts'
import { deciderName } from '../journal/decider.ts'
import { type PlanQuestionWords, planQuestions, planQuestionWords } from '../living/plan-question.ts'
import { allCosts, byPurpose, launchCosts, type MoneyView, moneyView, moneyWords, together } from '../money/cost.ts'
import { hasOwnWork } from '../plan/hierarchy.ts'
import type { Criterion } from '../plan/plan.ts'
import { type FlakySeen, flakyChecks } from '../proof/flaky-checks.ts'
import { isProven, refusals, summaryOf } from '../proof/receipt.ts'
import type { Waiver } from '../proof/waiver.ts'
import { type FinalReviewView, finalReviewView } from '../release/final-review-view.ts'
import { type Phase, phaseOf } from '../release/phase.ts'
import { isJudgeOff } from '../review/planned-looks.ts'
import { tieringOf } from '../risk/task-tier.ts'
import { reasonWords } from '../risk/tier-words.ts'
import { pauseWords } from '../run/agent-pause.ts'
import { type Attempt, lastAttempt, type RunState, type TaskRun } from '../run/state.ts'
import { reviewerOf } from '../settings/judge.ts'
import { type Strength, strengthOf } from '../strength/strength.ts'
import { passedCriteria } from './bookkeeping.ts'
import { type Escalation, escalationOf } from './escalation.ts'
import { insideOfParent, reasonFor, taskStatus } from './status.ts'
import { type RiskView, runRecord, taskRecord } from './task-record.ts'

/** The data of a run for every surface. Names are those of the documented JSON. */
export interface RunView {
  readonly run: {
    readonly id: string
    readonly plan: string
    readonly title: string
    readonly phase: Phase
    readonly branch: string
    readonly base: string | null
    readonly head: string | null
    readonly published: boolean
    readonly unpublished_because: string | null
    readonly halted: { readonly problem: string; readonly hints: readonly string[] } | null
    readonly stopped: boolean
    /** Who paused the run, and at which task; null if nobody did. */
    readonly paused_by: { readonly by: string; readonly task: string } | null
    /** Paused agents; without a time, until a human continues the run. */
    readonly paused: readonly {
      readonly agent: string
      readonly reason: string
      readonly until: string | null
      readonly words: string
    }[]
    readonly sandbox: string | null
    /** Commands that do not simply pass on the base, each with the meaning. */
    readonly base_checks: readonly { readonly gate: string; readonly verdict: string; readonly evidence: string }[]
    readonly flaky: readonly FlakySeen[]
    /** The known cost; null if unknown. `cost` shows whether it is complete. */
    readonly cost_usd: number | null
    readonly cost: MoneyView & {
      readonly words: string
      readonly budget_usd: number | null
      readonly by_purpose: ReturnType<typeof byPurpose>
    }
    /** The judge: `off` by the settings, the named one, or null where only coding agents have one (their own program). */
    readonly judge: string | null
    readonly reviewer: string | null
    /** When a human looks. */
    readonly review: string
    readonly plan_id: string
    readonly baseline_sha: string | null
    readonly current_sha: string | null
    readonly unresolved_risks: readonly RiskView[]
    readonly checkpoint_tags: readonly string[]
    /** The review of the whole branch at the end; null before it, and in quick mode. */
    readonly final_review: FinalReviewView | null
    /** The release gate and its manifest; null before it ran. */
    readonly release: ReleaseView | null
    /** The pull request that the run follows; absent for a local run. */
    readonly pull_request?: { readonly number: number; readonly url: string }
    readonly rehearsal?: true
  }
  readonly tasks: readonly TaskView[]
  readonly escalations: readonly (Escalation & { readonly task: string })[]
  /** Edits of the plan that the run does not take over by itself. */
  readonly plan_questions: readonly PlanQuestionWords[]
  readonly waiting_for: readonly string[]
  /** Every open task with what it waits for, once nothing goes on without a human; empty before. */
  readonly blockers: readonly Blocker[]
}

export interface TaskView {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly outcome: string | null
  readonly reason: string | null
  readonly tier: string
  /** The reasons for its tier; empty for the usual one. */
  readonly tier_reasons: readonly string[]
  readonly depends_on: readonly string[]
  readonly parent: string | null
  /** For a parent: its document, and how many of the tasks inside it are completed. */
  readonly sub_plan?: string
  readonly progress?: { readonly done: number; readonly of: number; readonly skipped: number }
  /** A parent without work of its own: it is no task to count. */
  readonly group?: true
  readonly attempts: number
  readonly commit: string | null
  readonly gates: readonly GateView[]
  /** What the tests of its change notice; null if it was not measured. */
  readonly strength: Strength | null
  /** Approvals and waivers by humans; absent if there are none. */
  readonly decisions?: readonly DecisionView[]
}

interface GateView {
  readonly gate: string
  readonly verdict: string
  readonly evidence: string
  /** The person who let it pass, and whether it was a question or a check. */
  readonly excused?: { readonly by: string; readonly weak?: true; readonly as: string }
}

/** An approval or a waiver: person, reason, and the exact results that it covers. */
interface DecisionView {
  readonly as: string
  readonly by: string
  /** Made without a terminal and without a sandbox, so that an agent could have made it. */
  readonly weak: boolean
  /** The hash of its receipt. */
  readonly receipt: string | null
  readonly note: string
  readonly covers: readonly {
    readonly gate: string
    readonly verdict: string
    readonly tests: readonly string[]
    readonly paths: readonly string[]
  }[]
}

/** `Buffer management, 3 of 3`. */
export function titleWords({ title, progress }: TaskView): string {
  if (!progress) return title
  if (progress.of === 0) return `${title}, not planned yet`
  const skipped = progress.skipped > 0 ? ` (${progress.skipped} skipped)` : ''
  return `${title}, ${progress.done} of ${progress.of}${skipped}`
}

/** A run without its tasks: a long plan shows few of them. */
export type RunHead = Omit<RunView, 'tasks'>

export const viewRun = (state: RunState): RunView => ({
  ...viewHead(state),
  tasks: state.tasks.map(run => viewTask(state, run)),
})

export function viewHead(state: RunState): RunHead {
  const { opened, pullRequest: link } = state
  const costs = allCosts(state)
  const ofTasks = state.tasks.flatMap(run =>
    [escalationOf(state, run)].flatMap(asked => (asked ? [{ task: run.task.id as string, ...asked }] : [])),
  )
  const questions = planQuestions(state).map(question => planQuestionWords(state, question))
  const release = releaseQuestion(state)
  const escalations = release ? [...ofTasks, { task: RELEASE_QUESTION, ...release }] : ofTasks
  return {
    run: {
      id: opened.runId,
      plan: opened.place.path,
      title: state.plan.title,
      phase: phaseOf(state),
      branch: opened.branch,
      base: opened.base,
      head: state.tip,
      published: state.tip !== null && state.published === state.tip,
      unpublished_because: state.unpublished ? state.unpublished.detail : null,
      halted: state.halted,
      stopped: state.stopped,
      paused_by: state.paused && { by: deciderName(state.paused), task: state.paused.task },
      paused: pausedAgents(state),
      sandbox: lastSandbox(state),
      base_checks: (state.baseline?.baseline.gates ?? [])
        .filter(({ verdict }) => verdict !== 'passed')
        .map(({ gate, verdict, evidence }) => ({ gate, verdict, evidence })),
      flaky: flakyChecks(state),
      cost_usd: together(costs).usd,
      cost: {
        ...moneyView(costs),
        words: moneyWords(together(costs)),
        budget_usd: state.config.limits.usdPerRun,
        by_purpose: byPurpose(costs),
      },
      judge: isJudgeOff(state.config) ? 'off' : (state.config.judge?.name ?? null),
      reviewer: reviewerOf(state.config)?.name ?? null,
      review: state.config.review ?? 'auto',
      ...runRecord(state),
      final_review: finalReviewView(state),
      release: releaseView(state),
      ...(link ? { pull_request: { number: link.number, url: link.url } } : {}),
      ...(opened.rehearsal ? { rehearsal: true } : {}),
    },
    escalations,
    plan_questions: questions,
    waiting_for: [
      ...(state.halted ? [state.halted.problem] : []),
      ...(state.finished ? [] : pausedAgents(state).map(({ words }) => words)),
      ...escalations.map(escalation => escalation.problem),
      ...questions.map(({ problem }) => problem),
    ],
    blockers: blockersOf(state),
  }
}

const pausedAgents = ({ troubles }: RunState): RunView['run']['paused'] =>
  [...troubles].flatMap(([agent, trouble]) => {
    if (!trouble.paused) return []
    const { reason, until } = trouble
    const time = until === null ? null : new Date(until).toISOString()
    return [{ agent, reason, until: time, words: pauseWords(agent, trouble) }]
  })

const lastSandbox = (state: RunState): string | null =>
  state.tasks.flatMap(run => run.attempts.flatMap(attempt => attempt.receipt?.sandbox ?? [])).at(-1) ?? null

/** What decides whether a task is shown. */
export type TaskOutline = Pick<TaskView, 'id' | 'parent' | 'state' | 'sub_plan'>

export const outlineTask = (state: RunState, run: TaskRun): TaskOutline => ({
  id: run.task.id,
  state: taskStatus(state, run),
  parent: aboveOf(run),
  ...(run.task.subPlan === undefined ? {} : { sub_plan: run.task.subPlan }),
})

const aboveOf = ({ added, task }: TaskRun): string | null => added?.parent ?? task.parent ?? null

export function viewTask(state: RunState, run: TaskRun): TaskView {
  const { task, stage } = run
  const { tier, reasons } = tieringOf(state, run)
  return {
    id: task.id,
    title: task.title,
    state: taskStatus(state, run),
    outcome: stage.is === 'completed' ? stage.outcome : null,
    reason: reasonFor(state, run),
    tier,
    tier_reasons: reasons.map(reasonWords),
    depends_on: task.needs,
    parent: aboveOf(run),
    ...insideView(state, run),
    attempts: run.attempts.length,
    commit: stage.is === 'completed' ? stage.commit : null,
    gates: (lastAttempt(run)?.receipt?.gates ?? []).map(({ gate, verdict, evidence, excused }) => ({
      gate,
      verdict,
      evidence,
      ...(excused ? { excused } : {}),
    })),
    strength: strengthOf(lastAttempt(run)?.receipt),
    ...(run.waivers.length > 0 ? { decisions: run.waivers.map(viewDecision) } : {}),
  }
}

function insideView(state: RunState, run: TaskRun): Pick<TaskView, 'sub_plan' | 'progress' | 'group'> {
  const inside = insideOfParent(state, run)
  if (!inside) return {}
  const { done, of, skipped } = inside
  return {
    sub_plan: run.task.subPlan!,
    progress: { done, of, skipped },
    ...(hasOwnWork(run.task) || of === 0 ? {} : { group: true }),
  }
}

const viewDecision = ({ as = 'waived', by, weak, receipt, note, gates }: Waiver): DecisionView => ({
  as,
  by,
  weak: weak === true,
  receipt: receipt ?? null,
  note,
  covers: gates.map(({ gate, verdict, tests = [], paths = [] }) => ({ gate, verdict, tests, paths })),
})

/** Everything about one task: every per-task field of the state store, the attempts and their receipts. */
export function viewTaskInFull(state: RunState, run: TaskRun) {
  const last = lastAttempt(run)
  const report = last?.ended?.reading.is === 'valid' ? last.ended.reading.report : null
  return {
    ...viewTask(state, run),
    ...taskRecord(state, run),
    type: run.task.type,
    kind: run.task.kind,
    launches: run.launches,
    outputs: run.outputs,
    cost_usd: together(launchCosts(run)).usd,
    cost: { ...moneyView(launchCosts(run)), by_purpose: byPurpose(launchCosts(run)) },
    criteria: run.task.criteria.map(criterion => viewCriterion(run, criterion)),
    escalation: escalationOf(state, run),
    claimed: report ? { status: report.status, summary: report.summary, test_results: report.testResults } : null,
    history: run.attempts.map(attempt => viewAttempt(run, attempt)),
  }
}

/** One launch of an agent for a task, its draft, and the result of the proof. */
export const viewAttempt = (run: TaskRun, attempt: Attempt) => ({
  attempt: attempt.number,
  kind: attempt.kind,
  agent: attempt.agent,
  ending: attempt.ended?.ending ?? null,
  draft: attempt.ended?.draft ?? null,
  formatted: attempt.formatted,
  output: attempt.ended?.outputFile ?? null,
  cost: launchCosts(run)
    .filter(cost => cost.attempt === attempt.number)
    .map(({ purpose, agent, model, tokens, usd, isEstimate }) => ({
      purpose,
      agent,
      model,
      tokens,
      usd,
      estimate: isEstimate,
    })),
  proven: attempt.receipt ? isProven(attempt.receipt) : null,
  receipt: attempt.receipt,
  ...(attempt.receiptHash ? { receipt_hash: attempt.receiptHash } : {}),
})

/** A criterion with its evidence and locations. */
export interface CriterionView {
  readonly id: string
  readonly text: string
  readonly verdict: 'PASS' | 'FAIL' | 'UNTESTED'
  /** Its command, or null if no command can show it. */
  readonly command: string | null
  /** The first evidence; null before any check. */
  readonly evidence: string | null
  /** `path:line`: citations of the judge, else related locations in the change. */
  readonly places: readonly string[]
  readonly places_by: 'judge' | 'reading' | null
}

function viewCriterion(run: TaskRun, { id, text, check }: Criterion): CriterionView {
  const receipt = lastAttempt(run)?.receipt
  const gate = receipt?.gates.find(one => one.gate === `criterion:${id}`)
  const read = receipt?.alignment?.find(({ criterion }) => criterion === id)?.places ?? []
  return {
    id,
    text,
    verdict: criterionWord(run, id),
    command: check?.command ?? null,
    evidence: (gate && summaryOf(gate)) || null,
    places: gate?.places ?? read,
    places_by: gate?.places ? 'judge' : read.length > 0 ? 'reading' : null,
  }
}

/** Whether it held on the base, where the whole task existed already. */
const existedWith = ({ decisions }: TaskRun, id: string): boolean =>
  decisions.some(({ fact }) => fact.type === 'task-existed' && fact.facts.criteria.some(tried => tried.id === id))

function criterionWord(run: TaskRun, id: string): 'PASS' | 'FAIL' | 'UNTESTED' {
  const receipt = lastAttempt(run)?.receipt
  if (!receipt) return existedWith(run, id) ? 'PASS' : 'UNTESTED'
  if (passedCriteria(receipt).includes(id)) return 'PASS'
  return refusals(receipt).some(({ gate }) => gate === `criterion:${id}`) ? 'FAIL' : 'UNTESTED'
}
