import type { Commit, Tree } from '../plan/ids.ts'
import type { Failure } from '../proof/receipt.ts'

/** The commands of the release gate, in their order. */
export type ReleaseCheckName = 'setup' | 'build' | 'typecheck' | 'lint' | 'test' | 'migrate' | 'migrate_back'

/**
 * The comparison that shows whether a repetition has the same result. `tests`: test by test, because the runner can be read.
 * `exit-code`: nothing else of the command can be compared.
 */
export type ComparedBy = 'tests' | 'exit-code'

/** Numbers of a suite that was read test by test. */
export interface TestNumbers {
  readonly run: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The result of one command on one tree, without any opinion about it. */
export interface Observed {
  readonly exitCode: number | null
  readonly comparedBy: ComparedBy
  /** Of the results of all tests, or of the plain output: see `docs/release.md`. */
  readonly outputDigest: string
  readonly outputFile: string
  readonly durationMs: number
  readonly tests?: TestNumbers
  /** The ids of failed tests, and the files that could not be loaded. */
  readonly failed?: readonly string[]
}

/**
 * `known-failure`: it failed on the base too. `flaky`: it fails and passes on the same code, mostly passes, and does not block.
 * `could-not-run`: the machine, not the code: setup failed, a tool is missing, the time was over.
 */
export type ReleaseVerdict = 'passed' | 'failed' | 'known-failure' | 'flaky' | 'could-not-run' | 'absent'

/** The verdict in a manifest; `waived`: humans let exactly this failure pass when tasks landed. */
export type ClaimVerdict = ReleaseVerdict | 'waived'

/** One check of the release gate. */
export interface ReleaseCheck extends Observed {
  readonly name: ReleaseCheckName
  /** The part of the repository that the command is for; absent for the whole. */
  readonly area?: string
  readonly on: ReleaseTree
  readonly codeTree: Tree
  readonly command: string
  readonly verdict: ReleaseVerdict
  /** One sentence, then the lines that matter; for people and agents, never parsed. */
  readonly evidence: string
  /** New failures, for the agent that repairs them. */
  readonly failures?: readonly Failure[]
  /** Failed tests that failed on the base too. */
  readonly known?: readonly string[]
}

/** The plan branch, or its merge with the current tip of the base branch. */
export type ReleaseTree = 'branch' | 'merge'

/** The merge of the plan branch with the current base branch. */
export type ReleaseMerge =
  /** `isSame`: the base branch has not moved, so that the merged code is the code of the branch. */
  | {
      readonly is: 'clean'
      readonly base: Commit
      readonly tree: Tree
      readonly codeTree: Tree
      readonly isSame: boolean
      /** The first lines of the changes on the base branch since the run began, as a patch, if a check fails on the merge only. */
      readonly theirs?: readonly string[]
    }
  | { readonly is: 'conflict'; readonly base: Commit; readonly paths: readonly string[] }

/** Facts of one release gate. Whether it may be released is derived (`release-problem.ts`). */
export interface ReleaseProof {
  readonly tip: Commit
  readonly tree: Tree
  readonly codeTree: Tree
  /** Null without a base branch: a detached HEAD, or a repository that had no commit. */
  readonly merge: ReleaseMerge | null
  readonly checks: readonly ReleaseCheck[]
  /** The prepared room of every check: what a repetition needs. */
  readonly preparation: { readonly setup: string | null; readonly build: string | null }
  readonly toolchain: Readonly<Record<string, string>>
  readonly sandbox: string
  readonly unprotected?: true
  readonly durationMs: number
  /** Nothing ran: results are scripted. */
  readonly rehearsed?: true
}

/** The manifest of a release, as it was written. */
export interface ReleaseWritten {
  /** The proven commit. */
  readonly of: Commit
  /** The tip of the branch after it: another commit if the manifest is committed there. */
  readonly tip: Commit
  readonly path: string
  /** The path of the release notes; null without breaking changes. */
  readonly notes: string | null
  readonly digest: string
}
