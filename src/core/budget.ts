import { agentFor } from './assignment.ts'
import { allCosts, dollars, type LaunchCost, type Purpose, together } from './cost.ts'
import type { AttemptKind } from './event.ts'
import type { RunState, TaskRun } from './state.ts'

/**
 * The money of a run. A launch is predicted to cost as much as the dearest one so far of its agent for that purpose, with
 * the judge of its work where one has cost something before; of the first ones nothing is known. It begins only when that
 * fits into what is left after everything that is under way was taken off as well.
 */
export interface Purse {
  /** Null where no limit is set: journals of before have none. */
  readonly leftUsd: number | null
  /** What the next launch for a task is expected to cost; null for agents whose launches nobody can price. */
  readonly expectUsd: (run: TaskRun, kind: AttemptKind) => number | null
}

const purses = new WeakMap<RunState, Purse>()

/** Counted once per state: asked task by task, a long plan would take minutes to show. */
export function purseOf(state: RunState): Purse {
  const known = purses.get(state)
  if (known) return known
  const purse = countPurse(state)
  purses.set(state, purse)
  return purse
}

function countPurse(state: RunState): Purse {
  const limit = state.opened.config.limits.usdPerRun ?? null
  const costs = limit === null ? [] : allCosts(state)
  const expectUsd = (run: TaskRun, kind: AttemptKind): number | null => {
    const worker = dearest(costs, agentFor(state, run).name, kind === 'fix' ? 'fix' : 'build')
    return worker === null ? null : worker + judging(state, costs)
  }
  if (limit === null) return { leftUsd: null, expectUsd }
  const reserved = state.tasks.reduce((sum, run) => sum + underWayUsd(state, run, costs, expectUsd), 0)
  return { leftUsd: limit - (together(costs).usd ?? 0) - reserved, expectUsd }
}

/** What is under way will cost something yet. */
function underWayUsd(
  state: RunState,
  run: TaskRun,
  costs: readonly LaunchCost[],
  expectUsd: Purse['expectUsd'],
): number {
  const { stage } = run
  if (stage.is === 'working') return expectUsd(run, run.attempts.at(-1)!.kind) ?? 0
  return stage.is === 'drafted' || stage.is === 'proving' ? judging(state, costs) : 0
}

const judging = ({ opened }: RunState, costs: readonly LaunchCost[]): number =>
  opened.config.judge ? (dearest(costs, opened.config.judge.name, 'judge') ?? 0) : 0

/** 0 while nothing is known, and null when launches have ended and none of them could be priced. */
function dearest(costs: readonly LaunchCost[], agent: string, purpose: Purpose): number | null {
  const own = costs.filter(cost => cost.agent === agent)
  const priced = own.filter(({ usd }) => usd !== null)
  if (own.length > 0 && priced.length === 0) return null
  const alike = priced.filter(cost => cost.purpose === purpose)
  return Math.max(0, ...(alike.length > 0 ? alike : priced).map(({ usd }) => usd!))
}

/** Whether a launch that is expected to cost so much may begin. What nobody can price, the limit cannot bind. */
export const fits = (leftUsd: number | null, expectedUsd: number | null): boolean =>
  leftUsd === null || expectedUsd === null || (leftUsd > 0 && expectedUsd <= leftUsd)

/** Why a task is not begun although its turn has come; null when money is not the reason. */
export function budgetWords(state: RunState, run: TaskRun): string | null {
  if (run.stage.is !== 'queued') return null
  const { leftUsd, expectUsd } = purseOf(state)
  const expected = expectUsd(run, run.stage.kind)
  if (fits(leftUsd, expected)) return null
  return `the next launch may cost ${dollars(expected!)}, and ${dollars(Math.max(0, leftUsd!))} of the budget of ${dollars(state.opened.config.limits.usdPerRun!)} is left`
}
