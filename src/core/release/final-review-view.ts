import type { RunState } from '../run/state.ts'
import type { BranchFinding, FinalReview } from './final-review.ts'
import { finalReviewWords, verdictWord } from './final-review-words.ts'
import { lastFinalReview } from './reviewed.ts'

/** The final review of a run for every surface. Names are those of the documented JSON. */
export interface FinalReviewView {
  /** SHIP, NEEDS_FIXES, SKIPPED or DEGRADED; null while it is under way. */
  readonly verdict: string | null
  /** The verdict with its reason in one line. */
  readonly words: string
  readonly by: string | null
  readonly summary: string | null
  readonly findings: readonly BranchFinding[]
  /** The reviewed commit. */
  readonly commit: string | null
  /** The number of finished reviews. */
  readonly reviews: number
  /** Tasks that it opened. */
  readonly opened: readonly string[]
}

/** The review under way, else the last one; null if there is none yet. */
export function finalReviewView(state: RunState): FinalReviewView | null {
  const { reviewing, reviews, remediations } = state.release
  const opened = remediations.filter(({ cause }) => cause === 'review').flatMap(({ tasks }) => tasks)
  if (reviewing && !state.finished)
    return {
      verdict: null,
      words: `${reviewing.agent} reviews the whole branch`,
      by: reviewing.agent,
      summary: null,
      findings: [],
      commit: reviewing.tip,
      reviews: reviews.length,
      opened,
    }
  const last = lastFinalReview(state)
  if (last === null) return null
  const { review, tip } = last
  return {
    verdict: verdictWord(review),
    words: finalReviewWords(review),
    by: 'by' in review ? review.by : null,
    summary: 'summary' in review ? review.summary : null,
    findings: findingsIn(review),
    commit: tip,
    reviews: reviews.length,
    opened,
  }
}

/** The findings of a review; none if it did not happen. */
export const findingsIn = (review: FinalReview): readonly BranchFinding[] =>
  'findings' in review ? review.findings : []

/** One finding in one line. */
export const findingWords = ({ severity, title, place }: BranchFinding): string => `${severity}: ${title} (${place})`
