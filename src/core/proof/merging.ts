import type { Tree } from '../plan/ids.ts'

/** What became of a merge. */
export interface Merging {
  /** With conflicts it holds both sides, marked. */
  readonly tree: Tree
  readonly conflicts: readonly string[]
  /** The tree without conflicts, where both sides only added lines: both additions, the landed one first. Null otherwise. */
  readonly union: Tree | null
}
