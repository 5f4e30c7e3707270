import type { AttemptKind } from '../run/event.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { agentFor } from '../settings/assignment.ts'
import type { AgentSpec } from '../settings/config.ts'
import { dollars } from '../text/dollars.ts'
import { allCosts, type LaunchCost, type Purpose, together } from './cost.ts'

/** Set aside for a launch of an agent of which no launch has told a cost yet. */
const FIRST_GUESS_USD = 2

/**
 * The money of a run. A launch is predicted to cost as much as the dearest one so far of its agent for that purpose, with
 * the judge of its work; before there is any, two dollars, but never more than is not spent yet, so that one launch shows
 * what a small budget is worth. It begins only when that fits into what is left after everything that is under way was
 * taken off as well.
 */
export interface Purse {
  /** Null where no limit is set: journals of before have none. */
  readonly leftUsd: number | null
  /** What the next launch for a task is expected to cost; null for agents whose launches nobody can price. */
  readonly expectUsd: (run: TaskRun, kind: AttemptKind) => number | null
  /** Whether that is a guess. */
  readonly isGuess: (run: TaskRun) => boolean
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
  const { limits, judge } = state.config
  const limit = limits.usdPerRun ?? null
  const costs = limit === null ? [] : allCosts(state)
  const unspentUsd = (limit ?? 0) - (together(costs).usd ?? 0)
  const judging = judge ? (expected(costs, judge, 'judge') ?? NOTHING) : NOTHING
  const bounded = ({ usd, guessUsd }: Expected): number => usd + Math.min(guessUsd, Math.max(0, unspentUsd - usd))
  const expectUsd = (run: TaskRun, kind: AttemptKind): number | null => {
    const worker = expected(costs, agentFor(state, run), kind === 'fix' ? 'fix' : 'build')
    if (worker === null) return null
    return bounded({ usd: worker.usd + judging.usd, guessUsd: worker.guessUsd + judging.guessUsd })
  }
  const isGuess = (run: TaskRun): boolean => (expected(costs, agentFor(state, run), 'build')?.guessUsd ?? 0) > 0
  if (limit === null) return { leftUsd: null, expectUsd, isGuess }
  /** What is under way will cost something yet. */
  const underWayUsd = (run: TaskRun): number => {
    const { is } = run.stage
    if (is === 'working') return expectUsd(run, run.attempts.at(-1)!.kind) ?? 0
    return is === 'drafted' || is === 'proving' ? bounded(judging) : 0
  }
  return { leftUsd: state.tasks.reduce((left, run) => left - underWayUsd(run), unspentUsd), expectUsd, isGuess }
}

/** What launches have shown, and what is guessed where none has. */
interface Expected {
  readonly usd: number
  readonly guessUsd: number
}
const NOTHING: Expected = { usd: 0, guessUsd: 0 }

/** Null when launches have ended and none of them could be priced. */
function expected(costs: readonly LaunchCost[], agent: AgentSpec, purpose: Purpose): Expected | null {
  const own = costs.filter(cost => cost.agent === agent.name)
  if (own.length === 0) return tellsCost(agent) ? { usd: 0, guessUsd: FIRST_GUESS_USD } : NOTHING
  const priced = own.filter(({ usd }) => usd !== null)
  if (priced.length === 0) return null
  const alike = priced.filter(cost => cost.purpose === purpose)
  return { usd: Math.max(0, ...(alike.length > 0 ? alike : priced).map(({ usd }) => usd!)), guessUsd: 0 }
}

/** Of a command line of the user's, and of a script, nobody will ever hear what it cost. */
const tellsCost = ({ is }: AgentSpec): boolean => is !== 'command' && is !== 'scripted'

/** Whether a launch that is expected to cost so much may begin. What nobody can price, the limit cannot bind. */
export const fits = (leftUsd: number | null, expectedUsd: number | null): boolean =>
  leftUsd === null || expectedUsd === null || (leftUsd > 0 && expectedUsd <= leftUsd)

/** Why a task is not begun although its turn has come; null when money is not the reason. */
export function budgetWords(state: RunState, run: TaskRun): string | null {
  if (run.stage.is !== 'queued') return null
  const { leftUsd, expectUsd, isGuess } = purseOf(state)
  const expectedUsd = expectUsd(run, run.stage.kind)
  if (fits(leftUsd, expectedUsd)) return null
  const left = `${dollars(Math.max(0, leftUsd!))} of the budget of ${dollars(state.config.limits.usdPerRun!)} is left`
  return isGuess(run)
    ? `what a launch costs is not known yet, and ${left} beside what is set aside for others`
    : `the next launch may cost ${dollars(expectedUsd!)}, and ${left}`
}
