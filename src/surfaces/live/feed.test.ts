import { expect, test } from 'vitest'
import { completed, ended, opened, proofStarted, ready, started } from '../../../test/rig/core/facts.ts'
import { timeOf } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../../core/plan/ids.ts'
import type { Event } from '../../core/run/event.ts'
import { Feed } from './feed.ts'

const PLAN = plan([task('1'), task('2')])

function fed(...events: readonly (Event | readonly Event[])[]): Feed {
  const feed = new Feed()
  for (const [at, event] of [opened(PLAN), ...events.flat()].entries())
    feed.take({ version: at + 1, at: timeOf(at + 1), event })
  return feed
}

test('the feed is the fold of the journal, and its log what pm-agent log says', () => {
  const feed = fed(ready, completed('1'))
  expect(feed.view!.tasks.map(({ state }) => state)).toEqual(['completed', 'ready'])
  expect(feed.log.map(({ words }) => words)).toEqual([
    'plan "The shop" with 2 tasks, branch pm/shop, base base',
    'base: no commands to run',
    'given to worker (attempt 1): Make 1',
    'it says "success", 1 changed file; now proving it',
    'proven: test went from red to green (1.0 s)',
    'completed as commit-1',
  ])
})

test('a task has been at what it does since the last thing that happened to it', () => {
  expect(fed(ready, started('1')).since.get(taskId('1'))).toBe(timeOf(5))
  expect(fed(ready, started('1'), ended('1'), proofStarted('1')).since.get(taskId('1'))).toBe(timeOf(7))
})

test('a run has been going since it was opened, taken up again, or found lost by a new pm-agent', () => {
  expect(fed(ready).startedAt).toBe(timeOf(1))
  expect(fed(ready, { type: 'run-stopped', by: 'Ada' }, { type: 'run-resumed' }).startedAt).toBe(timeOf(6))
  expect(fed(ready, started('1'), ended('1', 1, { ending: { is: 'lost' } })).startedAt).toBe(timeOf(6))
})

test('notes stand in the log among what happened', () => {
  const feed = fed(ready)
  feed.note('going on', timeOf(9))
  expect(feed.log.at(-1)).toMatchObject({ task: null, words: 'note: going on', tone: 'plain' })
})

test('the log keeps the newest lines and lets go of the oldest', () => {
  const feed = fed(ready)
  for (let at = 0; at < 3_000; at++) feed.note(`${at}`, timeOf(9))
  expect(feed.log.length).toBe(2_000)
  expect(feed.log.at(-1)!.words).toBe('note: 2999')
})
