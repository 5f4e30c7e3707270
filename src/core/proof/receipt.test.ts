import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gate, receipt } from '../../../test/rig/core/facts.ts'
import { anyGate, anyReceipt } from '../../../test/rig/core/random-receipt.ts'
import { blockers, fingerprint, isProven } from './receipt.ts'
import { mayLand } from './waiver.ts'

describe('a receipt', () => {
  it('is proven when nothing blocks and a check shows the change', () => {
    expect(isProven(receipt())).toBe(true)
  })

  it.each([
    'failed',
    'known-failure',
    'no-tests',
    'no-criteria',
    'unproven',
    'environment',
    'unjudged',
    'not-run',
  ] as const)('is not proven while a blocking gate says %s', verdict => {
    expect(isProven(receipt({ gates: [gate('test', 'passed'), gate('lint', verdict)] }))).toBe(false)
  })

  it('is proven although a gate that does not block says otherwise', () => {
    const beside = gate('lint', 'known-failure', { blocking: false })
    expect(isProven(receipt({ gates: [gate('test', 'passed'), beside] }))).toBe(true)
  })

  it('is not proven and cannot land where a defence was left out, whatever a human says', () => {
    expect(mayLand(receipt(), [])).toBe(true)
    const without = receipt({ leftOut: ['controls'] })
    expect(isProven(without)).toBe(false)
    expect(mayLand(without, [])).toBe(false)
    const gates = [gate('test', 'passed'), gate('lint', 'failed')]
    const waiver = { by: 'Ada', note: 'it may', gates }
    expect(mayLand(receipt({ gates }), [waiver])).toBe(true)
    expect(mayLand(receipt({ gates, leftOut: ['controls'] }), [waiver])).toBe(false)
  })

  it('is not proven when nothing at all passed', () => {
    expect(isProven(receipt({ gates: [], basis: 'kept' }))).toBe(false)
    const beside = gate('test', 'known-failure', { blocking: false })
    expect(isProven(receipt({ gates: [beside], basis: 'kept' }))).toBe(false)
  })

  it('is not proven without a basis', () => {
    expect(isProven(receipt({ basis: 'none' }))).toBe(false)
  })

  it('names as blockers exactly the blocking gates that did not pass', () => {
    const failed = gate('lint', 'failed')
    const beside = gate('scope', 'failed', { blocking: false })
    expect(blockers(receipt({ gates: [gate('test', 'passed'), failed, beside] }))).toEqual([failed])
  })

  it('is never proven while a gate blocks', () => {
    fc.assert(
      fc.property(anyReceipt, random => {
        if (isProven(random)) expect(blockers(random)).toEqual([])
      }),
    )
  })

  it('that gains a gate which blocks is no longer proven', () => {
    fc.assert(
      fc.property(anyReceipt, anyGate, (random, more) => {
        const gates = [...random.gates, { ...more, blocking: true, verdict: 'failed' as const }]
        expect(isProven({ ...random, gates })).toBe(false)
      }),
    )
  })
})

describe('the fingerprint of a failure', () => {
  it('names each blocking gate with its verdict, in one order', () => {
    const gates = [gate('test', 'failed'), gate('lint', 'failed'), gate('scope', 'failed', { blocking: false })]
    expect(fingerprint(receipt({ gates }))).toBe('lint=failed test=failed')
    expect(fingerprint(receipt({ gates: gates.toReversed() }))).toBe('lint=failed test=failed')
  })

  it('is another one where other tests fail', () => {
    const failing = (...tests: readonly string[]) =>
      fingerprint(receipt({ gates: [gate('test', 'failed', { tests })] }))
    expect(failing('a > 1', 'a > 2')).not.toBe(failing('a > 2'))
    expect(failing('a > 1', 'a > 2')).toBe(failing('a > 2', 'a > 1'))
  })

  it('does not depend on evidence, times or paths', () => {
    const before = receipt({ gates: [gate('test', 'failed', { evidence: '3 failed in 1.2 s', durationMs: 1200 })] })
    const after = receipt({ gates: [gate('test', 'failed', { evidence: '3 failed in 9 s', outputFile: 'other' })] })
    expect(fingerprint(after)).toBe(fingerprint(before))
  })
})
