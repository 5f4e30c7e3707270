import { describe, expect, test } from 'vitest'
import { changedBy, overridesIn } from './run-flags.ts'

describe('the flags of run', () => {
  test('override settings', () => {
    expect(
      overridesIn({ agent: 'claude', judge: 'codex', parallel: '5', budget: '$7.5', quick: true, only: '3' }),
    ).toEqual({ agent: 'claude', judge: 'codex', quick: true, limits: { parallel: 5, usdPerRun: 7.5 } })
    expect(overridesIn({ json: true })).toEqual({ limits: {} })
  })

  test.each([
    [{ parallel: '65' }, '--parallel 65 is not a number of agents'],
    [{ parallel: 'two' }, '--parallel two is not a number of agents'],
    [{ budget: '0' }, '--budget 0 is not an amount of dollars'],
    [{ budget: 'much' }, '--budget much is not an amount of dollars'],
  ])('with a wrong value are refused: %j', (flags, message) => {
    expect(() => overridesIn(flags)).toThrow(message)
  })

  test('change settings of a run that is under way', () => {
    expect(changedBy({ parallel: '5', json: true, agent: 'claude' })).toEqual(['parallel', 'worker'])
  })
})
