import type { AttemptKind } from '../run/attempt-start.ts'
import type { Attempt, RunState, TaskRun } from '../run/state.ts'
import { agentFor } from '../settings/assignment.ts'
import type { AgentSpec } from '../settings/config.ts'
import { judgeOf, reviewerOf, testerOf } from '../settings/judge.ts'
import { dollars } from '../text/dollars.ts'
import { allCosts, type LaunchCost, type Purpose, together } from './cost.ts'

/** Reserved for a launch of an agent without any known cost so far. */
const FIRST_GUESS_USD = 2

/**
 * The budget of a run. The predicted cost of a launch is that of the most expensive launch so far of its agent for that
 * purpose, plus tester, judge and reviewer of its work; without any, two dollars, but never more than the unspent amount, so that one
 * launch shows what a small budget is worth. A launch begins only if its prediction fits into the amount left after
 * everything in progress is subtracted.
 */
export interface Purse {
  readonly leftUsd: number
  /** The predicted cost of the next launch for a task; null for agents whose launches have no price. */
  readonly expectUsd: (run: TaskRun, kind: AttemptKind) => number | null
  /** The same for a review of the whole branch. */
  readonly expectReviewUsd: (agent: AgentSpec) => number | null
  /** The same for a question to the planner. */
  readonly expectPlanUsd: (agent: AgentSpec) => number | null
  /** The same for a diagnosis. */
  readonly expectDiagnosisUsd: (agent: AgentSpec) => number | null
  /** Whether a judge or reviewer whose answer is missing may be launched once more for the same work. */
  readonly mayAskAgain: (agent: string, purpose: Purpose) => boolean
  /** Whether that is a guess. */
  readonly isGuess: (run: TaskRun) => boolean
}

const purses = new WeakMap<RunState, Purse>()

/** Computed once per state: per task, a long plan would take minutes to show. */
export function purseOf(state: RunState): Purse {
  const known = purses.get(state)
  if (known) return known
  const purse = countPurse(state)
  purses.set(state, purse)
  return purse
}

function countPurse(state: RunState): Purse {
  const { config } = state
  const { limits } = config
  const costs = allCosts(state)
  const unspentUsd = limits.usdPerRun - (together(costs).usd ?? 0)
  const reader = (agent: AgentSpec | null, purpose: Purpose) => (agent && expected(costs, agent, purpose)) ?? NOTHING
  const reviewing = reader(reviewerOf(config), 'review')
  // Its tests are kept for later attempts; and where it was not asked about shown work, its tests could not run at all.
  const isTested = !shownWithoutTester(state)
  const testing = ({ task, attempts }: TaskRun): Expected =>
    isTested && !attempts.some(wasTested) ? reader(testerOf(config, task), 'test') : NOTHING
  const readingOf = (run: TaskRun): Expected =>
    plus(testing(run), plus(reader(judgeOf(config, run.task), 'judge'), reviewing))
  const bounded = ({ usd, guessUsd }: Expected): number => usd + Math.min(guessUsd, Math.max(0, unspentUsd - usd))
  const expectUsd = (run: TaskRun, kind: AttemptKind): number | null => {
    const worker = expected(costs, agentFor(state, run), kind === 'implement' ? 'build' : 'fix')
    if (worker === null) return null
    return bounded(plus(worker, readingOf(run)))
  }
  const expectAlone =
    (purpose: Purpose) =>
    (agent: AgentSpec): number | null => {
      const alone = expected(costs, agent, purpose)
      return alone && bounded(alone)
    }
  const isGuess = (run: TaskRun): boolean => (expected(costs, agentFor(state, run), 'build')?.guessUsd ?? 0) > 0
  /** Launches in progress will still cost something. */
  const underWayUsd = (run: TaskRun): number => {
    const { is } = run.stage
    if (is === 'working') return expectUsd(run, run.attempts.at(-1)!.kind) ?? 0
    return is === 'drafted' || is === 'proving' ? bounded(readingOf(run)) : 0
  }
  const leftUsd = state.tasks.reduce((left, run) => left - underWayUsd(run), unspentUsd)
  // The launch is set aside as long as the work is being proven.
  const mayAskAgain = (agent: string, purpose: Purpose): boolean =>
    leftUsd >= 0 || !costs.some(cost => cost.agent === agent && cost.purpose === purpose && cost.usd !== null)
  const alone = {
    expectReviewUsd: expectAlone('review'),
    expectPlanUsd: expectAlone('plan'),
    expectDiagnosisUsd: expectAlone('diagnose'),
  }
  return { leftUsd, expectUsd, ...alone, mayAskAgain, isGuess }
}

const wasTested = ({ judges }: Attempt): boolean => judges.some(({ role }) => role === 'tester')

const shownWithoutTester = ({ tasks }: RunState): boolean => {
  const attempts = tasks.flatMap(run => run.attempts)
  return attempts.some(({ receipt }) => receipt?.basis === 'red-green') && !attempts.some(wasTested)
}

/** Observed costs of launches, and guesses where there are none. */
interface Expected {
  readonly usd: number
  readonly guessUsd: number
}
const NOTHING: Expected = { usd: 0, guessUsd: 0 }
const plus = (one: Expected, other: Expected): Expected => ({
  usd: one.usd + other.usd,
  guessUsd: one.guessUsd + other.guessUsd,
})

/** Null if launches have ended and none of them could be priced. */
function expected(costs: readonly LaunchCost[], agent: AgentSpec, purpose: Purpose): Expected | null {
  const own = costs.filter(cost => cost.agent === agent.name)
  if (own.length === 0) return tellsCost(agent) ? { usd: 0, guessUsd: FIRST_GUESS_USD } : NOTHING
  const priced = own.filter(({ usd }) => usd !== null)
  if (priced.length === 0) return null
  const alike = priced.filter(cost => cost.purpose === purpose)
  return { usd: Math.max(0, ...(alike.length > 0 ? alike : priced).map(({ usd }) => usd!)), guessUsd: 0 }
}

/** The cost of a user's own command, and of a script, is never known. */
const tellsCost = ({ is }: AgentSpec): boolean => is !== 'command' && is !== 'scripted'

/** Whether a launch with this predicted cost may begin. A limit cannot apply to launches without a price. */
export const fitsBudget = (leftUsd: number, expectedUsd: number | null): boolean =>
  expectedUsd === null || (leftUsd > 0 && expectedUsd <= leftUsd)

/** Why a task does not begin although it is next; null if the budget is not the reason. */
export function budgetWords(state: RunState, run: TaskRun): string | null {
  if (run.stage.is !== 'queued') return null
  const { leftUsd, expectUsd, isGuess } = purseOf(state)
  const expectedUsd = expectUsd(run, run.stage.kind)
  if (fitsBudget(leftUsd, expectedUsd)) return null
  const left = `${dollars(Math.max(0, leftUsd))} of the budget of ${dollars(state.config.limits.usdPerRun)} is left`
  return isGuess(run)
    ? `what a launch costs is not known yet, and ${left} beside what is set aside for others`
    : `the next launch may cost ${dollars(expectedUsd!)}, and ${left}`
}
