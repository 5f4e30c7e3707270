import type { Effect } from '../run/effect.ts'
import type { RunState } from '../run/state.ts'
import { finalReviewerOf } from './final-reviewer.ts'
import { landingsIn, lastFinalReview } from './reviewed.ts'

/**
 * The effects once every task has ended: the final review, then the end of the run. Tasks that a review opens have not
 * ended, so the run goes back to them by itself. Quick mode ends at once.
 */
export const closingEffects = (state: RunState): readonly Effect[] =>
  state.config.quick ? FINISH : (reviewEffects(state) ?? FINISH)

const FINISH: readonly Effect[] = [{ type: 'finish-run' }]

/** The final review; null if every landing was reviewed, or nobody could review it. */
function reviewEffects(state: RunState): readonly Effect[] | null {
  if (!isReviewDue(state)) return null
  const agent = finalReviewerOf(state.config)?.name
  const trouble = agent === undefined ? undefined : state.troubles.get(agent)
  if (agent !== undefined && trouble?.paused && trouble.until !== null)
    return [{ type: 'await-agent', agent, until: trouble.until }]
  return [{ type: 'review-branch', tip: state.tip!, number: state.release.reviews.length + 1 }]
}

/** Whether code landed that no review has covered. */
export function isReviewDue(state: RunState): boolean {
  const last = lastFinalReview(state)
  return !state.config.quick && (last === null || landingsIn(state) > last.landings)
}
