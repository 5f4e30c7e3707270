import type { Commit, Tree } from '../plan/ids.ts'

export type ChangeStatus = 'added' | 'modified' | 'deleted'
export interface FileChange {
  readonly path: string
  readonly status: ChangeStatus
}

/** The result of an attempt in files: base, candidate, and notes. */
export interface Draft {
  readonly base: Commit
  /** The candidate tree, kept under `ref` before any other step. */
  readonly tree: Tree
  readonly ref: string
  readonly changes: readonly FileChange[]
  /** Left-out files with the reason: ignored files, oversized ones, links out of the tree. */
  readonly notes: readonly string[]
  /** Changed files over the size limit, which are not in the tree; absent if there are none. */
  readonly oversized?: readonly string[]
}

/** A merge that keeps both additions, and the draft for an agent if its proof fails. */
export interface Union {
  readonly paths: readonly string[]
  /** The same merge with the conflicts marked in the files. */
  readonly marked: Draft
}
