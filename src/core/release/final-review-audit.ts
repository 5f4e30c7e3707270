import type { RunState } from '../run/state.ts'
import { inItem } from '../text/quote.ts'
import { minute } from '../text/time.ts'
import { findingsIn, findingWords } from './final-review-view.ts'
import { finalReviewWords, verdictWord } from './final-review-words.ts'
import type { FinalReviewRecord } from './release-state.ts'

/** Every final review up to a time, for `audit.md`; empty if there was none. */
export function renderFinalReviews({ release }: RunState, until = Number.POSITIVE_INFINITY): string {
  const entries = release.reviews.map(({ at, review, tip }, place) => {
    const opened = release.remediations.find(({ cause, at: then }) => cause === 'review' && then === at)
    const isLast = place === release.reviews.length - 1
    const lines = [
      `- Status: ${verdictWord(review)}`,
      `- Result: ${inItem(finalReviewWords(review))}`,
      `- Reviewed: ${tip}`,
      ...findingsIn(review).map(finding => `- Finding: ${inItem(findingWords(finding))}`),
      `- Action: ${opened ? `fix tasks ${opened.tasks.join(', ')}` : review.verdict === 'needs-fixes' && isLast ? 'remaining findings are listed in issues.md' : 'proceed'}`,
    ]
    return { at, text: `### [${minute(at)}] Review #${place + 1}\n${lines.join('\n')}\n` }
  })
  const known = entries.filter(({ at }) => at <= until)
  return known.length === 0 ? '' : `## Final Code Review\n\n${known.map(({ text }) => text).join('\n')}`
}

/** Findings of the last review that no task was opened for, for `issues.md`; empty if there are none. */
export function renderOpenFindings({ release }: RunState, until = Number.POSITIVE_INFINITY): string {
  const last = release.reviews.findLast(({ at }) => at <= until)
  if (!last || isAnswered(release, last)) return ''
  const lines = findingsIn(last.review).map(finding => `- [ ] ${inItem(findingWords(finding))}`)
  return lines.length === 0 ? '' : `## Final Code Review\n${lines.join('\n')}\n`
}

const isAnswered = ({ remediations }: RunState['release'], { at }: FinalReviewRecord): boolean =>
  remediations.some(({ cause, at: then }) => cause === 'review' && then === at)
