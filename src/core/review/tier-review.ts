/** The review that a change gets by its tier, and whether a human looks at it before it lands. All of it is derived. */
import type { Decider } from '../journal/decider.ts'
import type { Tier } from '../plan/plan.ts'
import type { Receipt } from '../proof/receipt.ts'
import { unreachable } from '../result.ts'
import { isHeld, tierOf } from '../risk/task-tier.ts'
import { draftOf, lastAttempt, type RunState, type TaskRun } from '../run/state.ts'
import type { ReviewDepth, Reviewed } from './review-answer.ts'

/** The gate with a reviewer's answer. */
export const REVIEW_GATE = 'review'

/** How far a reviewer looks at work of this tier; null for low work, whose scope we check ourselves. */
export const depthFor = (tier: Tier): ReviewDepth | null =>
  tier === 'critical' ? 'whole' : tier === 'normal' ? 'files' : null

/** Whether a reviewer looked at exactly this code and does not object. */
const isReviewed = (receipt: Receipt | null | undefined): boolean =>
  receipt?.gates.some(({ gate, verdict }) => gate === REVIEW_GATE && verdict === 'passed') ?? false

/** Whether proven work waits for a human: it is held, or a required look has not happened. */
export const waitsForHuman = (state: Pick<RunState, 'config'>, run: TaskRun): boolean =>
  isHeld(state, run) || wantsLook(state, run)

/** Whether a human has to look at proven work, by `review` of the settings. */
function wantsLook(state: Pick<RunState, 'config'>, run: TaskRun): boolean {
  const attempt = lastAttempt(run)
  // A human who approved this work, or let a part of it pass, has looked at it.
  if (!attempt || run.approved || run.waivers.some(({ codeTree }) => codeTree !== undefined)) return false
  if ((draftOf(attempt)?.changes.length ?? 0) === 0) return false
  const review = state.config.review ?? 'auto'
  switch (review) {
    case 'never':
      return false
    case 'each':
      return true
    case 'critical':
      return tierOf(state, run) === 'critical'
    case 'auto':
      return tierOf(state, run) === 'critical' && !isReviewed(attempt.receipt)
    default:
      return unreachable(review)
  }
}

/** The review of a task's newest work. */
export interface TierReview {
  readonly tier: Tier
  /** Who reviews work of this tier here. */
  readonly by: 'reviewer' | 'human' | 'rules' | 'nobody'
  readonly result: 'passed' | 'objected' | 'degraded' | 'approved' | 'in-scope' | 'unreviewed'
  readonly reviewed: Reviewed | null
  /** The human who looked at it. */
  readonly decider: Decider | null
}

/** Who looked at the newest work of a task, and what came of it; null before there is a receipt. */
export function tierReviewOf(state: Pick<RunState, 'config'>, run: TaskRun): TierReview | null {
  const receipt = lastAttempt(run)?.receipt
  if (!receipt) return null
  const tier = tierOf(state, run)
  const reviewed = receipt.reviewed ?? null
  const decider = run.approved ?? run.waivers.find(({ codeTree }) => codeTree !== undefined) ?? null
  const found = { tier, reviewed, decider }
  const gate = receipt.gates.find(one => one.gate === REVIEW_GATE)
  if (gate) {
    const result = gate.verdict === 'passed' ? 'passed' : gate.verdict === 'review-degraded' ? 'degraded' : 'objected'
    return { ...found, by: 'reviewer', result }
  }
  if (decider) return { ...found, by: 'human', result: 'approved' }
  if (run.stage.is !== 'completed' && waitsForHuman(state, run)) return { ...found, by: 'human', result: 'unreviewed' }
  // A low task whose change goes further is not low any more; files that it does not name are found by reading.
  const strays = receipt.gates.some(one => one.gate === 'scope' && one.verdict !== 'passed')
  if (tier === 'low' && !strays) return { ...found, by: 'rules', result: 'in-scope' }
  return { ...found, by: 'nobody', result: 'unreviewed' }
}
