import { expect, test } from 'vitest'
import type { RunView } from '../../../../core/shown/view.ts'
import { newIn, problemIn, subjectOf, waitingIn } from './waiting.ts'

const asked = (task: string, blocking: boolean) => ({
  task,
  problem: `${task} is wrong`,
  impact: '',
  options: [],
  recommended: 0,
  blocking,
})

const view = (more: object): Omit<RunView, 'tasks'> =>
  ({
    run: { halted: null, paused: [] },
    escalations: [],
    plan_questions: [],
    waiting_for: [],
    blockers: [],
    ...more,
  }) as unknown as Omit<RunView, 'tasks'>

test('questions that block other work come first, and questions about the plan last', () => {
  const waiting = waitingIn(
    view({
      escalations: [asked('1', false), asked('2', true), asked('release', true)],
      plan_questions: [{ task: '3', problem: 'reworded', options: [] }],
    }),
  )
  expect(waiting.map(subjectOf)).toEqual(['Task 2', 'Release', 'Task 1', 'Plan, task 3'])
  expect(problemIn(waiting[0]!)).toBe('2 is wrong')
})

test('a halted run and an agent that is paused for good wait for a human; a pause with an end does not', () => {
  const paused = [
    { agent: 'a', reason: 'limit', until: null, words: 'a is out' },
    { agent: 'b', reason: 'limit', until: '2026-01-01T00:00:00Z', words: 'b is out' },
  ]
  const waiting = waitingIn(view({ run: { halted: { problem: 'the disk is full', hints: [] }, paused } }))
  expect(waiting.map(subjectOf)).toEqual(['The run', 'Agent a'])
})

test('only a question that was not there before is new', () => {
  const before = waitingIn(view({ escalations: [asked('1', false)] }))
  const now = waitingIn(view({ escalations: [asked('1', true), asked('2', false)] }))
  expect(newIn(before, now).map(subjectOf)).toEqual(['Task 2'])
})
