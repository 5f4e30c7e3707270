import { expect, it } from 'vitest'
import { config } from '../../../test/rig/core/facts.ts'
import { differingSettings, settingsIn, settingsWords, withSettings } from './run-settings.ts'

const ANN = { is: 'command', name: 'ann', command: 'ann' } as const
const before = config({ parallel: 2, usdPerRun: 25 })

it('settings of a run are read by name', () => {
  expect(settingsIn(before, ['parallel', 'judge'])).toEqual({ parallel: 2, judge: undefined })
})

it('only settings that differ are changes', () => {
  expect(differingSettings(before, { parallel: 2, usdPerRun: 30, judge: ANN })).toEqual({ usdPerRun: 30, judge: ANN })
  expect(differingSettings(before, settingsIn(before, ['worker', 'parallel', 'usdPerRun']))).toEqual({})
})

it('a change leaves all other settings as they are', () => {
  expect(withSettings(before, { usdPerRun: 30 })).toEqual({ ...before, limits: { ...before.limits, usdPerRun: 30 } })
  expect(withSettings(before, { worker: ANN, judge: ANN })).toEqual({ ...before, worker: ANN, judge: ANN })
  expect(withSettings(before, {})).toBe(before)
})

it('changed settings are shown in words', () => {
  expect(settingsWords({ worker: { is: 'scripted', name: 'ann', script: '' }, parallel: 2, usdPerRun: 5 })).toEqual([
    'ann works',
    '2 at once',
    '$5.00 at most',
  ])
  expect(settingsWords({ worker: null })).toEqual([])
})
