import { unreachable } from '../result.ts'
import { dollars } from '../text/dollars.ts'
import { plural } from '../text/lists.ts'
import type { FinalReview, FinalReviewSkip } from './final-review.ts'
import type { RemedyCause } from './release-event.ts'

/** The verdict as it is shown everywhere. */
export const verdictWord = ({ verdict }: FinalReview): string => verdict.toUpperCase().replace('-', '_')

/** The verdict with its reason in one line. */
export function finalReviewWords(review: FinalReview): string {
  const word = verdictWord(review)
  switch (review.verdict) {
    case 'ship':
    case 'needs-fixes': {
      const count = review.findings.length
      return `${word} by ${review.by}${count > 0 ? `, ${plural(count, 'finding')}` : ''}`
    }
    case 'skipped':
      return `${word} (${skipWords(review)})`
    case 'degraded':
      return `${word} (${review.by}: ${review.problem})`
    default:
      return unreachable(review)
  }
}

function skipWords(skip: FinalReviewSkip): string {
  switch (skip.reason) {
    case 'no-reviewer':
      return 'no reviewer is configured'
    case 'nothing-landed':
      return 'no task landed'
    case 'budget':
      return `it may cost ${dollars(skip.expectedUsd)}, and ${dollars(skip.leftUsd)} of the budget is left`
    default:
      return unreachable(skip)
  }
}

/** The origin of an opened task, in words. */
export const REMEDY_CAUSES: Readonly<Record<RemedyCause, string>> = {
  review: 'the final review',
  release: 'the release gate',
  integration: 'an integration test',
}
