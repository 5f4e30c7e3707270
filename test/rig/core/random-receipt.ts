import fc from 'fast-check'
import { tree } from '../../../src/core/plan/ids.ts'
import type { GateResult, Receipt } from '../../../src/core/proof/receipt.ts'
import { gate, receipt } from './facts.ts'

const VERDICTS = [
  'passed',
  'failed',
  'known-failure',
  'no-tests',
  'no-criteria',
  'unproven',
  'environment',
  'unjudged',
  'not-run',
] as const
const NAMES = ['test', 'test:old-form', 'lint', 'typecheck', 'criterion:c1', 'criterion:c2', 'red-green', 'scope']

/** One gate with any verdict, blocking or not. */
export const anyGate: fc.Arbitrary<GateResult> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    // Passes are drawn more often, otherwise hardly any receipt would pass.
    verdict: fc.oneof({ weight: 3, arbitrary: fc.constant('passed' as const) }, fc.constantFrom(...VERDICTS)),
    blocking: fc.boolean(),
  })
  .map(({ name, verdict, blocking }) => gate(name, verdict, { blocking }))

/** Any receipt that a proof could produce, and many that it could not. */
export const anyReceipt: fc.Arbitrary<Receipt> = fc
  .record({
    gates: fc.array(anyGate, { maxLength: 5 }),
    basis: fc.constantFrom('red-green', 'kept', 'verified', 'existed', 'none'),
    code: fc.constantFrom('a', 'b'),
  } as const)
  .map(({ gates, basis, code }) => receipt({ gates, basis, codeTree: tree(code), redGreen: [] }))
