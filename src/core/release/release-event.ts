import type { ReleaseProof, ReleaseWritten } from '../handover/release-proof.ts'
import type { Meter } from '../money/meter.ts'
import type { Commit, Tree } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import type { Ending } from '../run/ending.ts'
import type { FinalReview } from './final-review.ts'

/** The origin of tasks that the ending of a run opens. */
export type RemedyCause = 'review' | 'release' | 'integration'

/** The facts about the ending of a run, after every task has ended. */
export type ReleaseEvent =
  /** A reviewer of the whole branch is about to be launched. */
  | {
      readonly type: 'final-review-started'
      /** The reviewed commit. */
      readonly tip: Commit
      readonly agent: string
      readonly token: string
      readonly prompt: string
    }
  /** A launch of the reviewer ended with all its processes: its usage counts, whatever its answer. */
  | {
      readonly type: 'final-review-ended'
      readonly agent: string
      readonly ending: Ending
      readonly durationMs: number
      readonly meter?: Meter
    }
  | { readonly type: 'final-review-recorded'; readonly tip: Commit; readonly review: FinalReview }
  /** The release gate is about to run on this commit. */
  | { readonly type: 'release-gate-started'; readonly tip: Commit; readonly token: string }
  /** The facts of a release gate; whether it is green is derived. */
  | { readonly type: 'release-gate-recorded'; readonly proof: ReleaseProof }
  /** The manifest of a green gate is ready and the branch is about to move: decisions from here on come after the release. */
  | ({ readonly type: 'release-started'; readonly record?: Tree } & ReleaseWritten)
  /** The manifest of a green gate was written. */
  | ({ readonly type: 'release-written'; readonly record?: Tree } & ReleaseWritten)
  /** Tasks that the plan lacked, found when all others had ended: the run goes back to them. */
  | {
      readonly type: 'remediation-opened'
      readonly cause: RemedyCause
      readonly tasks: readonly Task[]
      readonly reasons: readonly string[]
    }
