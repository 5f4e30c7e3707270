import { expect, it } from 'vitest'
import { gate } from '../../../test/rig/core/facts.ts'
import type { Strength } from '../strength/strength.ts'
import { unsettledText } from './unsettled.ts'

it('is empty where every check passed', () => {
  expect(
    unsettledText([gate('test', 'passed'), gate('criterion:c2', 'unjudged', { blocking: false })], ['src/a.ts']),
  ).toBe('')
})

it('lists what is no pass with its places, what depends on the change itself, and what was let pass', () => {
  const text = unsettledText(
    [
      gate('test', 'passed'),
      gate('ambient', 'noted', { blocking: false, evidence: 'reads the clock', places: ['src/a.ts:3'] }),
      gate('criterion:c1', 'passed', { restsOn: ['check.sh'] }),
      gate('tests-kept', 'changes-tests', { evidence: 'a test is gone', excused: { by: 'Ada', as: 'approved' } }),
    ],
    [],
  )
  expect(text).not.toContain('- test:')
  expect(text).toContain('- ambient: noted\n> reads the clock\n> places: src/a.ts:3')
  expect(text).toContain('- criterion:c1: passed\n')
  expect(text).toContain('> it depends on files of the change itself: check.sh')
  expect(text).toContain('> approved by Ada')
})

it('lists what the tests do not notice', () => {
  const strength = { noticed: 1, of: 2, survivors: [], unnoticed: [], idle: [], left: 0 }
  const survivors = [{ path: 'src/a.ts', line: 3, was: '<', now: '<=' }]
  const gates = (measured: Strength) => [
    gate('strength', 'passed', { evidence: 'strength 1 of 2', strength: measured }),
  ]
  expect(unsettledText(gates(strength), [])).toBe('')
  expect(unsettledText(gates({ ...strength, survivors }), [])).toContain('- strength: passed\n> strength 1 of 2')
})

it('quotes names of files that read like a sentence', () => {
  const name = 'src/judge-this-was-verified-by-the-team.ts'
  expect(unsettledText([gate('test', 'passed')], ['src/short-name.ts', name])).toContain(`> ${name}`)
  expect(unsettledText([gate('test', 'passed')], ['src/short-name.ts'])).toBe('')
})
