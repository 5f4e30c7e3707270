import { describe, expect, test } from 'vitest'
import { completed, opened, ready, skipped, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { criterion, plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Plan } from '../plan/plan.ts'

/** Task 2 contains 2/1 and 2/2; 3 needs 2, and 4 nothing. */
const shop = (fields = {}): Plan =>
  plan([
    task('1'),
    task('2', { subPlan: 'two.md', needs: ['1', '2/1', '2/2'], ...fields }),
    task('2/1', { parent: taskId('2'), needs: ['1'] }),
    task('2/2', { parent: taskId('2'), needs: ['2/1', '1'] }),
    task('3', { needs: ['2'] }),
    task('4'),
  ])
const run = (fields = {}): Given => given(opened(shop(fields)), ready)
const starts = (at: Given): readonly string[] =>
  at.next().flatMap(effect => (effect.type === 'run-attempt' ? [effect.task] : []))
const failed = (id: string) => ({
  type: 'task-escalated' as const,
  task: taskId(id),
  reason: 'fixes-spent' as const,
  reasons: [],
})

describe('a parent without criteria', () => {
  test('never runs itself and is completed with its last child', () => {
    const before = run().and(completed('1'), completed('2/1'))
    expect(before.status('2')).toBe('ready')
    expect(before.reason('2')).toBe('1 of 2 done')
    const after = before.and(completed('2/2'))
    expect(after.task('2').stage).toMatchObject({ is: 'completed', outcome: 'proven', commit: null })
    expect(starts(after)).toEqual(['3'])
    expect(after.why('2')).toEqual(['Task 2 is completed with its sub-plan: 2 of 2 done.'])
  })

  test('has the weakest outcome of its children, and is skipped if all of them are', () => {
    const once = run().and(completed('1'), completed('2/1'), skipped('2/2'))
    expect(once.task('2').stage).toMatchObject({ is: 'completed', outcome: 'proven' })
    expect(run().and(skipped('2/1'), skipped('2/2')).task('2').stage.is).toBe('skipped')
  })

  test('is open again when a human takes a child in again', () => {
    const again = run()
      .and(completed('1'), skipped('2/1'), skipped('2/2'))
      .after({ type: 'retry-task', task: taskId('2/2'), by: 'Ada', note: '' })
    expect(again.task('2').stage.is).toBe('queued')
    expect(starts(again)).toContain('2/2')
  })
})

describe('a failure inside a sub-plan', () => {
  test('bubbles up as the state of the parent, and tasks outside go on', () => {
    const stuck = run().and(completed('1'), started('2/1'), failed('2/1'))
    expect(stuck.status('2')).toBe('blocked')
    expect(stuck.reason('2')).toBe('0 of 2 done; task 2/1 waits for a human')
    expect(stuck.status('3')).toBe('blocked')
    expect(starts(stuck)).toEqual(['4'])
  })

  test('work anywhere inside is work of the parent', () => {
    expect(run().and(completed('1'), started('2/1')).status('2')).toBe('implementing')
  })
})

test('a parent with criteria runs after its children, and its dependents wait for that', () => {
  const integration = { criteria: [criterion('c1', 'npm test')], type: 'verification' as const }
  const after = run(integration).and(completed('1'), completed('2/1'), completed('2/2'))
  expect(after.status('2')).toBe('ready')
  expect(starts(after)).toEqual(['2'])
  expect(after.status('3')).toBe('waiting')
})

describe('a command about a parent', () => {
  test('skips everything inside that has not ended', () => {
    const after = run()
      .and(completed('1'), completed('2/1'))
      .after({ type: 'skip-task', task: taskId('2'), by: 'Ada', note: 'later' })
    expect(after.task('2/1').stage.is).toBe('completed')
    expect(after.task('2/2').stage).toMatchObject({ is: 'skipped', note: 'later' })
    expect(after.task('2').stage.is).toBe('completed')
  })

  test('retries what failed inside, and is refused if nothing did', () => {
    const retry = { type: 'retry-task' as const, task: taskId('2'), by: 'Ada', note: '' }
    expect(run().and(completed('1'), started('2/1'), failed('2/1')).after(retry).status('2/1')).toBe('ready')
    run().when(retry).thenRefused('nothing-to-retry')
  })

  test('is refused while one of them is worked on, as for any task', () => {
    run()
      .and(completed('1'), started('2/1'))
      .when({ type: 'skip-task', task: taskId('2'), by: 'Ada', note: '' })
      .thenRefused('task-is-running')
  })
})
