import { releaseProblems } from '../handover/release-problem.ts'
import type { Effect } from '../run/effect.ts'
import type { RunState } from '../run/state.ts'
import { finalReviewerOf } from './final-reviewer.ts'
import { currentRelease, landingsIn, lastFinalReview } from './reviewed.ts'

/**
 * The effects once every task has ended: the final review, the release gate, the manifest, and the end of the run. Tasks that
 * a review or the gate opens have not ended, so the run goes back to them by itself. Quick mode ends at once.
 */
export const closingEffects = (state: RunState): readonly Effect[] =>
  state.config.quick ? FINISH : (reviewEffects(state) ?? gateEffects(state) ?? FINISH)

const FINISH: readonly Effect[] = [{ type: 'finish-run' }]

/** The final review; null if every landing was reviewed, or no reviewer is available. */
function reviewEffects(state: RunState): readonly Effect[] | null {
  if (!isReviewDue(state)) return null
  const agent = finalReviewerOf(state.config)?.name
  const trouble = agent === undefined ? undefined : state.troubles.get(agent)
  if (agent !== undefined && trouble?.paused && trouble.until !== null)
    return [{ type: 'await-agent', agent, until: trouble.until }]
  return [{ type: 'review-branch', tip: state.tip!, number: state.release.reviews.length + 1 }]
}

/**
 * The release gate on the current tip, then its manifest; null if it is written, or if nothing landed. Empty while a red gate
 * waits for a human: there is no release with a red gate, and no end of the run without a release.
 */
function gateEffects(state: RunState): readonly Effect[] | null {
  const { gate } = state.release
  if (landingsIn(state) === 0 || currentRelease(state)) return null
  const tip = state.tip!
  if (gate?.proof.tip !== tip) return [{ type: 'prove-release', tip }]
  return releaseProblems(state, gate.proof).length > 0 ? [] : [{ type: 'write-release', tip }]
}

/** Whether code landed that no review has covered. */
export function isReviewDue(state: RunState): boolean {
  const last = lastFinalReview(state)
  return !state.config.quick && (last === null || landingsIn(state) > last.landings)
}
