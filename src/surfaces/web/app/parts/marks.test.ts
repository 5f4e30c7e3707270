import { expect, test } from 'vitest'
import { taskView } from '../../../../../test/rig/web/task-views.ts'
import type { TaskStatus } from '../../../../core/shown/status.ts'
import { markCounts, markOf, verdictMark } from './marks.ts'

const STATES: readonly TaskStatus[] = [
  'waiting',
  'ready',
  'implementing',
  'testing',
  'test-failed',
  'landing',
  'blocked',
  'paused',
  'escalated',
  'skipped',
]

test('every state and outcome has a word and a sign of its own beside the colour', () => {
  const all = [
    ...STATES.map(state => markOf({ state, outcome: null })),
    ...['proven', 'waived', 'existed', 'unverified'].map(outcome => markOf({ state: 'completed', outcome })),
  ]
  expect(new Set(all.map(({ word }) => word)).size).toBe(all.length)
  expect(all.every(({ sign }) => sign.length === 1)).toBe(true)
})

test('work that was waived or not verified never looks like proven work', () => {
  const proven = markOf({ state: 'completed', outcome: 'proven' })
  for (const outcome of ['waived', 'unverified'])
    expect(markOf({ state: 'completed', outcome }).tone).not.toBe(proven.tone)
})

test('counts begin with what needs a human, and groups are no tasks', () => {
  const tasks = [
    taskView('1', { state: 'completed', outcome: 'proven' }),
    taskView('2', { state: 'escalated' }),
    taskView('3', { group: true }),
    taskView('4', { state: 'testing' }),
  ]
  expect(markCounts(tasks).map(({ word, count }) => [word, count])).toEqual([
    ['for you', 1],
    ['testing', 1],
    ['proven', 1],
  ])
})

test('only a pass and a confirmation of the judge are good, and an excused gate looks like neither', () => {
  expect(verdictMark('passed').tone).toBe('good')
  expect(verdictMark('failed').tone).toBe('bad')
  expect(verdictMark('failed', { excused: true }).tone).toBe('waived')
  for (const verdict of ['not-run', 'unproven', 'judge-crashed', 'flaky', 'uncontrolled', 'environment'])
    expect(verdictMark(verdict).tone).not.toBe('good')
})
