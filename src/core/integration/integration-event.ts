import type { Meter } from '../money/meter.ts'
import type { Commit, TaskId } from '../plan/ids.ts'
import type { GateResult } from '../proof/receipt.ts'
import type { Ending } from '../run/ending.ts'
import type { Diagnosis } from './diagnosis.ts'

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
  /** A diagnoser is about to be launched about a failure. */
  | { readonly type: 'diagnosis-started'; readonly test: string; readonly tip: Commit; readonly agent: string }
  /** A launch of the diagnoser ended with all its processes. */
  | {
      readonly type: 'diagnosis-ended'
      readonly test: string
      readonly agent: string
      readonly ending: Ending
      readonly durationMs: number
      readonly meter?: Meter
    }
  | { readonly type: 'integration-started'; readonly test: string; readonly tip: Commit; readonly token: string }
  /** A test ran on the tip of the plan branch; `located` only after a failure, and `diagnosis` if an agent was to be asked. */
  | {
      readonly type: 'integration-recorded'
      readonly test: string
      readonly command: string
      readonly tip: Commit
      readonly gate: GateResult
      readonly located?: Located
      readonly diagnosis?: Diagnosis
    }
