import { expect, test } from 'vitest'
import { taskView } from '../../../../../test/rig/web/task-views.ts'
import type { WebChange } from '../../wire.ts'
import { withChange } from './shown-run.ts'

const change = (more: Partial<WebChange>): WebChange => ({
  version: 1,
  run: {
    run: {} as WebChange['run']['run'],
    escalations: [],
    plan_questions: [],
    waiting_for: [],
    blockers: [],
  },
  tasks: [],
  driver: 'driving',
  critical_path: [],
  ...more,
})

const ids = (shown: ReturnType<typeof withChange>) => shown.view.tasks.map(({ id }) => id)

test('the first change is the whole run', () => {
  const shown = withChange(null, change({ tasks: [taskView('1'), taskView('2')], order: ['1', '2'] }))
  expect(ids(shown)).toEqual(['1', '2'])
  expect(shown).toMatchObject({ version: 1, driver: 'driving' })
})

test('a change replaces the tasks that differ and keeps the identity of the others', () => {
  const first = withChange(null, change({ tasks: [taskView('1'), taskView('2')], order: ['1', '2'] }))
  const second = withChange(first, change({ version: 2, tasks: [taskView('2', { state: 'testing' })] }))
  expect(second.version).toBe(2)
  expect(second.view.tasks[0]).toBe(first.view.tasks[0])
  expect(second.view.tasks[1]).toMatchObject({ state: 'testing' })
})

test('an added task takes its place in the order of the plan, and a removed one is gone', () => {
  const first = withChange(
    null,
    change({ tasks: [taskView('1'), taskView('2'), taskView('3')], order: ['1', '2', '3'] }),
  )
  const second = withChange(first, change({ version: 2, tasks: [taskView('1.a')], order: ['1', '1.a', '3'] }))
  expect(ids(second)).toEqual(['1', '1.a', '3'])
})

test('the whole run once more, after a lost link, gives the same as the changes that were missed', () => {
  const whole = change({ version: 5, tasks: [taskView('1', { state: 'completed' })], order: ['1'] })
  const before = withChange(null, change({ tasks: [taskView('1'), taskView('2')], order: ['1', '2'] }))
  expect(withChange(before, whole)).toEqual(withChange(null, whole))
})
