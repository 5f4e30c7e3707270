import { expect, it } from 'vitest'
import { ended, gate, proofRecorded, proofStarted, ready, receipt, started } from '../../../../test/rig/core/facts.ts'
import { given } from '../../../../test/rig/core/given.ts'
import { tree } from '../../../core/plan/ids.ts'
import type { GateResult, Receipt } from '../../../core/proof/receipt.ts'
import { contradictionGate } from './contradiction.ts'

const of = (...gates: readonly GateResult[]): Receipt => receipt({ gates, basis: 'none' })
const ran = (verdict: GateResult['verdict'], name = 'test') => gate(name, verdict, { command: 'npm test' })
const after = (before: Receipt) =>
  given(ready, started('1'), ended('1'), proofStarted('1'), proofRecorded('1', before)).task('1')

it('the same files that were refused and are accepted now are said to be so, with the check that changed its mind', () => {
  expect(contradictionGate(after(of(ran('failed'))), of(ran('passed')))).toMatchObject({
    gate: 'same-files',
    verdict: 'noted',
    blocking: false,
    evidence: 'An earlier proof of the same files had other results: test failed in attempt 1 and passed now.',
    flaky: [{ check: 'test', failed: 1, runs: 2 }],
  })
})

it('nothing is said of other files, of checks that agree, and of what was not run before', () => {
  const before = after(of(ran('failed')))
  expect(contradictionGate(before, { ...of(ran('passed')), codeTree: tree('other') })).toBeNull()
  expect(contradictionGate(before, of(ran('failed')))).toBeNull()
  expect(contradictionGate(before, of(ran('passed', 'lint')))).toBeNull()
})
