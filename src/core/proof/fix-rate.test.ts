import { describe, expect, it } from 'vitest'
import {
  ended,
  gate,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { finalReport, reportLines } from '../shown/final-report.ts'
import { fixRate, refusedBefore } from './fix-rate.ts'
import type { Receipt } from './receipt.ts'

const attempt = (number: number, of: Receipt) => [
  started('1', number, { kind: number === 1 ? 'implement' : 'fix' }),
  ended('1', number),
  proofStarted('1', number),
  proofRecorded('1', of, number),
]
const having = (...receipts: readonly Receipt[]) =>
  given(ready, ...receipts.flatMap((of, at) => attempt(at + 1, of))).state

describe('the fix rate', () => {
  it('is unknown where nothing had to be fixed', () => {
    const state = having(receipt())
    expect(fixRate(state)).toEqual({ attempts: 0, fixed: 0, rate: null })
    expect(reportLines(finalReport(state)).join('\n')).not.toContain('Fixes:')
  })

  it('counts fixes that turned what had failed green, and says so in the report', () => {
    const state = having(refusedBy('test'), refusedBy('test'), receipt())
    expect(fixRate(state)).toEqual({ attempts: 2, fixed: 1, rate: 0.5 })
    expect(finalReport(state).fix_rate).toEqual({ attempts: 2, fixed: 1, rate: 0.5 })
    expect(reportLines(finalReport(state))).toContain(
      'Fixes:   1 of 2 fix attempts turned what had failed green (50 %)',
    )
  })

  it('counts a fix that breaks something else as one, because what had failed is green', () => {
    const broke = receipt({ gates: [gate('lint', 'failed'), gate('test', 'passed')], basis: 'none' })
    expect(fixRate(having(refusedBy('test'), broke))).toMatchObject({ attempts: 1, fixed: 1 })
  })

  it('does not count a gate that was not run any more as green', () => {
    const silent = receipt({
      gates: [gate('lint', 'failed'), gate('test', 'not-run', { blocking: false })],
      basis: 'none',
    })
    expect(fixRate(having(refusedBy('test'), silent))).toMatchObject({ attempts: 1, fixed: 0 })
  })

  it('does not count what we cut short, and counts an agent that ended without work', () => {
    const cut = (is: 'stopped' | 'timed-out') =>
      given(
        ready,
        ...attempt(1, refusedBy('test')),
        started('1', 2, { kind: 'fix' }),
        ended('1', 2, {
          ending: is === 'stopped' ? { is } : { is, minutes: 45 },
          draft: null,
        }),
      ).state
    expect(fixRate(cut('stopped')).attempts).toBe(0)
    expect(fixRate(cut('timed-out'))).toMatchObject({ attempts: 1, fixed: 0 })
  })
})

it('the gates that refused are known to the fix that follows, and to nobody else', () => {
  const refused = (state: ReturnType<typeof having>) => refusedBefore(state.tasks[0]!)
  expect(refused(having(refusedBy('lint')))).toEqual([])
  expect(refused(given(ready, ...attempt(1, refusedBy('lint')), started('1', 2, { kind: 'fix' })).state)).toEqual([
    'lint',
  ])
})
