import { expect, test } from 'vitest'
import { completed, opened, ready } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { allTimes, timeEstimate, timesOf } from './time-estimate.ts'

const PAST = { agentsMs: [60_000, 120_000, 600_000], proofsMs: [10_000, 30_000, 20_000] }

test('nothing is estimated before a task has landed', () => {
  const { state } = given(opened(plan([task('1')])), ready)
  expect(timeEstimate([task('1')], timesOf(state), 3)).toBe(null)
})

test('a task takes what tasks took before, in the middle, and a run its longest chain', () => {
  const chain = [task('1'), task('2', { needs: ['1'] }), task('3', { needs: ['2'] }), task('4')]
  expect(timeEstimate(chain, PAST, 3)).toEqual({ agentMs: 120_000, proofMs: 20_000, runMs: 420_000, basedOn: 3 })
})

test('a run is not shorter than its tasks shared among those who work at once, without those that are ticked', () => {
  const apart = ['1', '2', '3', '4', '5'].map(id => task(id))
  expect(timeEstimate([...apart, task('6', { ticked: true })], PAST, 2)!.runMs).toBe(3 * 140_000)
})

test('what landed is counted, and a rehearsal is not', () => {
  const of = plan([task('1'), task('2')])
  const real = given(opened(of), ready, completed('1')).state
  expect(allTimes([timesOf(real), timesOf(real)]).agentsMs).toHaveLength(2)
  expect(timesOf(given(opened(of, { rehearsal: true }), ready, completed('1')).state).agentsMs).toEqual([])
})
