import { describe, expect, it } from 'vitest'
import {
  BASE,
  CHANGED,
  completed,
  config,
  draft,
  ended,
  finished,
  keptRef,
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
import { commit, taskId } from '../plan/ids.ts'
import type { Event } from './event.ts'
import type { Command, Observation } from './input.ts'
import { FRESH } from './state.ts'

const ONE = taskId('1')
const retry: Command = { type: 'retry-task', task: ONE, by: 'Ada', note: 'use the old parser' }
const skip: Command = { type: 'skip-task', task: ONE, by: 'Ada', note: 'not needed' }
const retried: Event = { type: 'task-retried', task: ONE, by: 'Ada', note: 'use the old parser' }
const leftOut: Event = { type: 'task-skipped', task: ONE, by: 'Ada', note: 'not needed' }

const escalated = given(opened(plan([task('1')]), { config: config({ fixes: 0 }) }), ready)
  .and(started('1'), ended('1'), proofStarted('1'))
  .after(proofFinished('1', refusedBy('test')))

describe('a task that waits for a human', () => {
  const itsFiles = { kind: 'fix', base: BASE, from: keptRef('1', 1), session: null } as const

  it('is retried with a note, and goes on with its files', () =>
    escalated.when(retry).then([{ ...retried, again: itsFiles }]))
  it('is begun again where that is said', () =>
    escalated.when({ ...retry, fresh: true }).then([{ ...retried, again: FRESH }]))
  it('is skipped with a note', () => escalated.when(skip).then([leftOut]))
})

describe('a task in the queue', () => {
  const queued = given(ready)

  it('has nothing to retry', () =>
    queued.when(retry).thenRefused({
      reason: 'nothing-to-retry',
      message: 'Task 1 is in the queue already.',
      hints: ['pm-agent why 1'],
    }))
  it('is skipped with a note', () => queued.when(skip).then([leftOut]))
})

describe('a task that was skipped', () => {
  const left = given(opened(plan([task('1'), task('2')])), ready, skipped('1'))

  it('is taken up again', () => left.when(retry).then([{ ...retried, again: FRESH }]))
  it('is not skipped twice', () => left.when(skip).thenRefused('task-is-skipped'))
})

describe('a task that is under way', () => {
  const way: readonly Event[] = [started('1'), ended('1'), proofStarted('1'), proofRecorded('1'), landingStarted('1')]
  const refusal = {
    reason: 'task-is-running',
    message: 'Task 1 is under way.',
    hints: ['pm-agent stop 1 stops it; nothing is lost'],
  } as const

  it.each([
    ['implementing', 1],
    ['drafted', 2],
    ['being proven', 3],
    ['proven', 4],
    ['landing', 5],
  ])('%s cannot be retried or skipped', (_, count) => {
    const busy = given(ready, way.slice(0, count))
    busy.when(retry).thenRefused(refusal)
    busy.when(skip).thenRefused(refusal)
  })
})

describe('a task that is completed', () => {
  const done = given(opened(plan([task('1'), task('2')])), ready, completed('1'))

  it('cannot be retried or skipped', () => {
    const refusal = {
      reason: 'task-is-completed',
      message: 'Task 1 is completed.',
      hints: ['pm-agent show 1'],
    } as const
    done.when(retry).thenRefused(refusal)
    done.when(skip).thenRefused(refusal)
  })
})

describe('a task that is not in the plan', () => {
  const nowhere: Command = { ...retry, task: taskId('7') }

  it('is refused with the tasks that are', () =>
    given(opened(plan([task('1'), task('2')])))
      .when(nowhere)
      .thenRefused({
        reason: 'unknown-task',
        message: 'There is no task 7 in this plan.',
        hints: ['its tasks are 1, 2'],
      }))

  it('is refused with some of the tasks of a long plan', () => {
    const tasks = Array.from({ length: 21 }, (_, at) => task(`t${at + 1}`))
    const first = tasks.slice(0, 20).map(each => each.id)
    given(opened(plan(tasks)))
      .when(nowhere)
      .thenRefused({
        reason: 'unknown-task',
        message: 'There is no task 7 in this plan.',
        hints: [`its tasks are ${first.join(', ')} and 1 more`],
      })
  })
})

describe('a run', () => {
  it('is stopped once', () => {
    given(ready)
      .when({ type: 'stop-run', by: 'Ada' })
      .then([{ type: 'run-stopped', by: 'Ada' }])
    given(ready, { type: 'run-stopped', by: 'Ada' }).when({ type: 'stop-run', by: 'Bob' }).then([])
  })

  it('is resumed when it was stopped, stood still or could not offer its branch', () => {
    const resume: Command = { type: 'resume-run' }
    given(ready).when(resume).then([])
    given(ready, { type: 'run-stopped', by: 'Ada' })
      .when(resume)
      .then([{ type: 'run-resumed' }])
    given(ready, { type: 'run-halted', problem: 'disk full', hints: [] })
      .when(resume)
      .then([{ type: 'run-resumed' }])
    given(ready, { type: 'publishing-refused', tip: BASE, reason: 'moved', detail: 'moved' })
      .when(resume)
      .then([{ type: 'run-resumed' }])
  })

  it.each([retry, skip, { type: 'stop-run', by: 'Ada' }, { type: 'accept-baseline', by: 'Ada' }] as const)(
    'that is finished refuses $type',
    command => {
      given(ready, completed('1'), { type: 'run-finished' }).when(command).thenRefused('run-is-finished')
    },
  )

  it('that is finished offers its branch again when it is resumed, and nothing else', () => {
    const refused = {
      type: 'publishing-refused',
      tip: BASE,
      reason: 'checked-out',
      detail: 'it is checked out',
    } as const
    const facts = [{ type: 'branch-started', tip: BASE, planCommit: false }, refused, { type: 'run-finished' }] as const
    given(...facts)
      .when({ type: 'resume-run' })
      .then([{ type: 'run-resumed' }])
    expect(given(...facts, { type: 'run-resumed' }).next()).toEqual([{ type: 'publish', tip: BASE }])
  })
})

describe('what the engine saw', () => {
  it('of the branch is a fact', () =>
    given()
      .when({ type: 'branch-ready', tip: BASE, planCommit: true })
      .then([{ type: 'branch-started', tip: BASE, planCommit: true }]))

  it('of a launched agent is a fact', () => {
    const launched = {
      type: 'agent-launched',
      task: ONE,
      attempt: 1,
      process: { pid: 7, startTime: '42' },
      outputFile: 'one.log',
    } as const
    given(ready, started('1')).when(launched).then([launched])
  })

  it('of an attempt that left a change is a fact, and its draft is proven next', () => {
    given(ready, started('1'))
      .when(finished('1'))
      .then([ended('1')])
  })

  it('of an attempt that crashed is a fact with what it leads to', () => {
    const crash = { ending: { is: 'signalled', signal: 'SIGSEGV' }, draft: draft('1', 1, { changes: [] }) } as const
    given(ready, started('1'))
      .when(finished('1', 1, crash))
      .then([
        ended('1', 1, crash),
        {
          type: 'task-triaged',
          task: ONE,
          attempt: 1,
          disposition: 'relaunch',
          reasons: ['it was ended by SIGSEGV', 'and nothing in the files had changed'],
          again: { kind: 'implement', base: null, from: null, session: null },
          counted: true,
        },
      ])
  })

  it('of an attempt that pm-agent died over lets its author go on in the session, with its files', () => {
    const lost = { ending: { is: 'lost' }, reading: { is: 'missing' }, session: 'author' } as const
    const again = { kind: 'implement', base: BASE, from: keptRef('1', 1), session: 'author' } as const
    given(ready, started('1'))
      .when(finished('1', 1, lost))
      .then([
        ended('1', 1, lost),
        {
          type: 'task-triaged',
          task: ONE,
          attempt: 1,
          disposition: 'relaunch',
          reasons: ['pm-agent died while the agent worked'],
          again,
          counted: false,
        },
      ])
    expect(
      given(ready, started('1'))
        .after(finished('1', 1, lost))
        .next(),
    ).toEqual([{ type: 'run-attempt', task: ONE, attempt: 2, ...again }])
  })

  it('of an agent that is blocked is a fact and a question to a human', () => {
    const blocked = { reading: saying('blocked', { summary: 'no key', issues: ['ask Bob'] }) }
    given(ready, started('1'))
      .when(finished('1', 1, blocked))
      .then([
        ended('1', 1, blocked),
        {
          type: 'task-escalated',
          task: ONE,
          reason: 'agent-blocked',
          reasons: ['no key', 'ask Bob'],
        },
      ])
  })

  const proving = given(ready, started('1'), ended('1'), proofStarted('1'))

  it('of a proof that holds is a fact, and the task lands next', () => {
    proving.when(proofFinished('1')).then([proofRecorded('1')])
  })

  it('of a proof that does not hold is a fact with what it leads to', () => {
    const refused = refusedBy('test', 'failed', { evidence: 'the tests fail: 1 failed\nAssertionError' })
    proving.when(proofFinished('1', refused)).then([
      proofRecorded('1', refused),
      {
        type: 'task-triaged',
        task: ONE,
        attempt: 1,
        disposition: 'retry',
        reasons: ['test failed: the tests fail: 1 failed'],
        again: { kind: 'fix', base: BASE, from: draft('1').ref, session: null },
        counted: true,
      },
    ])
  })

  const landing = given(ready, started('1'), ended('1'), proofRecorded('1', receipt()), landingStarted('1'))
  const result = (of: Extract<Observation, { type: 'landing-finished' }>['result']): Observation => ({
    type: 'landing-finished',
    task: ONE,
    attempt: 1,
    result: of,
  })

  it('of a landing is a fact', () => {
    landing
      .when(result({ is: 'landed', commit: commit('abc'), outputs: { path: 'a.js' } }))
      .then([{ type: 'task-landed', task: ONE, attempt: 1, commit: commit('abc'), outputs: { path: 'a.js' } }])
  })

  it('of a landing that was refused is a fact', () => {
    landing
      .when(result({ is: 'refused', reason: 'moved' }))
      .then([{ type: 'landing-refused', task: ONE, attempt: 1, reason: 'moved' }])
  })

  it('of offering the branch is a fact, either way', () => {
    given(ready)
      .when({ type: 'publishing-finished', tip: BASE, refusal: null })
      .then([{ type: 'branch-published', tip: BASE }])
    given(ready)
      .when({ type: 'publishing-finished', tip: BASE, refusal: { reason: 'moved', detail: 'somebody moved it' } })
      .then([{ type: 'publishing-refused', tip: BASE, reason: 'moved', detail: 'somebody moved it' }])
  })

  it('of an effect that could not be performed halts the run', () => {
    given(ready)
      .when({ type: 'effect-failed', effect: 'prove 1 1', problem: 'the vault is gone' })
      .then([
        {
          type: 'run-halted',
          problem: 'prove 1 1: the vault is gone',
          hints: ['look after the machine first (disk, permissions); then pm-agent run continues from here'],
        },
      ])
  })

  it.each([
    'ENOSPC: no space left on device, write',
    'git write-tree: error: unable to write file: No space left on device',
    'EDQUOT: disk quota exceeded, mkdir /home/ada',
  ])('of an effect that found no space left says that a disk is full (%s)', problem => {
    given(ready)
      .when({ type: 'effect-failed', effect: 'prove 1 1', problem })
      .then([
        {
          type: 'run-halted',
          problem: `the disk is full (prove 1 1: ${problem})`,
          hints: [
            'free some space (pm-agent clean removes what can be made again); then pm-agent run continues from here',
          ],
        },
      ])
  })

  it('at the end of everything finishes the run', () => {
    given(ready, completed('1', { draft: draft('1', 1, { changes: CHANGED }) }))
      .when({ type: 'all-done' })
      .then([{ type: 'run-finished' }])
  })
})
