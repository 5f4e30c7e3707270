import { NOT_FOUND } from '../../../core/exit-codes.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { type CommandOutcome, exitCodeOf, type RoomUse } from '../suite/bench.ts'
import { comparedGate } from '../suite/compared-command.ts'

/** A command that passes, or also failed on the base. */
export async function plainGate(
  on: Case,
  gate: string,
  {
    command,
    blocking = true,
    use = 'project',
  }: { readonly command: string; readonly blocking?: boolean; readonly use?: RoomUse },
): Promise<GateResult> {
  const { asSubmitted: tree, base } = on.layouts
  const outcome = await on.bench.run(tree, command, use)
  if (isAbsent(outcome) && isAbsent(await on.bench.run(base, command, use))) {
    const words = `${gate} needs a tool that is not installed`
    return commandGate(gate, { command, outcome }, { verdict: 'not-run', words, blocking: false })
  }
  const end = endWords(outcome)
  return comparedGate(on, gate, {
    ...{ command, outcome, tree, base, use, blocking },
    passed: { words: end },
    failed: `${gate} failed: ${end}`,
    failedBefore: `${end}, and it failed on the base too`,
  })
}

/** A missing tool, which tells nothing about the work. */
export const isAbsent = (outcome: CommandOutcome): boolean => exitCodeOf(outcome) === NOT_FOUND && !outcome.setupFailed
