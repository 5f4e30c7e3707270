import type { ReleaseWritten } from '../handover/release-proof.ts'
import type { RunState } from '../run/state.ts'
import type { FinalReviewRecord } from './release-state.ts'

/** The number of commits with code that this run put on the branch; commits of bookkeeping do not count. */
export const landingsIn = ({ tasks }: Pick<RunState, 'tasks'>): number =>
  tasks.filter(({ stage }) => stage.is === 'completed' && stage.commit !== null).length

/** The last review; null if there is none yet. */
export const lastFinalReview = ({ release }: RunState): FinalReviewRecord | null => release.reviews.at(-1) ?? null

/** The release of the current tip; null if there is none yet, or if something landed after it. */
export const currentRelease = ({ release, tip }: Pick<RunState, 'release' | 'tip'>): ReleaseWritten | null =>
  release.written?.tip === tip ? release.written : null
