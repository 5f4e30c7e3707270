import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { isGreen, isRed } from '../suite/bench.ts'
import type { RedGreen } from './red-green.ts'

/**
 * Checks of a type change that failed without it: tests that the project's own suite or type checker reads. The program is the
 * same, so only the types can have made the difference, and the base is the emptied change.
 */
export async function redByTypes(
  { bench, layouts, commands }: Case,
  gates: readonly GateResult[],
  { went }: RedGreen,
): Promise<readonly string[]> {
  if (went.length > 0) return went
  const { typecheck } = commands
  const isChecked = gates.some(({ gate, verdict }) => gate === 'typecheck' && verdict === 'passed')
  if (!typecheck || !isChecked || !layouts.testsOnBase) return []
  if (!isGreen(await bench.run(layouts.base, typecheck))) return []
  return isRed(await bench.run(layouts.testsOnBase, typecheck)) ? ['typecheck'] : []
}
