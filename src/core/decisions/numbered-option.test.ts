import { expect, it } from 'vitest'
import {
  config,
  ended,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import { numberedOption } from './numbered-option.ts'

const failed = given(opened(plan([task('1'), task('2')]), { config: config({ fixes: 0 }) }), ready)
  .and(started('1'), ended('1'), proofStarted('1'))
  .after(proofFinished('1', refusedBy('test')))
const rejected = failed.after({ type: 'reject-task', task: taskId('1'), by: 'Ada', note: '' })

const taken = (at: typeof failed, named: Parameters<typeof numberedOption>[2]['named'], number: string, id = '1') => {
  const option = numberedOption(at.state, at.task(id), { named, number })
  return option.ok ? option.value : [option.error.message, ...option.error.hints]
}

it('approve takes any decision of the question, and another command only its own', () => {
  expect(['1', '2', '3'].map(number => taken(failed, 'approve', number))).toEqual(['retry', 'waive', 'skip'])
  expect(taken(failed, 'skip', '3')).toBe('skip')
  expect(taken(failed, 'revise', '3')).toEqual([
    'option 3 of task 1 is skip, not revise: leave it out and continue without it',
    'pm-agent approve 1 --option 3 takes it',
  ])
})

it('a number that the question does not have is answered with those that it has', () => {
  for (const number of ['0', '4', '1.5', '-1', '', 'one'])
    expect(taken(failed, 'approve', number)).toEqual([
      `the question of task 1 has no option ${number}`,
      '1. continue with its files, with a hint for the agent (--fresh: without them): pm-agent retry 1 -m "…"',
      '2. let it land anyway; it is then called waived: pm-agent waive 1 -m "…"',
      '3. leave it out and continue without it: pm-agent skip 1 -m "…"',
    ])
})

it('a task without a question has no options, and an option for the human alone says so', () => {
  expect(taken(failed, 'approve', '1', '2')).toEqual([
    'task 2 asks nothing, so that it has no options',
    'pm-agent why 2',
  ])
  expect(taken(rejected, 'approve', '1')).toEqual([
    expect.stringMatching(/^option 1 is something you do yourself: edit task 1 in PLAN.md/),
    'pm-agent run',
  ])
})
