import type { Commit, Tree } from '../plan/ids.ts'

export type AttemptKind = 'implement' | 'fix' | 'revise'

/** The agent that takes over if the author of a task is stuck. */
export type Helper = 'fixer' | 'stronger'

/** Some files of a kept tree, which was made on a base. */
export interface KeptFiles {
  readonly base: Commit
  readonly tree: Tree
  readonly paths: readonly string[]
}

/** The start of an attempt: from the newest tip, or on its own base with the files kept under `from`. */
export interface Again {
  readonly kind: AttemptKind
  readonly base: Commit | null
  readonly from: string | null
  readonly session: string | null
  /** Only these of the kept files, on top of the base; absent for all of them. */
  readonly only?: KeptFiles
  /** The helper; absent for the author. */
  readonly by?: Helper
}

/** The continuation of a task after a human's retry: a launch, or another proof of the existing draft. */
export type Resumption = Again | 'prove'
