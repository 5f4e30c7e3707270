import type { Tree } from '../plan/ids.ts'

/** The result of a merge. */
export interface Merging {
  /** In case of conflicts it contains both sides, marked. */
  readonly tree: Tree
  readonly conflicts: readonly string[]
  /** The tree with both additions, the landed one first, if both sides only added lines. Null otherwise. */
  readonly union: Tree | null
}
