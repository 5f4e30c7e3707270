import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completed,
  config,
  ended,
  landed,
  landingStarted,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  refusedBy,
  skipped,
  started,
} from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { anyReceipt } from '../../../test/rig/core/random-receipt.ts'
import { commit, taskId } from '../plan/ids.ts'
import { blockers, isProven, type Receipt } from '../proof/receipt.ts'
import type { Event } from '../run/event.ts'
import { lastAttempt } from '../run/state.ts'
import { rootBlockers } from './status.ts'

const ids = (at: Given) => at.state.tasks.map(run => run.task.id)
const statuses = (at: Given) => Object.fromEntries(ids(at).map(id => [id, at.status(id)]))
const reasons = (at: Given) => Object.fromEntries(ids(at).map(id => [id, at.reason(id)]))
const failing = (at: Given, id: string): Given =>
  at.and(started(id), ended(id), proofStarted(id)).after(proofFinished(id, refusedBy('test')))

describe('a task on its way', () => {
  const way: readonly (readonly [Event, string])[] = [
    [started('1'), 'implementing'],
    [ended('1'), 'testing'],
    [proofStarted('1'), 'testing'],
    [proofRecorded('1'), 'landing'],
    [landingStarted('1'), 'landing'],
    [landed('1'), 'completed'],
  ]

  it('is ready, implementing, testing, landing, completed', () => {
    let at = given(ready)
    const seen: string[] = [at.status('1')]
    for (const [event] of way) {
      at = at.and(event)
      seen.push(at.status('1'))
    }
    expect(seen).toEqual(['ready', ...way.map(([, status]) => status)])
    expect(at.reason('1')).toBeNull()
  })

  it('is shown as test-failed, with the gates that say so, while it waits for its next round', () => {
    const at = failing(given(ready), '1')
    expect(at.status('1')).toBe('test-failed')
    expect(at.reason('1')).toBe('test failed')
  })

  it('is ready again, not test-failed, when its proof held and only the landing was refused', () => {
    const at = given(ready, started('1'), ended('1'), proofRecorded('1'), landingStarted('1')).and({
      type: 'landing-refused',
      task: taskId('1'),
      attempt: 1,
      reason: 'moved',
    })
    expect(at.status('1')).toBe('ready')
  })
})

describe('a task that does not move says why', () => {
  it('while it waits for others', () => {
    // 1 --> 3, 2 --> 3 --> 4
    const at = given(
      opened(plan([task('1'), task('2'), task('3', { needs: ['1', '2'] }), task('4', { needs: ['3'] })])),
    )
    expect(statuses(at)).toEqual({ 1: 'ready', 2: 'ready', 3: 'waiting', 4: 'waiting' })
    expect(reasons(at)).toEqual({ 1: null, 2: null, 3: 'waits for tasks 1, 2', 4: 'waits for task 3' })
    expect(reasons(at.and(ready, completed('1')))).toMatchObject({ 3: 'waits for task 2' })
  })

  it('while something that it needs, at any distance, waits for a human', () => {
    // 1 (escalated) --> 2 --> 3, 4 (escalated) --> 3
    const tasks = [task('1'), task('2', { needs: ['1'] }), task('3', { needs: ['4', '2'] }), task('4')]
    const at = failing(failing(given(opened(plan(tasks), { config: config({ fixes: 0 }) }), ready), '4'), '1')
    expect(statuses(at)).toEqual({ 1: 'escalated', 2: 'blocked', 3: 'blocked', 4: 'escalated' })
    expect(reasons(at)).toEqual({
      1: 'Task 1 (Make 1) fails its checks (limits.fixes: 0): test failed: test says failed',
      2: 'waits for task 1, which a human must decide',
      3: 'waits for tasks 1, 4, which a human must decide',
      4: 'Task 4 (Make 4) fails its checks (limits.fixes: 0): test failed: test says failed',
    })
    expect(rootBlockers(at.state, at.task('3'))).toEqual(['1', '4'])
  })

  it('is not blocked by what a skipped task needs', () => {
    // 1 (escalated) --> 2 (skipped) --> 3
    const tasks = [task('1'), task('2', { needs: ['1'] }), task('3', { needs: ['2'] })]
    const at = failing(given(opened(plan(tasks), { config: config({ fixes: 0 }) }), ready), '1')
    expect(statuses(at.and(skipped('2')))).toEqual({ 1: 'escalated', 2: 'skipped', 3: 'ready' })
    // The same with another task that 3 still waits for.
    const more = [task('1'), task('2', { needs: ['1'] }), task('3', { needs: ['2', '4'] }), task('4')]
    const waiting = failing(given(opened(plan(more), { config: config({ fixes: 0 }) }), ready), '1').and(skipped('2'))
    expect(statuses(waiting)).toEqual({ 1: 'escalated', 2: 'skipped', 3: 'waiting', 4: 'ready' })
  })

  it('when it needs a task that is not in the plan', () => {
    const at = given(opened(plan([task('1', { needs: ['nowhere'] })])))
    expect(at.status('1')).toBe('waiting')
    expect(at.reason('1')).toBe('waits for task nowhere')
  })

  it('when tasks need each other', () => {
    const at = given(opened(plan([task('1', { needs: ['2'] }), task('2', { needs: ['1'] })])))
    expect(statuses(at)).toEqual({ 1: 'waiting', 2: 'waiting' })
  })

  it('when it is ready and the run was stopped or is halted', () => {
    const words = 'the run does not continue by itself'
    expect(given(ready, { type: 'run-stopped', by: 'Ada' }).reason('1')).toBe(words)
    expect(given(ready, { type: 'run-halted', problem: 'disk full', hints: [] }).reason('1')).toBe(words)
  })

  it('when somebody paused the run, and by whom', () => {
    const paused = given(ready).after({ type: 'pause-task', task: taskId('1'), by: 'Ada', note: '' })
    expect(paused.reason('1')).toBe('Ada paused the run')
  })

  it('when it was skipped, with the note or else by whom', () => {
    expect(given(ready, skipped('1', 'not needed')).reason('1')).toBe('not needed')
    expect(given(ready, skipped('1')).reason('1')).toBe('skipped by Ada')
  })
})

/** Plays the engine's part for one task: one attempt per receipt, and a landing whenever one is asked for. */
function play(receipts: readonly Receipt[]): Given {
  let at = given(opened(plan([task('1')]), { config: config({ fixes: 9, launchesPerTask: 99 }) }), ready)
  for (const receipt of receipts) {
    if (!at.next().some(effect => effect.type === 'run-attempt')) break
    const number = at.task('1').attempts.length + 1
    at = at.and(started('1', number), ended('1', number), proofStarted('1', number))
    at = at.after(proofFinished('1', receipt, number))
    if (!at.next().some(effect => effect.type === 'land')) continue
    at = at.and(landingStarted('1', number)).after({
      type: 'landing-finished',
      task: taskId('1'),
      attempt: number,
      result: { is: 'landed', commit: commit('landed'), outputs: {} },
    })
  }
  return at
}

describe('whatever the receipts say', () => {
  it('a task is never completed while a blocking gate is not passed', () => {
    let completions = 0
    fc.assert(
      fc.property(fc.array(anyReceipt, { minLength: 1, maxLength: 6 }), receipts => {
        const at = play(receipts)
        if (at.status('1') !== 'completed') return
        completions++
        const receipt = lastAttempt(at.task('1'))!.receipt!
        expect(blockers(receipt)).toEqual([])
        expect(isProven(receipt)).toBe(true)
      }),
      { numRuns: 500 },
    )
    // The property must have something to say.
    expect(completions).toBeGreaterThan(50)
  })

  it('a task that is not proven is test-failed or with a human, never landing', () => {
    fc.assert(
      fc.property(anyReceipt, receipt => {
        fc.pre(!isProven(receipt))
        expect(['test-failed', 'escalated']).toContain(play([receipt]).status('1'))
      }),
    )
  })
})
