import type { RunState } from '../run/state.ts'
import type { FinalReviewRecord } from './release-state.ts'

/** The number of commits with code that this run put on the branch; commits of bookkeeping do not count. */
export const landingsIn = ({ tasks }: Pick<RunState, 'tasks'>): number =>
  tasks.filter(({ stage }) => stage.is === 'completed' && stage.commit !== null).length

/** The last review; null if there is none yet. */
export const lastFinalReview = ({ release }: RunState): FinalReviewRecord | null => release.reviews.at(-1) ?? null
