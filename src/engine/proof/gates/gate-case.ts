import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'

/** One check of a draft, by its registered name. */
export interface Gate {
  readonly name: string
  /** The names of its results on a receipt, as far as they are known in advance. */
  readonly results: readonly string[]
  /** It can only run where the project is set up and built. */
  readonly needsProject?: true
  /** Runs even after a failure: others depend on it, or it is free. */
  readonly always?: true
  run(on: Case): Promise<readonly GateResult[]>
}
