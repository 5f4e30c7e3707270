import type { Commit, TaskId } from '../plan/ids.ts'
import type { GateResult } from '../proof/receipt.ts'

/** One run of an integration test on a landed commit. */
export interface IntegrationTry {
  readonly commit: Commit
  /** The task that landed as this commit; null for the base. */
  readonly task: TaskId | null
  readonly gate: GateResult
}

/** Where a failure came in: the first landing on which the test fails, if it passed on the one before. */
export interface Located {
  readonly suspect: TaskId | null
  /** Every commit that was tried, in order; each with its result. */
  readonly tries: readonly IntegrationTry[]
}

/** The facts about integration tests. */
export type IntegrationEvent =
  | { readonly type: 'integration-started'; readonly test: string; readonly tip: Commit; readonly token: string }
  /** A test ran on the tip of the plan branch; `located` only after a failure. */
  | {
      readonly type: 'integration-recorded'
      readonly test: string
      readonly command: string
      readonly tip: Commit
      readonly gate: GateResult
      readonly located?: Located
    }
