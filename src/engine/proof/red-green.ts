import type { GateResult } from '../../core/receipt.ts'
import { isRed } from './commands.ts'
import { readCounts } from './counts.ts'
import { unmet } from './criteria.ts'
import { readingGate } from './gate.ts'
import type { Case } from './prove.ts'

/** The least proof: at least one check that is red without the change and green with it. */
export async function redGreen(
  on: Case,
  gates: readonly GateResult[],
): Promise<{ readonly went: readonly string[]; readonly gate: GateResult }> {
  const { bench, layouts, commands, contract } = on
  const passed = new Set(gates.filter(gate => gate.verdict === 'passed').map(gate => gate.gate))
  const went: string[] = []
  // A command that only the change brings could not pass before: unless tests are seen to run, its red shows nothing.
  if (commands.test && passed.has('test') && (contract.commands.test || (await ranTests(on, commands.test)))) {
    const without = layouts.testsOnBase ?? layouts.base
    if (isRed(await bench.run(without, commands.test))) went.push('test')
  }
  // One check is enough, and the criteria on the base cost what they cost: they are asked only when the tests say nothing.
  if (went.length === 0)
    for (const criterion of contract.criteria) {
      if (!criterion.check || !passed.has(`criterion:${criterion.id}`)) continue
      const before = await bench.run(layouts.base, criterion.check.command)
      if (!before.setupFailed && unmet(criterion, before) !== null) went.push(`criterion:${criterion.id}`)
    }
  const problem =
    went.length > 0
      ? null
      : 'Nothing that we can run was red before this change and green after it. Add a test that fails without the change, or a criterion with a command.'
  return { went, gate: readingGate('red-green', problem, { verdict: 'unproven' }) }
}

async function ranTests({ bench, layouts }: Case, command: string): Promise<boolean> {
  const counts = readCounts((await bench.run(layouts.asSubmitted, command)).output)
  return counts !== null && counts.passed > 0
}
