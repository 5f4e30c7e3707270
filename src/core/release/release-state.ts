import type { ReleaseProof, ReleaseWritten } from '../handover/release-proof.ts'
import type { Meter } from '../money/meter.ts'
import type { Commit, TaskId, Tree } from '../plan/ids.ts'
import type { FinalReview } from './final-review.ts'
import type { RemedyCause } from './release-event.ts'

/** The ending of a run: reviews of the whole branch and the tasks that they opened. */
export interface ReleaseState {
  /** The review that is under way; null if there is none. */
  readonly reviewing: {
    readonly tip: Commit
    readonly agent: string
    readonly token: string
    readonly prompt: string
    readonly startedAt: number
    /** The number of landings when it began. */
    readonly landings: number
    /** Its launches at this commit that were not stopped, including those that died with pm-agent. */
    readonly tries: number
  } | null
  /** Every finished launch of a reviewer. */
  readonly launches: readonly ReviewLaunch[]
  readonly reviews: readonly FinalReviewRecord[]
  readonly remediations: readonly Remediation[]
  /** Marks the processes of a release gate whose end is not known; null if there is none. */
  readonly gateToken: string | null
  /** The last release gate, as far as it counts: a human who continues the run asks for another one if it was red. */
  readonly gate: { readonly at: number; readonly proof: ReleaseProof } | null
  /** The release whose branch is about to move; null if there is none. */
  readonly writing: (ReleaseWritten & { readonly at: number; readonly record?: Tree }) | null
  readonly written: ReleaseWritten | null
}

interface ReviewLaunch {
  /** The number of its review, from 1. */
  readonly review: number
  readonly agent: string
  readonly durationMs: number
  readonly meter?: Meter
}

/** A review of the whole branch, with the number of landings that it covers. */
export interface FinalReviewRecord {
  readonly at: number
  readonly tip: Commit
  readonly landings: number
  readonly review: FinalReview
}

interface Remediation {
  readonly cause: RemedyCause
  readonly at: number
  /** The number of finished reviews when it was opened. */
  readonly reviews: number
  readonly tasks: readonly TaskId[]
}

export const NOT_RELEASED: ReleaseState = {
  reviewing: null,
  launches: [],
  reviews: [],
  remediations: [],
  gateToken: null,
  gate: null,
  writing: null,
  written: null,
}
