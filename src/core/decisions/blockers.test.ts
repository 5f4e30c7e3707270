import { expect, test } from 'vitest'
import { completed, config, opened, ready, started } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import { blockerLines, blockersOf } from './blockers.ts'

// 1 (asks) --> 2 --> 3      4
const TASKS = plan([task('1'), task('2', { needs: ['1'] }), task('3', { needs: ['2'] }), task('4')])
const asks = { type: 'task-escalated', task: taskId('1'), reason: 'agent-blocked', reasons: ['no key'] } as const
const begun = given(opened(TASKS, { config: config({ parallel: 2 }) }), ready).and(started('1'), asks)

test('a run is all blocked once no task can go on without a human, and each says what it waits for', () => {
  expect(blockersOf(begun.state)).toEqual([])
  expect(blockersOf(begun.and(started('4')).state)).toEqual([])
  const blockers = blockersOf(begun.and(completed('4')).state)
  expect(blockers).toEqual([
    {
      task: '1',
      title: 'Make 1',
      waits_for: 'you',
      problem: 'The agent for task 1 (Make 1) says that it is blocked: no key',
      blocks: ['2', '3'],
    },
    { task: '2', title: 'Make 2', waits_for: ['1'], problem: null, blocks: [] },
    { task: '3', title: 'Make 3', waits_for: ['1'], problem: null, blocks: [] },
  ])
  expect(blockerLines(blockers)).toEqual([
    'ALL BLOCKED: nothing can continue without you',
    '  1  Make 1: waits for you: pm-agent review 1 (blocks 2, 3)',
    '  2  Make 2: waits for task 1',
    '  3  Make 3: waits for task 1',
  ])
})

test('questions that nobody else waits for need no list', () => {
  const alone = given(opened(plan([task('1')])), ready).and(started('1'), asks)
  expect(blockersOf(alone.state)).toHaveLength(1)
  expect(blockerLines(blockersOf(alone.state))).toEqual([])
})
