import { describe, expect, it } from 'vitest'
import {
  BASE,
  config,
  draft,
  ended,
  finished,
  keptRef,
  opened,
  proofFinished,
  proofStarted,
  ready,
  refusedBy,
  saying,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import type { Command, Observation } from './input.ts'
import { isStopped } from './next.ts'

const ONE = taskId('1')
const stop: Command = { type: 'stop-task', task: ONE, by: 'Ada', note: '' }
const retry: Command = { type: 'retry-task', task: ONE, by: 'Ada', note: '' }
const tell = (note: string): Command => ({ type: 'tell-task', task: ONE, by: 'Ada', note })
const brokenOff: Observation = finished('1', 1, {
  ending: { is: 'stopped' },
  reading: { is: 'missing' },
  session: 'session-1',
})

const running = given(ready)
const working = running.and(started('1'))

describe('a task that a human stops', () => {
  it('is broken off where an agent works on it, and then waits', () => {
    const stopping = working.after(stop)
    expect(stopping.task('1').stage.is).toBe('working')
    expect(stopping.next().map(effect => isStopped(stopping.state, effect))).toEqual([true])
    const stopped = stopping.after(brokenOff)
    expect(stopped.task('1').stage).toMatchObject({ is: 'escalated', reason: 'stopped' })
    expect(stopped.next()).toEqual([])
    expect(stopped.task('1').relaunches).toBe(0)
  })

  it('goes on with its files in its session when it is sent back', () => {
    const again = working.after(stop, brokenOff, retry)
    expect(again.task('1').stage).toEqual({
      is: 'queued',
      kind: 'implement',
      base: draft('1').base,
      from: keptRef('1', 1),
      session: 'session-1',
    })
  })

  it('is stopped also when its pm-agent dies before it could', () => {
    const lost = working.after(stop, finished('1', 1, { ending: { is: 'lost' }, draft: null }))
    expect(lost.task('1').stage).toMatchObject({ is: 'escalated', reason: 'stopped' })
  })

  it('keeps what its agent handed in at the same moment, and proves it when it is sent back', () => {
    const stopped = working.after(stop, finished('1'))
    expect(stopped.task('1').stage).toMatchObject({ is: 'escalated', reason: 'stopped', again: 'prove' })
    expect(stopped.after(retry).next()).toEqual([{ type: 'prove', task: ONE, attempt: 1 }])
  })

  it('waits at once where its proof is under way, and a proof that ends in that moment is not heard', () => {
    const proving = working.and(ended('1'), proofStarted('1'))
    const stopped = proving.after(stop)
    expect(stopped.task('1').stage).toMatchObject({ is: 'escalated', reason: 'stopped', again: 'prove' })
    expect(proving.next().map(effect => isStopped(stopped.state, effect))).toEqual([true])
    stopped.when(proofFinished('1')).then([])
    expect(stopped.after({ ...retry, note: 'use the other table' }).task('1').stage).toMatchObject({
      is: 'queued',
      kind: 'fix',
      from: keptRef('1', 1),
    })
  })

  it('does not begin where it has not begun', () => {
    const stopped = running.after(stop)
    expect(stopped.status('1')).toBe('escalated')
    expect(stopped.after(retry).next()).toMatchObject([{ type: 'run-attempt', kind: 'implement', from: null }])
  })

  it('is refused where nobody works on it', () => {
    running.after(stop).when(stop).thenRefused('nothing-to-stop')
    working.and(ended('1'), proofStarted('1')).after(proofFinished('1')).when(stop).thenRefused('nothing-to-stop')
  })
})

describe('words of a human', () => {
  it('are kept for the next attempt, whoever works now', () => {
    const told = working.after(tell('use the other table'))
    expect(told.task('1').notes).toEqual(['use the other table'])
    expect(told.task('1').stage.is).toBe('working')
    expect(told.why('1')).toContain('Decision: Ada said something to its agent: use the other table.')
  })

  it('are refused where there are none, or nobody will hear them', () => {
    working.when(tell(' ')).thenRefused('nothing-to-tell')
    working
      .and(ended('1'), proofStarted('1'))
      .after(proofFinished('1'))
      .when(tell('wait'))
      .thenRefused('task-is-completed')
    working
      .and({ type: 'task-skipped', task: ONE, by: 'Ada', note: '' })
      .when(tell('wait'))
      .thenRefused('task-is-skipped')
  })
})

describe('everything that failed', () => {
  const both = given(opened(plan([task('1'), task('2')]), { config: config({ fixes: 0, parallel: 2 }) }), ready)
    .and(started('1'), ended('1'), proofStarted('1'), started('2'))
    .after(proofFinished('1', refusedBy('test')), finished('2', 1, { reading: saying('blocked') }))
  const all: Command = { type: 'retry-all', by: 'Ada', note: '' }

  it('is sent back at once, with its files; what asks for a decision is left', () => {
    both.when(all).then([
      {
        type: 'task-retried',
        task: ONE,
        by: 'Ada',
        note: '',
        again: { kind: 'fix', base: BASE, from: keptRef('1', 1), session: null },
      },
    ])
  })

  it('is refused where nothing failed, and says what waits instead', () => {
    both
      .after(all)
      .when(all)
      .thenRefused({
        reason: 'nothing-to-retry',
        message: 'No task waits because it failed.',
        hints: ['task 2 asks for your decision: pm-agent show 2'],
      })
  })
})
