import type { Attempt, RunState, TaskRun } from '../run/state.ts'
import type { ReaderRole } from '../settings/role.ts'
import { dollars } from '../text/dollars.ts'
import type { Meter, Tokens } from './meter.ts'
import { estimateUsd } from './prices.ts'

/** The purpose of a launch. */
const PURPOSES = ['build', 'fix', 'test', 'judge', 'review', 'plan', 'diagnose'] as const
export type Purpose = (typeof PURPOSES)[number]

/** One launch of an agent and its usage, as far as known. */
export interface LaunchCost {
  readonly attempt: number
  readonly purpose: Purpose
  readonly agent: string
  readonly model: string | null
  readonly tokens: Tokens | null
  /** Null if not reported and no price is known: unknown is not 0. */
  readonly usd: number | null
  /** Whether the price is from our list, not from the vendor. */
  readonly isEstimate: boolean
}

/** The total usage of several launches. */
export interface Money {
  /** Of known launches; null if there is none. */
  readonly usd: number | null
  readonly tokens: Tokens | null
  /** Whether some launches are missing, because their usage is unknown. */
  readonly isAtLeast: boolean
  readonly isEstimate: boolean
}

const NO_COSTS: readonly LaunchCost[] = []
const costsOf = new WeakMap<TaskRun, readonly LaunchCost[]>()

/** Every finished launch for a task, in order. A meter that continues over a session is split into its launches. */
export function launchCosts(run: TaskRun): readonly LaunchCost[] {
  if (run.attempts.length === 0) return NO_COSTS
  const known = costsOf.get(run)
  if (known) return known
  const sessions = new Map<string, Pick<Meter, 'tokens' | 'costUsd'>>()
  const costs = run.attempts.flatMap(attempt => [
    ...(attempt.ended ? [attemptCost(attempt, sessions)] : []),
    ...attempt.judges.map(({ agent, role, meter }) =>
      priced({ attempt: attempt.number, purpose: purposeOf(role), agent }, meter),
    ),
  ])
  costsOf.set(run, costs)
  return costs
}

/** Every finished launch of a run: for its tasks, for planning, for diagnoses, then for reviews of the whole branch. */
export const allCosts = (state: RunState): readonly LaunchCost[] => [
  ...state.tasks.flatMap(launchCosts),
  ...state.replanning.launches.map(({ agent, meter }, at) =>
    priced({ attempt: at + 1, purpose: 'plan', agent }, meter),
  ),
  ...state.integration.launches.map(({ agent, meter }, at) =>
    priced({ attempt: at + 1, purpose: 'diagnose', agent }, meter),
  ),
  ...state.release.launches.map(({ review, agent, meter }) =>
    priced({ attempt: review, purpose: 'review', agent }, meter),
  ),
]

/** The purpose of a launch about finished work. */
export const purposeOf = (role: ReaderRole | undefined): Purpose =>
  role === undefined ? 'judge' : role === 'tester' ? 'test' : 'review'

function attemptCost(attempt: Attempt, sessions: Map<string, Pick<Meter, 'tokens' | 'costUsd'>>): LaunchCost {
  const { meter, session } = attempt.ended!
  const launch = {
    attempt: attempt.number,
    purpose: attempt.kind === 'implement' ? 'build' : 'fix',
    agent: attempt.agent,
  } as const
  if (!meter) return priced(launch, undefined)
  // Only an agent that really resumed the given session has continued its count.
  const before = session !== null && session === attempt.session ? sessions.get(session) : undefined
  if (session !== null) sessions.set(session, meter)
  return priced(launch, {
    ...meter,
    tokens: meter.tokensOver === 'session' ? tokensSince(meter.tokens, before?.tokens) : meter.tokens,
    costUsd: meter.costOver === 'session' ? since(meter.costUsd, before?.costUsd) : meter.costUsd,
  })
}

/** The increase; a smaller count than before means that it started over. */
const since = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before === null || before === undefined || now < before ? now : now - before

function tokensSince(now: Tokens | null, before: Tokens | null | undefined): Tokens | null {
  if (!now || !before || now.input < before.input || now.output < before.output) return now
  return {
    input: now.input - before.input,
    cached: Math.max(0, now.cached - before.cached),
    output: now.output - before.output,
  }
}

/** A launch with its price: as reported, else from our list. */
export function priced(
  launch: Pick<LaunchCost, 'attempt' | 'purpose' | 'agent'>,
  meter: Meter | undefined,
): LaunchCost {
  const { model = null, tokens = null, costUsd = null } = meter ?? {}
  const estimate = costUsd === null && tokens ? estimateUsd(model, tokens) : null
  return { ...launch, model, tokens, usd: costUsd ?? estimate, isEstimate: estimate !== null }
}

/** The sum of known costs, and whether it is complete. */
export function together(costs: readonly LaunchCost[]): Money {
  const usd = costs.flatMap(cost => cost.usd ?? [])
  const tokens = costs.flatMap(cost => cost.tokens ?? [])
  return {
    usd: usd.length > 0 ? usd.reduce((sum, one) => sum + one, 0) : null,
    tokens: tokens.length > 0 ? tokens.reduce(added) : null,
    isAtLeast: usd.length > 0 && usd.length < costs.length,
    isEstimate: costs.some(({ isEstimate }) => isEstimate),
  }
}

const added = (one: Tokens, other: Tokens): Tokens => ({
  input: one.input + other.input,
  cached: one.cached + other.cached,
  output: one.output + other.output,
})

/** `at least $1.20 (estimate)`, or unknown. */
export function moneyWords({ usd, isAtLeast, isEstimate }: Money): string {
  if (usd === null) return 'unknown'
  return `${isAtLeast ? 'at least ' : ''}${dollars(usd)}${isEstimate ? ' (estimate)' : ''}`
}

/** `1.2M in (800k cached), 30k out`. */
export const tokenWords = ({ input, cached, output }: Tokens): string =>
  `${short(input + cached)} in${cached > 0 ? ` (${short(cached)} cached)` : ''}, ${short(output)} out`

const short = (count: number): string =>
  count < 1000
    ? String(count)
    : count < 1_000_000
      ? `${Math.round(count / 1000)}k`
      : `${(count / 1_000_000).toFixed(1)}M`

/** Money in the form of every JSON document. */
export interface MoneyView {
  readonly usd: number | null
  readonly at_least: boolean
  readonly estimate: boolean
  readonly tokens: Tokens | null
}

export const moneyView = (costs: readonly LaunchCost[]): MoneyView => {
  const { usd, isAtLeast, isEstimate, tokens } = together(costs)
  return { usd, at_least: isAtLeast, estimate: isEstimate, tokens }
}

/** The same by purpose; empty purposes are left out. */
export const byPurpose = (costs: readonly LaunchCost[]): Readonly<Partial<Record<Purpose, MoneyView>>> =>
  Object.fromEntries(
    PURPOSES.flatMap(purpose => {
      const own = costs.filter(cost => cost.purpose === purpose)
      return own.length > 0 ? [[purpose, moneyView(own)]] : []
    }),
  )
