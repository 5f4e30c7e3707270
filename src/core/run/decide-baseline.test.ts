import { describe, expect, it } from 'vitest'
import { BASE, baseline, opened, ready } from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { criterion, plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Event } from './event.ts'
import type { Command, Observation } from './input.ts'

describe('an unhealthy base', () => {
  const begun = given({ type: 'branch-started', tip: BASE, planCommit: false })
  const sick = baseline({ problems: ['test (npm test) fails in 9 of 10 tests', 'lint (x) needs a tool'] })
  const measured: Observation = { type: 'baseline-measured', base: BASE, baseline: sick }
  const recorded: Event = { type: 'baseline-recorded', base: BASE, baseline: sick }
  const accept: Command = { type: 'accept-baseline', by: 'Ada' }

  it('halts the run with what, where and what to do', () =>
    begun.when(measured).then([
      recorded,
      {
        type: 'run-halted',
        problem:
          'The commands do not work on the code as it is now: test (npm test) fails in 9 of 10 tests; lint (x) needs a tool',
        hints: [
          'make them work in a fresh clone of the repository, or set other ones under `commands:` in pm-agent.yaml',
          'pm-agent run --accept-baseline continues anyway and says so in every report',
        ],
      },
    ]))

  it('is accepted by a human once', () => {
    begun
      .after(measured)
      .when(accept)
      .then([{ type: 'baseline-accepted', by: 'Ada' }])
    begun.after(measured, accept).when(accept).then([])
  })

  it('is accepted before it is measured, and then halts nothing', () => {
    begun.when(accept).then([{ type: 'baseline-accepted', by: 'Ada' }])
    begun.after(accept).when(measured).then([recorded])
  })

  it('is accepted by the same words that resume the run', () => {
    begun.after(measured, { type: 'resume-run' }, accept).when(measured).then([recorded])
  })

  it('is the only one that can be accepted', () => {
    given(ready).when(accept).thenRefused({
      reason: 'nothing-to-accept',
      message: 'The base is healthy: there is nothing to accept.',
      hints: [],
    })
  })

  it('that is healthy halts nothing', () => {
    begun
      .when({ type: 'baseline-measured', base: BASE, baseline: baseline() })
      .then([{ type: 'baseline-recorded', base: BASE, baseline: baseline() }])
  })
})

describe('a task that is on the base already', () => {
  const files = { create: ['src/greet.js'], modify: [], delete: [], test: [] }
  const greet = task('1', { title: 'Add greet', files, criteria: [criterion('c1', 'node src/greet.js')] })
  const found = (id: string, holds: boolean) => ({
    task: taskId(id),
    criteria: [
      { id: 'c1', command: 'node src/greet.js', holds, words: holds ? 'exit 0' : 'expected exit 0, got exit 1' },
    ],
    present: ['src/greet.js'],
    missing: [],
  })
  const begun = given(opened(plan([greet, task('2', { needs: ['1'] }), { ...greet, id: taskId('3') }])), {
    ...{ type: 'branch-started', tip: BASE, planCommit: false },
  } as Event)
  const seen = baseline({ intake: [found('1', true), found('3', false)] })
  const measured: Observation = { type: 'baseline-measured', base: BASE, baseline: seen }

  it('is completed as existed with its evidence, and those that need it begin', () => {
    begun.when(measured).then([
      { type: 'baseline-recorded', base: BASE, baseline: seen },
      { type: 'task-existed', task: taskId('1'), facts: found('1', true) },
    ])
    const after = begun.after(measured).and({ type: 'branch-published', tip: BASE })
    expect(after.task('1').stage).toEqual({ is: 'completed', outcome: 'existed', commit: null })
    expect(after.next().flatMap(effect => (effect.type === 'run-attempt' ? [effect.task] : []))).toEqual(['2'])
    expect(after.why('1')[0]).toBe(
      'Task 1 is completed without an agent: everything it asks for is on the base: c1 (`node src/greet.js`) holds, and src/greet.js is there.',
    )
  })

  it('is not said to exist twice, nor once it has begun or was skipped', () => {
    begun
      .after(measured)
      .when(measured)
      .then([{ type: 'baseline-recorded', base: BASE, baseline: seen }])
    begun
      .after({ type: 'skip-task', task: taskId('1'), by: 'Ada', note: '' } as Command)
      .when(measured)
      .then([{ type: 'baseline-recorded', base: BASE, baseline: seen }])
  })
})
