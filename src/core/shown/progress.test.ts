import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  finished,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  saying,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Event } from '../run/event.ts'
import { askingIn, isProgressDue, type ProgressTold, progressLines, progressOf } from './progress.ts'

const four = ['1', '2', '3', '4'].map(id => task(id, { tier: id === '4' ? 'critical' : 'normal' }))
const landed = (id: string): Event => completed(id).findLast(event => event.type === 'task-landed')!
const due = (at: Given, event: Event, told: Partial<ProgressTold> = {}): boolean =>
  isProgressDue(
    { settled: 0, asking: [], at: at.state.lastAt, ...told },
    { version: at.state.version, at: at.state.lastAt, event },
    at.state,
  )

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

  it('after a critical task', () => {
    const one = given(opened(plan(four)), ready, completed('4'))
    expect(due(one, landed('4'))).toBe(true)
  })

  it.each([
    ['retry-task', true],
    ['skip-task', true],
    ['revise-task', true],
    ['reject-task', false],
    ['pause-task', false],
  ] as const)('once a question is answered: after %s that is %s', (type, isAnswered) => {
    const asking = given(opened(plan(four), { config: config({ fixes: 0 }) }), ready)
      .and(started('1'), ended('1'), proofStarted('1'))
      .after(proofFinished('1', refusedBy('test')))
    expect(askingIn(asking.state)).toEqual(['1'])
    const decided = asking.when({ type, task: taskId('1'), by: 'Ada', note: 'why' }).events()
    expect(due(asking.and(decided), decided[0]!, { asking: askingIn(asking.state) })).toBe(isAnswered)
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
      "  3: The agent for task 3 (Make 3) says that it is blocked: which key?",
      "  5: waits for task 3, which a human must decide",
      "Unresolved risks: 1",
      "  1-r1 (normal): The cache may be stale.",
      "Estimated remaining: 1 critical, 2 normal, 1 low",
    ]
  `)
})
