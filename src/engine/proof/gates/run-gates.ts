import { type GateResult, hasFailed } from '../../../core/proof/receipt.ts'
import { excuse } from '../../../core/proof/waiver.ts'
import type { Case } from '../case.ts'
import { notRunGate } from '../gate-result.ts'
import { withDetails } from '../suite/failure-details.ts'
import type { Gate } from './gate-case.ts'
import { gatesFor } from './registry.ts'

/**
 * Runs the gates of a draft. Those that refused the last attempt run first, and while they still refuse, the rest is not
 * run; nothing lands before all of them have run.
 */
export async function runGates(on: Case): Promise<readonly GateResult[]> {
  const gates = gatesFor(on)
  const before = new Set(on.refusedBefore ?? [])
  const isFirst = (gate: Gate) => gate.always || gate.results.some(name => before.has(name))
  const awaited = gates.some(gate => !gate.always && isFirst(gate))
  if (!awaited) return withDetails(on, await runAll(on, gates))
  const first = await runAll(on, gates.filter(isFirst))
  const rest = gates.filter(gate => !isFirst(gate))
  if (!hasFailed({ gates: first })) return [...first, ...(await withDetails(on, await runAll(on, rest)))]
  const names = rest.flatMap(gate => gate.results.slice(0, gate.name === 'criteria' ? undefined : 1))
  return [...(await withDetails(on, first)), ...names.map(name => notRunGate(name, 'after the failed ones'))]
}

async function runAll(on: Case, gates: readonly Gate[]): Promise<readonly GateResult[]> {
  const results: GateResult[] = []
  for (const gate of gates) {
    if (gate.needsProject && (await on.bench.prepare(on.layouts.asSubmitted))) continue
    on.steps.begin(gate.name)
    results.push(...(await gate.run(on)).map(result => excuse(result, on)))
  }
  return results
}
