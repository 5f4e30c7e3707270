import { fitsBudget, purseOf } from '../money/budget.ts'
import type { RunState } from '../run/state.ts'
import type { AgentSpec, Config } from '../settings/config.ts'
import { isModelAgent } from '../settings/judge.ts'
import type { FinalReviewSkip } from './final-review.ts'
import { landingsIn } from './reviewed.ts'

/**
 * The reviewer of the whole branch: the named one, else the judge, else the worker's own CLI in a fresh context. With
 * `judge: never` only a named reviewer is asked.
 */
export function finalReviewerOf({ reviewer, judge, judging, worker, roles }: Config): AgentSpec | null {
  const named = roles?.['final-reviewer']?.agent ?? reviewer
  if (named) return named
  if (judging === 'never') return null
  return judge ?? (worker && isModelAgent(worker) ? worker : null)
}

/** Launches of a reviewer for one review. */
export const REVIEW_LAUNCHES_MAX = 2

/** `spent`: the reviewer was launched as often as it may be, and did not answer. */
type FinalReviewPlan = { readonly ask: AgentSpec } | { readonly skip: FinalReviewSkip } | { readonly spent: AgentSpec }

/** The reviewer to ask now, or the reason not to ask any. */
export function finalReviewPlan(state: RunState): FinalReviewPlan {
  if (landingsIn(state) === 0) return { skip: { reason: 'nothing-landed' } }
  const agent = finalReviewerOf(state.config)
  if (agent === null) return { skip: { reason: 'no-reviewer' } }
  const { reviewing } = state.release
  if (reviewing?.tip === state.tip && reviewing.tries >= REVIEW_LAUNCHES_MAX) return { spent: agent }
  const { leftUsd, expectReviewUsd } = purseOf(state)
  const expectedUsd = expectReviewUsd(agent)
  return fitsBudget(leftUsd, expectedUsd)
    ? { ask: agent }
    : { skip: { reason: 'budget', leftUsd: Math.max(0, leftUsd), expectedUsd: expectedUsd ?? 0 } }
}
