import type { FlakyCheck } from '../../../core/proof/flaky-check.ts'
import type { Case } from '../case.ts'

/** Retries of a failed preparation, each in a fresh checkout. */
const TURNS = 2

/**
 * Retries setup or build of the change: the network or the machine may have been at fault. Null if it fails
 * every time; otherwise the commands of the proof run in the room where it worked.
 */
export async function settlePreparation(
  { bench, layouts, rehearsed }: Case,
  command: string,
): Promise<FlakyCheck | null> {
  for (let turn = 1; turn <= TURNS && !rehearsed; turn += 1) {
    const problem = await bench.prepareAgain(layouts.asSubmitted)
    if (problem?.command !== command) return { check: command, failed: turn, runs: turn + 1 }
  }
  return null
}
