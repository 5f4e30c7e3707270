import type { Identity } from '../run/event.ts'
import type { Commit, Tree } from './ids.ts'

/** The content of a commit. */
export interface CommitSpec {
  readonly tree: Tree
  readonly parent: Commit | null
  readonly message: string
  readonly identity: Identity
  /** Milliseconds; the same spec always gives the same commit id. */
  readonly at: number
}
