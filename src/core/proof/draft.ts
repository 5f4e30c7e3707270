import type { Commit, Tree } from '../plan/ids.ts'

export type ChangeStatus = 'added' | 'modified' | 'deleted'
export interface FileChange {
  readonly path: string
  readonly status: ChangeStatus
}

/** What the files say an attempt did: base, candidate, and what was noticed on the way. */
export interface Draft {
  readonly base: Commit
  /** The candidate tree, kept under `ref` before anything else happened to it. */
  readonly tree: Tree
  readonly ref: string
  readonly changes: readonly FileChange[]
  /** What was left out and why: ignored files that are there, oversized ones, links that leave the tree. */
  readonly notes: readonly string[]
  /** Changed files over the size limit, which were left out; left out itself where there are none. */
  readonly oversized?: readonly string[]
}

/** A merge in which both additions were kept, and what an agent gets where that does not hold. */
export interface Union {
  readonly paths: readonly string[]
  /** The same merge with the conflicts marked in the files. */
  readonly marked: Draft
}
