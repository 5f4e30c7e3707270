import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  draft,
  ended,
  finished,
  landingStarted,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  saying,
  skipped,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'

describe('why a task has not started', () => {
  // 1 --> 2 --> 3
  const tasks = [task('1'), task('2', { needs: ['1'] }), task('3', { needs: ['2'] })]

  it('names what it waits for and how far that is', () => {
    const at = given(opened(plan(tasks)), ready, started('1'))
    expect(at.why('2')).toEqual(['Task 2 has not started: it needs task 1 (implementing).'])
    expect(at.why('3')).toEqual(['Task 3 has not started: it needs task 2 (waiting).'])
  })

  it('names a task that is not in the plan as such', () => {
    const at = given(opened(plan([task('1', { needs: ['9'] })])))
    expect(at.why('1')).toEqual(['Task 1 has not started: it needs task 9 (not in the plan).'])
  })

  it('leads to the task that a human must decide', () => {
    const at = given(opened(plan(tasks), { config: config({ fixes: 0 }) }), ready)
      .and(started('1'), ended('1'), proofStarted('1'))
      .after(proofFinished('1', refusedBy('test')))
    expect(at.why('3')).toEqual(['Task 3 cannot start: task 1 waits for a human (pm-agent show 1).'])
  })

  it('says that its turn comes, or why it does not come by itself', () => {
    const at = given(ready)
    expect(at.why('1')).toEqual(['Task 1 is ready: it starts when its turn comes.'])
    expect(at.and({ type: 'run-stopped', by: 'Ada' }).why('1')).toEqual([
      'Task 1 is ready: but the run was stopped; pm-agent run continues.',
    ])
    expect(at.and({ type: 'run-halted', problem: 'disk full', hints: [] }).why('1')).toEqual([
      'Task 1 is ready: but the run is halted: disk full.',
    ])
  })
})

describe('where a task is', () => {
  const working = given(ready, started('1'))

  it('while an agent works on it', () => {
    const launched = {
      type: 'agent-launched',
      task: taskId('1'),
      attempt: 1,
      process: { pid: 7, startTime: '4' },
      outputFile: 'one.log',
    } as const
    expect(working.and(launched).why('1')).toEqual([
      'Task 1 is being worked on by worker, for 2 min 30 s now.',
      'Attempt 1 (implement, worker) is under way.',
    ])
  })

  it('when no process drives the run any more', () => {
    expect(working.why('1', false)).toEqual([
      'Task 1 was being worked on by worker when its pm-agent ended; pm-agent run keeps the files and continues.',
      'Attempt 1 (implement, worker) was cut short.',
    ])
    expect(working.and(ended('1')).why('1', false)[0]).toBe(
      'Task 1 was being proven when its pm-agent ended; pm-agent run proves it again.',
    )
    expect(working.and(ended('1'), proofRecorded('1')).why('1', false)[0]).toBe(
      'Task 1 is proven; pm-agent run puts it on the plan branch.',
    )
  })

  it('while it is proven', () => {
    expect(working.and(ended('1')).why('1')).toEqual([
      'Task 1 is being proven: its files are collected and the gates run in a clean checkout.',
      'Attempt 1 (implement, worker): it exited with code 0; it said "success"; 1 changed file.',
    ])
  })

  it('while it lands', () => {
    expect(working.and(ended('1'), proofRecorded('1'), landingStarted('1')).why('1')).toEqual([
      'Task 1 is proven and being put on the plan branch.',
      'Attempt 1 (implement, worker): it exited with code 0; it said "success"; 1 changed file.',
      '  proven: test went from red to green.',
    ])
  })

  it('when it was skipped', () => {
    expect(given(ready, skipped('1', 'not needed')).why('1')).toEqual([
      'Task 1 was skipped by Ada: not needed.',
      'Decision: Ada said to skip it: not needed.',
    ])
  })

  it('when its box was ticked before the run', () => {
    const of = opened(plan([task('1')]), { existed: [{ task: taskId('1'), outputs: {} }] })
    expect(given(of).why('1')).toEqual([
      'Task 1 was completed before this run: its box was ticked.',
      'Decision: its box was ticked in the plan when the run began.',
    ])
  })
})

describe('why a task ran again', () => {
  it('is told attempt by attempt, with the claim beside the fact', () => {
    const unchanged = draft('1', 1, { changes: [] })
    const at = given(ready, started('1'))
      .after(finished('1', 1, { ending: { is: 'idle', minutes: 10 }, reading: { is: 'missing' }, draft: unchanged }))
      .and(started('1', 2), ended('1', 2, { reading: { is: 'invalid', problem: 'not JSON' } }), proofStarted('1', 2))
      .after(proofFinished('1', refusedBy('test', 'failed', { evidence: '2 failed\nAssertionError' }), 2))
    expect(at.why('1')).toEqual([
      'Task 1 goes back to an agent: its proof did not hold (see below).',
      'Attempt 1 (implement, worker): it said nothing for 10 minutes and was stopped; it left no result file; 0 changed files.',
      'Attempt 2 (implement, worker): it exited with code 0; its result file was unreadable; 1 changed file.',
      '  test failed: 2 failed',
      'Decision: an agent has to be launched again: it said nothing for 10 minutes and was stopped; and nothing in the files had changed.',
      'Decision: it goes back to an agent: test failed: 2 failed.',
    ])
  })

  it('ends with the commit and what shows it', () => {
    const at = given(ready, started('1'), ended('1', 1, { draft: null }))
      .and(started('1', 2), ended('1', 2), proofRecorded('1', receipt({ basis: 'kept' }), 2), landingStarted('1', 2))
      .and({ type: 'task-landed', task: taskId('1'), attempt: 2, commit: '0123456789abcdef' as never, outputs: {} })
    expect(at.why('1')).toEqual([
      'Task 1 is completed as 0123456789: no new behaviour was asked for, and the checks that were there still pass.',
      'Attempt 1 (implement, worker): it exited with code 0; it said "success"; no files collected.',
      'Attempt 2 (implement, worker): it exited with code 0; it said "success"; 1 changed file.',
      '  proven: no new behaviour was asked for, and the checks that were there still pass.',
    ])
  })

  it.each([
    ['red-green', 'criterion:c1, test went from red to green'],
    ['kept', 'no new behaviour was asked for, and the checks that were there still pass'],
    ['verified', 'nothing was changed and every criterion holds'],
    ['existed', 'everything asked for was there already'],
  ] as const)('says the basis %s in words', (basis, words) => {
    const of = receipt({ basis, redGreen: basis === 'red-green' ? ['criterion:c1', 'test'] : [] })
    expect(given(ready, completed('1', { receipt: of })).why('1')[0]).toBe(`Task 1 is completed as commit-1: ${words}.`)
  })

  it('begins with the question when it waits for a human, and does not repeat it', () => {
    const at = given(ready, started('1')).after(finished('1', 1, { reading: saying('blocked', { summary: 'no key' }) }))
    expect(at.why('1')).toEqual([
      'Task 1 waits for you: The agent for task 1 (Make 1) says that it is blocked: no key.',
      'Attempt 1 (implement, worker): it exited with code 0; it said "blocked"; 1 changed file.',
    ])
  })
})
