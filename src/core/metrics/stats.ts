/** Success metrics over all runs of a repository, derived from their journals. */
import { allCosts, together } from '../money/cost.ts'
import type { Task } from '../plan/plan.ts'
import { unprovenClaims } from '../proof/claims.ts'
import { fixRate } from '../proof/fix-rate.ts'
import { blockers, type GateResult, type Receipt, refusals } from '../proof/receipt.ts'
import { lastAttempt, type RunState, type TaskRun } from '../run/state.ts'

/** A part of a whole; the rate is null where the whole is nothing. */
export interface Share {
  readonly count: number
  readonly of: number
  readonly rate: number | null
}

export interface Metrics {
  readonly runs: number
  readonly tasks: {
    readonly total: number
    readonly completed: number
    readonly proven: number
    readonly waived: number
  }
  /** Completed although a test of its proof failed and was not waived: has to be 0. */
  readonly completed_with_failing_tests: number
  /** Test commands that passed in the last proof, of all that ran there, over completed tasks. */
  readonly tests_passing: Share
  /** Fix attempts that turned what had failed green. */
  readonly fix_rate: Share
  /** Tasks with a refused proof that were completed without a human. */
  readonly autonomous_recovery: Share
  /** Claims of success that a check refuted, by the check. */
  readonly false_claims: { readonly total: number; readonly by_kind: Readonly<Record<string, number>> }
  /** Time of proofs, of the time of agents and proofs together. */
  readonly proof_time: Share
  /** The same beside the time of agents alone: how much proofs add. */
  readonly proof_adds: number | null
  /** Money for judges, of all money that is known, in US dollars. */
  readonly proof_money: Share
  /** Completed tasks with a check that a human waived. */
  readonly waived: Share
  /** Proofs of work in which no test was found to run. */
  readonly tests_not_discovered: Share
  /** Plans with more than three levels of sub-plans, of those that have any. */
  readonly deep_plans: Share
  readonly cost_usd: number | null
  readonly cost_per_proven_task_usd: number | null
  readonly warnings: readonly Warning[]
}

/** A metric that is beyond the value from which on the design of the work wants another look. */
export interface Warning {
  readonly metric:
    | 'completed_with_failing_tests'
    | 'tests_passing'
    | 'fix_rate'
    | 'autonomous_recovery'
    | 'proof_adds'
    | 'waived'
    | 'tests_not_discovered'
    | 'deep_plans'
  readonly value: number
  readonly threshold: number
}

/** The values above or below which a warning is shown. */
const THRESHOLDS = {
  tests_passing: 1,
  fix_rate: 0.5,
  autonomous_recovery: 0.8,
  proof_adds: 0.3,
  waived: 0.1,
  tests_not_discovered: 0.2,
  deep_plans: 0.2,
} as const

const LEVELS_MAX = 3

const share = (count: number, of: number): Share => ({ count, of, rate: of === 0 ? null : count / of })
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export function metricsOf(states: readonly RunState[]): Metrics {
  const runs = states.flatMap(({ tasks }) => tasks)
  const completed = runs.filter(({ stage }) => stage.is === 'completed' && stage.outcome !== 'existed')
  const withOutcome = (outcome: string) =>
    completed.filter(({ stage }) => stage.is === 'completed' && stage.outcome === outcome)
  const proven = withOutcome('proven').length
  const waived = withOutcome('waived').length
  const fixes = states.map(fixRate)
  const troubled = runs.filter(
    run => run.attempts.some(({ receipt }) => receipt && refusals(receipt).length > 0) && hasEnded(run),
  )
  const receipts = runs.flatMap(({ attempts }) => attempts.flatMap(({ receipt }) => receipt ?? []))
  const proofMs = sum(receipts.map(({ durationMs }) => durationMs))
  const agentMs = sum(runs.flatMap(({ attempts }) => attempts.map(({ ended }) => ended?.durationMs ?? 0)))
  const costs = states.flatMap(allCosts)
  const { usd } = together(costs)
  const judged = together(costs.filter(({ purpose }) => purpose === 'judge')).usd ?? 0
  const tested = runs.filter(needsTests).flatMap(run => lastAttempt(run)?.receipt ?? [])
  const metrics = {
    runs: states.length,
    tasks: { total: runs.length, completed: completed.length, proven, waived },
    completed_with_failing_tests: completed.filter(hasFailingTests).length,
    tests_passing: testsPassing(completed),
    fix_rate: share(sum(fixes.map(({ fixed }) => fixed)), sum(fixes.map(({ attempts }) => attempts))),
    autonomous_recovery: share(troubled.filter(isRecovered).length, troubled.length),
    false_claims: falseClaims(states),
    proof_time: share(proofMs, proofMs + agentMs),
    proof_adds: agentMs === 0 ? null : proofMs / agentMs,
    proof_money: share(judged, usd ?? 0),
    waived: share(waived, completed.length),
    tests_not_discovered: share(tested.filter(receipt => !ranTests(receipt)).length, tested.length),
    deep_plans: deepPlans(states),
    cost_usd: usd,
    cost_per_proven_task_usd: usd === null || proven === 0 ? null : usd / proven,
  }
  return { ...metrics, warnings: warningsOf(metrics) }
}

const hasEnded = ({ stage }: TaskRun): boolean =>
  stage.is === 'completed' || stage.is === 'escalated' || stage.is === 'skipped'

/** What only a human says about a task. */
const HUMAN: ReadonlySet<string> = new Set([
  'task-retried',
  'gates-waived',
  'task-approved',
  'task-revised',
  'task-rejected',
  'rewrite-taken',
  'task-told',
  'task-stopped',
])

const isRecovered = ({ stage, decisions }: TaskRun): boolean =>
  stage.is === 'completed' && !decisions.some(({ fact }) => HUMAN.has(fact.type))

const isTest = ({ gate }: GateResult): boolean => gate === 'test' || gate.startsWith('test:')

const hasFailingTests = (run: TaskRun): boolean =>
  (lastAttempt(run)?.receipt?.gates ?? []).some(gate => isTest(gate) && gate.verdict === 'failed' && !gate.excused)

/** How a plan ends: what its own last proofs saw, known failures of the base included. */
function testsPassing(completed: readonly TaskRun[]): Share {
  const ran = completed
    .flatMap(run => lastAttempt(run)?.receipt?.gates ?? [])
    .filter(gate => isTest(gate) && gate.verdict !== 'no-tests' && gate.verdict !== 'not-run')
  return share(ran.filter(({ verdict }) => verdict === 'passed').length, ran.length)
}

const needsTests = ({ task }: TaskRun): boolean => task.type === 'work' && task.tests?.is !== 'none'

const ranTests = ({ gates }: Receipt): boolean =>
  gates.some(gate => isTest(gate) && gate.verdict !== 'no-tests' && gate.verdict !== 'not-run')

function deepPlans(states: readonly RunState[]): Share {
  const levels = states.map(({ tasks }) => levelsBelow(tasks.map(({ task }) => task))).filter(count => count > 0)
  return share(levels.filter(count => count > LEVELS_MAX).length, levels.length)
}

/** The levels of sub-plans below a plan. */
function levelsBelow(tasks: readonly Task[]): number {
  const parents = new Map(tasks.map(({ id, parent }) => [id, parent]))
  const levelOf = (parent: Task['parent']): number => (parent === undefined ? 0 : 1 + levelOf(parents.get(parent)))
  return tasks.reduce((deepest, { parent }) => Math.max(deepest, levelOf(parent)), 0)
}

function falseClaims(states: readonly RunState[]): Metrics['false_claims'] {
  const kinds = states.flatMap(state =>
    unprovenClaims(state).flatMap(({ task, attempt, worth }) => {
      const receipt = state.tasks[state.index.get(task)!]?.attempts.find(({ number }) => number === attempt)?.receipt
      return worth === 'false' && receipt ? [[...new Set(blockers(receipt).map(({ gate }) => gate))]] : []
    }),
  )
  const by: Record<string, number> = {}
  for (const kind of kinds.flat()) by[kind] = (by[kind] ?? 0) + 1
  return { total: kinds.length, by_kind: by }
}

function warningsOf(metrics: Omit<Metrics, 'warnings'>): readonly Warning[] {
  const { fix_rate: fix, autonomous_recovery: recovery, waived, tests_not_discovered: untested } = metrics
  const { deep_plans: deep } = metrics
  const below = (
    metric: 'tests_passing' | 'fix_rate' | 'autonomous_recovery',
    value: number | null,
  ): readonly Warning[] =>
    value !== null && value < THRESHOLDS[metric] ? [{ metric, value, threshold: THRESHOLDS[metric] }] : []
  const above = (
    metric: 'proof_adds' | 'waived' | 'tests_not_discovered' | 'deep_plans',
    value: number | null,
  ): readonly Warning[] =>
    value !== null && value > THRESHOLDS[metric] ? [{ metric, value, threshold: THRESHOLDS[metric] }] : []
  const { completed_with_failing_tests: failing } = metrics
  return [
    ...(failing > 0 ? [{ metric: 'completed_with_failing_tests', value: failing, threshold: 0 } as const] : []),
    ...below('tests_passing', metrics.tests_passing.rate),
    ...below('fix_rate', fix.rate),
    ...below('autonomous_recovery', recovery.rate),
    ...above('proof_adds', metrics.proof_adds),
    ...above('waived', waived.rate),
    ...above('tests_not_discovered', untested.rate),
    ...above('deep_plans', deep.rate),
  ]
}
