import type { Commit } from '../plan/ids.ts'
import type { Kind } from '../plan/plan.ts'
import type { FileChange } from '../proof/draft.ts'
import type { Receipt } from '../proof/receipt.ts'

/** A commit of the user's own history, as if an honest agent had handed it in. */
export interface PastCommit {
  readonly commit: Commit
  readonly parent: Commit
  readonly subject: string
  /** The rest of its message, without what is only there for machines. */
  readonly body: readonly string[]
  readonly changes: readonly FileChange[]
}

/** What the proof would have said of it. Only `refused` is a false alarm by itself: the others say what would have helped. */
export type ReplayClass = 'proven' | 'needs-allowance' | 'unproven' | 'environment' | 'refused'

export interface Replayed {
  readonly past: PastCommit
  readonly kind: Kind
  readonly is: ReplayClass
  /** One sentence. */
  readonly why: string
  /** What a contract would have had to allow. */
  readonly allowances: readonly string[]
  /** What it would have been had the task named its files; null where that could not have helped. */
  readonly withFiles: ReplayClass | null
  readonly receipt: Receipt | null
  readonly durationMs: number
}
