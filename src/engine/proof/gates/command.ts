import type { GateResult } from '../../../core/proof/receipt.ts'
import { type Case, hasProject } from '../case.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { type CommandOutcome, exitCodeOf, isGreen, isRed, type RoomUse } from '../suite/bench.ts'
import { flakyGate } from '../suite/settled-command.ts'

/** A shell's message for a missing program. */
const NOT_FOUND = 127

/** A command that passes, or also failed on the base, which is not the task's fault. */
export async function plainGate(
  on: Case,
  gate: string,
  {
    command,
    blocking = true,
    use = 'project',
  }: { readonly command: string; readonly blocking?: boolean; readonly use?: RoomUse },
): Promise<GateResult> {
  const outcome = await on.bench.run(on.layouts.asSubmitted, command, use)
  if (isGreen(outcome))
    return commandGate(gate, { command, outcome }, { verdict: 'passed', words: endWords(outcome), blocking })
  const before = await on.bench.run(on.layouts.base, command, use)
  if (isAbsent(outcome) && isAbsent(before))
    return commandGate(
      gate,
      { command, outcome },
      { verdict: 'not-run', words: `${gate} needs a tool that is not installed`, blocking: false },
    )
  if (isRed(before) && hasProject(on))
    return commandGate(
      gate,
      { command, outcome },
      { verdict: 'known-failure', words: `${endWords(outcome)}, and it failed on the base too`, blocking: false },
    )
  const { asSubmitted: tree, base } = on.layouts
  const apart = use === 'criteria' ? use : 'project'
  const flaky = await flakyGate(on, gate, { tree, base, command, first: outcome, use: apart })
  if (flaky) return { ...flaky, blocking: flaky.blocking && blocking }
  return commandGate(
    gate,
    { command, outcome },
    { verdict: 'failed', words: `${gate} failed: ${endWords(outcome)}`, blocking },
  )
}

/** A missing tool, which tells nothing about the work. */
export const isAbsent = (outcome: CommandOutcome): boolean => exitCodeOf(outcome) === NOT_FOUND && !outcome.setupFailed
