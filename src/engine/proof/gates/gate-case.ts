import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'

/** One check of a draft, by the name under which it is registered. */
export interface Gate {
  readonly name: string
  /** The names that its results have on a receipt, as far as they are known before it runs. */
  readonly results: readonly string[]
  /** It can only run where the project is set up and built. */
  readonly needsProject?: true
  /** Whatever failed before, it runs: the others lean on it, or it costs nothing. */
  readonly always?: true
  run(on: Case): Promise<readonly GateResult[]>
}
