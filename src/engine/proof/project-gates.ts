import type { GateResult } from '../../core/receipt.ts'
import { commandTestGates } from './command-tests.ts'
import { isGreen, isRed } from './commands.ts'
import { commandGate, endWords } from './gate.ts'
import { type Case, hasProject } from './prove.ts'
import { suiteGates } from './suite-gates.ts'

/** Setup and build, then lint, types and tests in the form that was submitted, then the tests as they were before. */
export async function projectGates(on: Case): Promise<readonly GateResult[]> {
  const { bench, commands, layouts } = on
  const broken = await bench.prepare(layouts.asSubmitted)
  if (broken) {
    const name = broken.command === commands.setup ? 'setup' : 'build'
    return [
      commandGate(
        name,
        { command: broken.command, outcome: broken },
        { verdict: 'failed', words: `${name} failed: ${endWords(broken)}` },
      ),
    ]
  }
  const gates: GateResult[] = []
  for (const name of ['typecheck', 'lint'] as const)
    if (commands[name]) gates.push(await plainGate(on, name, commands[name]))
  if (on.suite) gates.push(...(await suiteGates(on, on.suite)))
  else if (commands.test) gates.push(...(await commandTestGates(on, commands.test)))
  return gates
}

/** A command that passes, or failed before as well: what failed on the base is not the task's fault. */
async function plainGate(on: Case, gate: string, command: string): Promise<GateResult> {
  const outcome = await on.bench.run(on.layouts.asSubmitted, command)
  if (isGreen(outcome)) return commandGate(gate, { command, outcome }, { verdict: 'passed', words: endWords(outcome) })
  const before = await on.bench.run(on.layouts.base, command)
  if (isRed(before) && hasProject(on))
    return commandGate(
      gate,
      { command, outcome },
      { verdict: 'known-failure', words: `${endWords(outcome)}, and it failed on the base too`, blocking: false },
    )
  return commandGate(gate, { command, outcome }, { verdict: 'failed', words: `${gate} failed: ${endWords(outcome)}` })
}
