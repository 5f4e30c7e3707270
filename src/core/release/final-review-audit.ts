import type { RunState } from '../run/state.ts'
import { inItem } from '../text/quote.ts'
import { minute } from '../text/time.ts'
import { findingsIn, findingWords } from './final-review-view.ts'
import { finalReviewWords, verdictWord } from './final-review-words.ts'

/** Every final review up to a time, for `audit.md`; empty if there was none. */
export function renderFinalReviews({ release }: RunState, until = Number.POSITIVE_INFINITY): string {
  const entries = release.reviews.map(({ at, review, tip }, place) => {
    const opened = openedBy(release, place + 1)
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
  const number = release.reviews.findLastIndex(({ at }) => at <= until) + 1
  const last = release.reviews[number - 1]
  if (!last || openedBy(release, number)) return ''
  const lines = findingsIn(last.review).map(finding => `- [ ] ${inItem(findingWords(finding))}`)
  return lines.length === 0 ? '' : `## Final Code Review\n${lines.join('\n')}\n`
}

/** The tasks that the review of this number opened. */
const openedBy = ({ remediations }: RunState['release'], number: number) =>
  remediations.find(({ cause, reviews }) => cause === 'review' && reviews === number)
