import type { GateResult } from '../../core/receipt.ts'
import { isGreen, isRed } from './commands.ts'
import { readCounts } from './counts.ts'
import { commandGate, endWords } from './gate.ts'
import type { Case } from './prove.ts'

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
  if (commands.test) {
    gates.push(await testGate(on, commands.test))
    if (layouts.oldForm) gates.push(await oldFormGate(on, commands.test))
  }
  return gates
}

/** A command that passes, or failed before as well: what failed on the base is not the task's fault. */
async function plainGate(on: Case, gate: string, command: string): Promise<GateResult> {
  const outcome = await on.bench.run(on.layouts.asSubmitted, command)
  if (isGreen(outcome)) return commandGate(gate, { command, outcome }, { verdict: 'passed', words: endWords(outcome) })
  const before = await on.bench.run(on.layouts.base, command)
  if (isRed(before) && hasSource(on))
    return commandGate(
      gate,
      { command, outcome },
      { verdict: 'known-failure', words: `${endWords(outcome)}, and it failed on the base too`, blocking: false },
    )
  return commandGate(gate, { command, outcome }, { verdict: 'failed', words: `${gate} failed: ${endWords(outcome)}` })
}

async function testGate(on: Case, command: string): Promise<GateResult> {
  const outcome = await on.bench.run(on.layouts.asSubmitted, command)
  const counts = readCounts(outcome.output)
  if (isGreen(outcome)) {
    if (counts && counts.passed + counts.failed === 0) return noTests(on, command, outcome)
    return commandGate(
      'test',
      { command, outcome },
      { verdict: 'passed', words: counts ? `${counts.passed} passed` : endWords(outcome) },
    )
  }
  const before = await on.bench.run(on.layouts.base, command)
  if (isRed(before) && hasSource(on)) {
    // Without test ids a red suite says nothing about this change; it counts as no check at all.
    return commandGate(
      'test',
      { command, outcome },
      {
        verdict: 'known-failure',
        words: `${endWords(outcome)}, and the suite failed on the base too`,
        blocking: false,
      },
    )
  }
  const words = counts ? `${counts.failed} failed, ${counts.passed} passed` : endWords(outcome)
  return commandGate('test', { command, outcome }, { verdict: 'failed', words: `the tests fail: ${words}` })
}

/** Exit 0 with no test run is its own result. It blocks unless the contract says that there are none. */
function noTests(on: Case, command: string, outcome: Parameters<typeof commandGate>[1]['outcome']): GateResult {
  const expected = on.contract.task.tests?.is === 'none'
  return commandGate(
    'test',
    { command, outcome },
    { verdict: 'no-tests', words: 'the test command ran no tests', blocking: !expected },
  )
}

/** The tests as they were before the change must still pass with it. */
async function oldFormGate(on: Case, command: string): Promise<GateResult> {
  const outcome = await on.bench.run(on.layouts.oldForm!, command)
  const green = isGreen(outcome)
  if (!green && isRed(await on.bench.run(on.layouts.base, command)))
    return commandGate(
      'test:old-form',
      { command, outcome },
      { verdict: 'known-failure', words: 'the suite failed on the base too', blocking: false },
    )
  return commandGate(
    'test:old-form',
    { command, outcome },
    green
      ? { verdict: 'passed', words: 'the tests pass as they were before, too' }
      : { verdict: 'failed', words: `the tests as they were before the change fail with it: ${endWords(outcome)}` },
  )
}

/** On a base without any project a red command says only that there was nothing yet. */
const hasSource = (on: Case): boolean => !on.layouts.greenfield
