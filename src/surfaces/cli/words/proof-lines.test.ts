import { expect, test } from 'vitest'
import { receipt } from '../../../../test/rig/core/facts.ts'
import { proofLines } from './proof-lines.ts'

test('the longest steps of a proof come first, and those that take no time are left out', () => {
  const steps = [
    { name: 'setup', durationMs: 0 },
    { name: 'test', durationMs: 900 },
    { name: 'witness', durationMs: 2_000 },
  ]
  expect(proofLines({ ...receipt(), durationMs: 3_000, steps })).toEqual([
    '',
    'Time of the proof: 3.0 s',
    '  witness                  2.0 s',
    '  test                     900 ms',
  ])
})
