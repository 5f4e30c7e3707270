import { expect, test } from 'vitest'
import { opened, ready } from '../../../../test/rig/core/facts.ts'
import { given } from '../../../../test/rig/core/given.ts'
import { largeHierarchy } from '../../../../test/rig/core/large-hierarchy.ts'
import { bestCpuMs } from '../../../../test/rig/processor-time.ts'
import { next } from '../../../core/run/next.ts'
import { viewRun } from '../../../core/shown/view.ts'
import { readWholePlan } from './whole-plan.ts'

const documents = largeHierarchy()
const read = () =>
  readWholePlan(documents.get('PLAN.md')!, { path: 'PLAN.md', depthMax: 3, read: path => documents.get(path) ?? null })

test('2,000 tasks in 250 sub-plans are read, ordered and shown in well under a second each', () => {
  const { plan, diagnostics } = read()
  expect(diagnostics).toEqual([])
  expect(plan!.subPlans).toHaveLength(250)
  expect(plan!.tasks.filter(({ subPlan }) => subPlan === undefined)).toHaveLength(2000)
  expect(bestCpuMs(3, read)).toBeLessThan(1_000)
  const { state } = given(opened(plan!), ready)
  const view = () => viewRun({ ...state })
  expect(view().tasks).toHaveLength(2250)
  expect(bestCpuMs(3, view)).toBeLessThan(1_000)
  expect(bestCpuMs(3, () => next({ ...state }))).toBeLessThan(500)
})
