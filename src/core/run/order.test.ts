import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completed, config, opened, ready, skipped, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import type { Task } from '../plan/plan.ts'
import type { Event } from './event.ts'
import { readyInOrder } from './order.ts'

const queue = (at: Given): readonly string[] => readyInOrder(at.state).map(run => run.task.id)
const orderOf = (tasks: readonly Task[], ...events: readonly (Event | readonly Event[])[]): readonly string[] =>
  queue(given(opened(plan(tasks)), ready, ...events))

describe('the order of the queue', () => {
  it('goes by tier: critical, then normal, then low', () => {
    expect(orderOf([task('1', { tier: 'low' }), task('2'), task('3', { tier: 'critical' })])).toEqual(['3', '2', '1'])
  })

  it('puts the task with the longest way to the end first within a tier', () => {
    // 2 --> 3 --> 4, and 1 alone
    const tasks = [task('1'), task('2'), task('3', { needs: ['2'] }), task('4', { needs: ['3'] })]
    expect(orderOf(tasks)).toEqual(['2', '1'])
  })

  it('counts the longest of several ways', () => {
    // 1 --> 9;  2 --> 9 and 2 --> 3 --> 9
    const tasks = [
      task('1'),
      task('2'),
      task('3', { needs: ['2'] }),
      task('9', { needs: ['1', '2', '3'] }),
      task('8', { needs: ['1'] }),
    ]
    expect(orderOf(tasks)).toEqual(['2', '1'])
  })

  it('counts a way to its very end', () => {
    // b1 --> b2 --> b3, and a1 --> a2 --> a3 --> a4
    const chain = (name: string, length: number) =>
      Array.from({ length }, (_, at) => task(`${name}${at + 1}`, { needs: at > 0 ? [`${name}${at}`] : [] }))
    expect(orderOf([...chain('b', 3), ...chain('a', 4)])).toEqual(['a1', 'b1'])
  })

  it('counts the longest way also behind a task that several need', () => {
    // a --> b --> c --> d and b --> d, and x --> y --> z
    const tasks = [
      task('x'),
      task('y', { needs: ['x'] }),
      task('z', { needs: ['y'] }),
      task('a'),
      task('b', { needs: ['a'] }),
      task('d', { needs: ['b', 'c'] }),
      task('c', { needs: ['b'] }),
    ]
    expect(orderOf(tasks)).toEqual(['a', 'x'])
  })

  it('puts a tier above a long way', () => {
    // 1 --> 2, and 3 alone
    expect(orderOf([task('1'), task('2', { needs: ['1'] }), task('3', { tier: 'critical' })])).toEqual(['3', '1'])
  })

  it('is the order of the plan where nothing else decides', () => {
    expect(orderOf([task('b'), task('a'), task('10'), task('9')])).toEqual(['b', 'a', '10', '9'])
  })

  it('does not depend on when it is asked', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('critical', 'normal', 'low'), { maxLength: 12 }), tiers => {
        const tasks = tiers.map((tier, at) => task(String(at), { tier, needs: at % 3 === 2 ? [String(at - 1)] : [] }))
        const at = given(opened(plan(tasks)), ready)
        expect(queue(at)).toEqual(queue(at))
        expect(queue(at)).toEqual(orderOf(structuredClone(tasks)))
      }),
    )
  })
})

describe('a task is in the queue', () => {
  // 1 --> 2
  const tasks = [task('1'), task('2', { needs: ['1'] })]

  it('when everything it needs is completed', () => {
    expect(orderOf(tasks)).toEqual(['1'])
    expect(orderOf(tasks, completed('1'))).toEqual(['2'])
  })

  it('when what it needs was skipped by a human', () => {
    expect(orderOf(tasks, skipped('1'))).toEqual(['2'])
  })

  it('never when it needs a task that is not in the plan', () => {
    expect(orderOf([task('1', { needs: ['nowhere'] })])).toEqual([])
  })

  it('never when tasks need each other, and the others go on', () => {
    // 1 <--> 2, and 3 alone
    expect(orderOf([task('1', { needs: ['2'] }), task('2', { needs: ['1'] }), task('3')])).toEqual(['3'])
  })
})

describe('a low task that waits', () => {
  const low = task('low', { tier: 'low' })
  const others = ['1', '2', '3', '4', '5'].map(id => task(id))
  const tasks = [low, ...others, task('low-too', { tier: 'low' })]

  it('comes last after two others', () => {
    expect(orderOf(tasks, completed('1'), completed('2'))).toEqual(['3', '4', '5', 'low', 'low-too'])
  })

  it('goes first after three others', () => {
    expect(orderOf(tasks, completed('1'), completed('2'), completed('3'))).toEqual(['low', 'low-too', '4', '5'])
  })

  it('goes first after as many others as the settings say', () => {
    const settings = config({}, { lowAfter: 1 })
    const at = given(opened(plan(tasks), { config: settings }), ready, completed('1'))
    expect(queue(at)).toEqual(['low', 'low-too', '2', '3', '4', '5'])
  })

  it('goes before a critical one then', () => {
    const critical = task('6', { tier: 'critical' })
    const events = [completed('1'), completed('2'), completed('3')]
    expect(orderOf([...tasks, critical], ...events)).toEqual(['low', 'low-too', '6', '4', '5'])
  })

  it('goes first only once, and again after three more', () => {
    const events = [completed('1'), completed('2'), completed('3'), completed('low')]
    expect(orderOf(tasks, ...events)).toEqual(['4', '5', 'low-too'])
    expect(orderOf(tasks, ...events, completed('4'), completed('5'))).toEqual(['low-too'])
  })

  it('is not helped by the same task starting again', () => {
    const again = [started('1'), started('1', 2), started('1', 3)]
    expect(orderOf(tasks, ...again)).toEqual(['2', '3', '4', '5', 'low', 'low-too'])
  })
})
