import { deciderName } from '../journal/decider.ts'
import { unreachable } from '../result.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { inItem } from '../text/quote.ts'
import type { Reviewed } from './review-answer.ts'
import { type TierReview, tierReviewOf } from './tier-review.ts'

/** The review of a task's work by its tier, as items of a list. */
export function reviewLines(state: RunState, run: TaskRun): readonly string[] {
  const review = tierReviewOf(state, run)
  if (!review) return ['- nothing to review yet']
  return [`- ${inItem(tierReviewWords(review))}`, ...(review.reviewed ? answerLines(review.reviewed) : [])]
}

function answerLines({ answers, remarks, releaseNote }: Reviewed): readonly string[] {
  return [
    ...Object.entries(answers).map(([subject, words]) => `- ${subject}: ${inItem(words)}`),
    ...remarks.map(words => `- remark: ${inItem(words)}`),
    ...(releaseNote === null ? [] : [`- release note: ${inItem(releaseNote)}`]),
  ]
}

/** One sentence: who looked, and what came of it. */
export function tierReviewWords({ tier, by, result, reviewed, decider }: TierReview): string {
  const lead = `tier ${tier}: `
  switch (result) {
    case 'passed':
      return `${lead}${reviewed!.by} read ${reviewed!.depth === 'whole' ? 'the whole change' : 'the changed files'} and does not object${decider ? `; ${deciderName(decider)} looked at it` : ''}`
    case 'objected':
      return `${lead}${reviewed?.by ?? 'the reviewer'} objects`
    case 'degraded':
      return `${lead}review degraded: the reviewer gave no usable answer${decider ? `, and ${deciderName(decider)} looked at it` : ''}`
    case 'approved':
      return `${lead}${deciderName(decider!)} looked at it`
    case 'in-scope':
      return `${lead}no reviewer; the change stays within its scope`
    case 'unreviewed':
      return `${lead}${by === 'human' ? 'it waits for a human' : 'only the checks examined it'}`
    default:
      return unreachable(result)
  }
}
