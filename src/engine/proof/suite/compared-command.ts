import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import { type Case, hasProject } from '../case.ts'
import { commandGate } from '../gate-result.ts'
import { type CommandOutcome, isGreen, isRed, type RoomUse } from './bench.ts'
import { flakyGate } from './settled-command.ts'

/** A command that ran on a form of the change, and the form of the base that it is compared with. */
interface Compared {
  readonly command: string
  readonly outcome: CommandOutcome
  readonly tree: Tree
  readonly base: Tree
  readonly use?: RoomUse
  readonly blocking?: boolean
  readonly passed: Omit<Parameters<typeof commandGate>[2], 'verdict'>
  readonly failed: string
  /** The same if the base failed as well. */
  readonly failedBefore: string
}

/**
 * The verdict about a command of which only the exit code counts: it passed, it failed before as well (which is not the task's
 * fault, and tells nothing about the change), it is flaky, or it failed.
 */
export async function comparedGate(on: Case, gate: string, compared: Compared): Promise<GateResult> {
  const { command, outcome, tree, base, use = 'project', blocking = true } = compared
  const run = { command, outcome }
  if (isGreen(outcome)) return commandGate(gate, run, { verdict: 'passed', blocking, ...compared.passed })
  if (hasProject(on) && isRed(await on.bench.run(base, command, use)))
    return commandGate(gate, run, { verdict: 'known-failure', words: compared.failedBefore, blocking: false })
  const apart = use === 'criteria' ? use : 'project'
  const flaky = await flakyGate(on, gate, { tree, base, command, first: outcome, use: apart })
  if (flaky) return { ...flaky, blocking: flaky.blocking && blocking }
  return commandGate(gate, run, { verdict: 'failed', words: compared.failed, blocking })
}
