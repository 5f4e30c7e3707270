import { describe, expect, it } from 'vitest'
import { completed, config, finished, opened, ready, saying, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Event } from '../run/event.ts'
import { isProgressDue, progressLines, progressOf } from './progress.ts'

const four = ['1', '2', '3', '4'].map(id => task(id, { tier: id === '4' ? 'critical' : 'normal' }))
const landed = (id: string): Event => completed(id).findLast(event => event.type === 'task-landed')!
const due = (at: Given, event: Event, told = { settled: 0, at: at.state.lastAt }): boolean =>
  isProgressDue(told, { version: at.state.version, at: at.state.lastAt, event }, at.state)

describe('progress is told', () => {
  it('after every three tasks', () => {
    const two = given(opened(plan(four)), ready, completed('1'), completed('2'))
    expect(due(two, landed('2'))).toBe(false)
    expect(due(two.and(...completed('3')), landed('3'))).toBe(true)
  })

  it('after as many tasks as the settings say, and after as many minutes', () => {
    const often = config({}, { progress: { tasks: 1, minutes: 5 } })
    const one = given(opened(plan(four), { config: often }), ready, completed('1'))
    expect(due(one, landed('1'))).toBe(true)
    const { lastAt } = one.state
    expect(due(one, started('2'), { settled: 1, at: lastAt - 4 * 60_000 })).toBe(false)
    expect(due(one, started('2'), { settled: 1, at: lastAt - 5 * 60_000 })).toBe(true)
  })

  it('after a critical task, and after a human answered', () => {
    const one = given(opened(plan(four)), ready, completed('4'))
    expect(due(one, landed('4'))).toBe(true)
    expect(due(one, { type: 'task-skipped', task: taskId('2'), by: 'Ada', note: '' })).toBe(true)
  })
})

it('progress says what is done, under way, stuck, at risk and left', () => {
  const tasks = [...four, task('5', { tier: 'low', needs: ['3'] })]
  const said = { reading: saying('success', { risks: ['The cache may be stale.'] }) }
  const at = given(opened(plan(tasks), { config: config({ parallel: 3 }) }), ready, completed('1', said), started('2'))
    .and(started('3'))
    .after(finished('3', 1, { reading: saying('blocked', { summary: 'which key?' }) }))
  expect(progressLines(progressOf(at.state))).toMatchInlineSnapshot(`
    [
      "PROGRESS — The shop",
      "Completed: 1/5 tasks",
      "In progress: 2 (implementing)",
      "Blocked: 2",
      "  3: the agent for Task 3 (Make 3) says that it is blocked: which key?",
      "  5: waits for task 3, which a human must decide",
      "Unresolved risks: 1",
      "  1-r1 (normal): The cache may be stale.",
      "Estimated remaining: 1 critical, 2 normal, 1 low",
    ]
  `)
})
