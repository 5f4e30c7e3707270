import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { readingGate } from '../gate-result.ts'
import { changesMoreThanWords } from '../shown/same-program.ts'

/**
 * The checks of a receipt that say something about what the program does: they ran it, passed, and are able to fail. A suite that
 * was red on the base as a whole passes in no receipt, and one that does not notice broken code says nothing.
 */
function greenChecks(gates: readonly GateResult[]): readonly GateResult[] {
  const deaf = new Set(gates.filter(({ verdict }) => verdict === 'uncontrolled').map(({ gate }) => gate))
  return gates.filter(({ gate, verdict }) => verdict === 'passed' && runsProgram(gate) && !deaf.has(`control:${gate}`))
}

const runsProgram = (gate: string): boolean => gate === 'test' || gate === 'numeric' || gate.startsWith('criterion:')

/** Why there is no green check that could show that behaviour is kept; null where there is one, or nothing that runs was changed. */
export async function unkeptGate(on: Case, gates: readonly GateResult[]): Promise<GateResult | null> {
  if (greenChecks(gates).length > 0 || !(await changesMoreThanWords(on))) return null
  const words = `Nothing that we can run shows that behaviour is kept: ${whyNot(gates)}. Add a criterion with a command, or look at it yourself.`
  return readingGate('kept', words, { verdict: 'unproven' })
}

function whyNot(gates: readonly GateResult[]): string {
  const of = (name: string) => gates.find(({ gate }) => gate === name)
  const test = of('test')
  if (!test) return 'there is no test command'
  if (test.verdict === 'known-failure') return 'the test command fails on the base too, so it counts as no check'
  if (of('control:test')?.verdict === 'uncontrolled') return 'the test command does not notice broken code'
  return test.verdict === 'flaky' ? 'the test command is flaky' : `the test command says ${test.verdict}`
}
