import { describe, expect, it } from 'vitest'
import {
  BASE,
  baseline,
  completed,
  config,
  ended,
  gateRun,
  keptRef,
  landed,
  landingStarted,
  opened,
  proofFinished,
  proofRecorded,
  proofStarted,
  ready,
  refusedBy,
  released,
  reviewed,
  skipped,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { bestCpuMs } from '../../../test/rig/processor-time.ts'
import { commit, taskId } from '../plan/ids.ts'
import { type Effect, effectKey } from './effect.ts'
import { next } from './next.ts'

const attempt = (id: string, fields: Partial<Extract<Effect, { type: 'run-attempt' }>> = {}): Effect => ({
  type: 'run-attempt',
  task: taskId(id),
  attempt: 1,
  kind: 'implement',
  base: BASE,
  from: null,
  session: null,
  ...fields,
})

describe('at the start of a run', () => {
  it('the branch comes first', () => {
    expect(given().next()).toEqual([{ type: 'start-branch' }])
  })

  it('the base is measured before anybody works on it', () => {
    const at = given({ type: 'branch-started', tip: BASE, planCommit: false })
    expect(at.next()).toEqual([{ type: 'measure-baseline', base: BASE }])
  })

  it('a measurement that was under way when pm-agent died is made again', () => {
    const at = given(
      { type: 'branch-started', tip: BASE, planCommit: false },
      { type: 'baseline-started', base: BASE, token: 'token' },
    )
    expect(at.next()).toEqual([{ type: 'measure-baseline', base: BASE }])
  })

  it('the first task starts and the branch is offered', () => {
    const at = given(
      { type: 'branch-started', tip: BASE, planCommit: false },
      { type: 'baseline-recorded', base: BASE, baseline: baseline() },
    )
    expect(at.next()).toEqual([attempt('1'), { type: 'publish', tip: BASE }])
  })
})

describe('while a task is on its way', () => {
  const two = opened(plan([task('1'), task('2')]))

  it('its attempt is what should be under way, also after a crash', () => {
    expect(given(two, ready, started('1')).next()).toEqual([attempt('1')])
  })

  it('an attempt under way is the same piece of work as the one that was asked for', () => {
    const before = given(two, ready)
    const keys = (effects: readonly Effect[]) => effects.map(effectKey)
    expect(keys(before.and(started('1')).next())).toEqual(keys(before.next()))
  })

  it('its draft is proven', () => {
    const at = given(two, ready, started('1'), ended('1'))
    expect(at.next()).toEqual([{ type: 'prove', task: '1', attempt: 1 }])
  })

  it('a proof that was under way when pm-agent died is made again', () => {
    const at = given(two, ready, started('1'), ended('1'), proofStarted('1'))
    expect(at.next()).toEqual([{ type: 'prove', task: '1', attempt: 1 }])
  })

  it('it lands on the tip when it is proven', () => {
    const at = given(two, ready, started('1'), ended('1'), proofStarted('1'), proofRecorded('1'))
    expect(at.next()).toEqual([{ type: 'land', task: '1', attempt: 1, onto: BASE }])
  })

  it('a landing that was under way goes on where it began', () => {
    const onto = commit('where it began')
    const at = given(two, ready, started('1'), ended('1'), proofRecorded('1'), landingStarted('1', 1, { onto }))
    expect(at.next()).toEqual([{ type: 'land', task: '1', attempt: 1, onto }])
  })

  it('only the first that was proven lands, and one landing at a time', () => {
    const both = given(two, ready, started('1'), ended('1'), started('2'), ended('2'), proofRecorded('2'))
    expect(both.and(proofRecorded('1')).next()).toEqual([{ type: 'land', task: '2', attempt: 1, onto: BASE }])
    expect(both.and(landingStarted('2'), proofRecorded('1')).next()).toEqual([
      { type: 'land', task: '2', attempt: 1, onto: BASE },
    ])
  })
})

describe('a task that comes back', () => {
  const failing = given(ready, started('1'), ended('1', 1, { session: 'author' }), proofStarted('1')).after(
    proofFinished('1', refusedBy('test')),
  )

  it('starts with its kept files and in its session', () => {
    const again = { attempt: 2, kind: 'fix', from: keptRef('1', 1), session: 'author' } as const
    expect(failing.next()).toEqual([attempt('1', again)])
  })

  it('goes on with its files on the base they were made for, whatever landed since: the merge queue brings them together', () => {
    // 1 fails; then 2, which is critical, goes first and lands
    const two = opened(plan([task('1'), task('2', { tier: 'critical' })]))
    const at = given(two, ready, started('1'), ended('1'), proofStarted('1'))
      .after(proofFinished('1', refusedBy('test')))
      .and(completed('2'))
    expect(at.next()).toEqual([attempt('1', { attempt: 2, kind: 'fix', from: keptRef('1', 1), base: BASE })])
  })

  it('goes back into the queue when its landing is refused, and begins anew on the tip', () => {
    const at = given(ready, started('1'), ended('1'), proofRecorded('1'), landingStarted('1')).after({
      type: 'landing-finished',
      task: taskId('1'),
      attempt: 1,
      result: { is: 'refused', reason: 'the plan branch moved since the work began' },
    })
    expect(at.status('1')).toBe('ready')
    expect(at.next()).toEqual([attempt('1', { attempt: 2 })])
  })
})

describe('after a landing', () => {
  it('the branch is offered beside the next task', () => {
    const two = opened(plan([task('1'), task('2')]))
    const at = given(two, ready, started('1'), ended('1'), proofRecorded('1'), landingStarted('1'), landed('1'))
    const tip = commit('commit-1')
    expect(at.next()).toEqual([attempt('2', { base: tip }), { type: 'publish', tip }])
  })

  it('a branch that could not be offered is not offered again before it moves or the run is resumed', () => {
    const refused = given(ready, started('1'), ended('1'), proofRecorded('1'), landingStarted('1'), landed('1')).after({
      type: 'publishing-finished',
      tip: commit('commit-1'),
      refusal: { reason: 'checked-out', detail: 'it is checked out' },
    })
    expect(refused.and(reviewed()).next()).toEqual([{ type: 'prove-release', tip: commit('commit-1') }])
    expect(refused.after({ type: 'resume-run' }).next()).toEqual([{ type: 'publish', tip: commit('commit-1') }])
  })

  it('the run is finished when every task is completed or skipped', () => {
    const three = opened(plan([task('1'), task('2'), task('3')]), { existed: [{ task: taskId('3'), outputs: {} }] })
    const done = given(three, ready, completed('1'), skipped('2'))
    expect(done.next()).toEqual([{ type: 'review-branch', tip: 'commit-1', number: 1 }])
    const shown = done.and(reviewed(), gateRun())
    expect(shown.next()).toEqual([{ type: 'write-release', tip: 'commit-1' }])
    const written = shown.and(released(), { type: 'branch-published', tip: commit('release') })
    expect(written.next()).toEqual([{ type: 'finish-run' }])
    expect(done.after({ type: 'all-done' }).next()).toEqual([])
  })

  it('the run waits when the rest waits for a human', () => {
    // 1 (escalated) --> 2
    const two = opened(plan([task('1'), task('2', { needs: ['1'] })]), { config: config({ fixes: 0 }) })
    const at = given(two, ready, started('1'), ended('1'), proofStarted('1')).after(
      proofFinished('1', refusedBy('test')),
    )
    expect(at.next()).toEqual([])
  })
})

describe('nothing is under way', () => {
  const busy = given(ready, started('1'))

  it('when the run is stopped, and goes on when it is resumed', () => {
    const stopped = busy.after({ type: 'stop-run', by: 'Ada' })
    expect(stopped.next()).toEqual([])
    expect(stopped.after({ type: 'resume-run' }).next()).toEqual([attempt('1')])
  })

  it('when the machine stands in the way, and goes on when the run is resumed', () => {
    const halted = busy.after({ type: 'effect-failed', effect: 'prove 1 1', problem: 'disk full' })
    expect(halted.next()).toEqual([])
    expect(halted.after({ type: 'resume-run' }).next()).toEqual([attempt('1')])
  })

  it('when the base is unhealthy, until a human accepts it', () => {
    const sick = given({ type: 'branch-started', tip: BASE, planCommit: false }).after({
      type: 'baseline-measured',
      base: BASE,
      baseline: baseline({ problems: ['test (npm test) fails in 9 of 10 tests'] }),
    })
    expect(sick.next()).toEqual([])
    expect(sick.after({ type: 'accept-baseline', by: 'Ada' }).next()).toEqual([
      attempt('1'),
      { type: 'publish', tip: BASE },
    ])
  })

  it('when the base is unhealthy, until the run is resumed: then it is measured again', () => {
    const sick = given({ type: 'branch-started', tip: BASE, planCommit: false }).after({
      type: 'baseline-measured',
      base: BASE,
      baseline: baseline({ problems: ['test (npm test) needs a tool that is not installed'] }),
    })
    expect(sick.after({ type: 'resume-run' }).next()).toEqual([{ type: 'measure-baseline', base: BASE }])
  })
})

describe('a plan of ten thousand tasks', () => {
  const tasks = Array.from({ length: 10_000 }, (_, at) => {
    const id = String(at)
    return task(id, { tier: at % 7 === 0 ? 'low' : 'normal', needs: at >= 100 ? [String(at - 100)] : [] })
  })
  const big = given(opened(plan(tasks)), ready)

  it('is asked for its next effects in well under 50 ms', () => {
    expect(big.next()).toEqual([attempt('1')])
    expect(bestCpuMs(5, () => next(big.state))).toBeLessThan(50)
  })

  it('is asked for its next effects in well under 50 ms when all of them are ready', () => {
    const wide = given(opened(plan(tasks.map(each => ({ ...each, needs: [] })))), ready)
    expect(bestCpuMs(5, () => next(wide.state))).toBeLessThan(50)
  })
})
