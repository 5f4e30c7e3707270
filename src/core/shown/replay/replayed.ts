import type { Commit } from '../../plan/ids.ts'
import type { Kind } from '../../plan/plan.ts'
import type { FileChange } from '../../proof/draft.ts'
import type { Receipt } from '../../proof/receipt.ts'

/** A commit of the user's own history, treated as the work of an honest agent. */
export interface PastCommit {
  readonly commit: Commit
  readonly parent: Commit
  readonly subject: string
  /** The rest of its message, without trailers. */
  readonly body: readonly string[]
  readonly changes: readonly FileChange[]
}

/** The result of its proof. Only `refused` is a false alarm: the others name a remedy. */
export type ReplayClass = 'proven' | 'needs-allowance' | 'unproven' | 'environment' | 'refused'

export interface Replayed {
  readonly past: PastCommit
  readonly kind: Kind
  readonly is: ReplayClass
  /** One sentence. */
  readonly why: string
  /** The permissions that a contract would have needed. */
  readonly allowances: readonly string[]
  /** Its class if the task had named its files; null if that could not have helped. */
  readonly withFiles: ReplayClass | null
  readonly receipt: Receipt | null
  readonly durationMs: number
}
