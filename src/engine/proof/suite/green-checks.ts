import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { readingGate } from '../gate-result.ts'
import { changesMoreThanWords } from '../shown/same-program.ts'

/**
 * The checks of a receipt that show behaviour: they ran the program, passed, and are able to fail. A suite that
 * failed as a whole on the base does not count, nor does one that does not notice broken code.
 */
function greenChecks(gates: readonly GateResult[]): readonly GateResult[] {
  const uncontrolled = new Set(gates.filter(({ verdict }) => verdict === 'uncontrolled').map(({ gate }) => gate))
  return gates.filter(
    ({ gate, verdict }) => verdict === 'passed' && runsProgram(gate) && !uncontrolled.has(`control:${gate}`),
  )
}

const runsProgram = (gate: string): boolean => gate === 'test' || gate === 'numeric' || gate.startsWith('criterion:')

/** The reason why no check shows that behaviour is kept; null if one does, or if no executable code changed. */
export async function unkeptGate(on: Case, gates: readonly GateResult[]): Promise<GateResult | null> {
  if (greenChecks(gates).length > 0 || !(await changesMoreThanWords(on))) return null
  const words = `No check shows that behaviour is kept: ${whyNot(gates)}. Add a criterion with a command, or look at it yourself.`
  return readingGate('kept', words, { verdict: 'unproven' })
}

function whyNot(gates: readonly GateResult[]): string {
  const of = (name: string) => gates.find(({ gate }) => gate === name)
  const test = of('test')
  if (!test) return 'there is no test command'
  if (test.verdict === 'known-failure') return 'the test command fails on the base too, so it does not count as a check'
  if (of('control:test')?.verdict === 'uncontrolled') return 'the test command does not notice broken code'
  return test.verdict === 'flaky' ? 'the test command is flaky' : `the test command says ${test.verdict}`
}
