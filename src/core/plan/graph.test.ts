import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/rig/processor-time.ts'
import { cycles, dependents, type Needing, topological } from './graph.ts'
import { taskId } from './ids.ts'

const task = (id: string, ...needs: string[]): Needing => ({ id: taskId(id), needs: needs.map(taskId) })

describe('the order of tasks', () => {
  test('is the plan itself when the plan is in order', () => {
    expect(topological([task('1'), task('2', '1'), task('3'), task('final', '1', '2', '3')])).toEqual([
      '1',
      '2',
      '3',
      'final',
    ])
  })

  test('brings a need forward and leaves the rest where it is', () => {
    // 3 --> 1
    expect(topological([task('1', '3'), task('2'), task('3')])).toEqual(['3', '1', '2'])
  })

  test('passes over needs that do not exist and names every task once', () => {
    expect(topological([task('1', '9', '2'), task('1', '3'), task('2', '2')])).toEqual(['2', '1'])
  })

  test('puts every task behind its needs, in any plan without cycles', () => {
    fc.assert(
      fc.property(plans({ cyclic: false }), tasks => {
        const order = topological(tasks)
        expect([...order].sort()).toEqual(tasks.map(entry => entry.id).sort())
        const place = new Map(order.map((id, index) => [id, index]))
        for (const entry of tasks)
          for (const need of entry.needs) expect(place.get(need)!).toBeLessThan(place.get(entry.id)!)
      }),
    )
  })
})

describe('cycles', () => {
  test('are named whole and begin with their first task in the plan', () => {
    // 1 --> 2 --> 3 --> 1
    expect(cycles([task('0'), task('1', '2'), task('2', '3'), task('3', '1')])).toEqual([['1', '2', '3']])
  })

  test('that share a task are both named', () => {
    // 1 <--> 2 <--> 3
    expect(cycles([task('1', '2'), task('2', '1', '3'), task('3', '2')])).toEqual([
      ['1', '2'],
      ['2', '3'],
    ])
  })

  test('of one task are cycles as well', () => {
    expect(cycles([task('1', '1'), task('2', '1')])).toEqual([['1']])
  })

  test('are absent exactly where an order exists, and every one that is named is one', () => {
    fc.assert(
      fc.property(plans({ cyclic: true }), tasks => {
        const needs = new Map(tasks.map(entry => [entry.id, entry.needs]))
        const named = cycles(tasks)
        for (const circle of named) {
          expect(new Set(circle).size).toBe(circle.length)
          for (const [index, id] of circle.entries())
            expect(needs.get(id)).toContain(circle[(index + 1) % circle.length])
        }
        expect(new Set(named.map(circle => circle.join())).size).toBe(named.length)
        const order = topological(tasks)
        const place = new Map(order.map((id, index) => [id, index]))
        const sorted = tasks.every(entry => entry.needs.every(need => place.get(need)! < place.get(entry.id)!))
        expect(named.length === 0).toBe(sorted)
      }),
    )
  })

  test('are found in a knot of a hundred thousand tasks without delay', () => {
    const count = 100_000
    const ring = Array.from({ length: count }, (_, index) =>
      task(`${index}`, `${(index + 1) % count}`, `${(index * 7) % count}`),
    )
    const used = cpuMs(() => expect(cycles(ring).length).toBeGreaterThan(0))
    expect(used).toBeLessThan(2000)
  })
})

test('dependents are the tasks that wait, in the order of the plan', () => {
  expect(dependents([task('1'), task('2', '1'), task('3', '1', '1', '8'), task('4', '3')])).toEqual(
    new Map([
      ['1', ['2', '3']],
      ['2', []],
      ['3', ['4']],
      ['4', []],
    ]),
  )
})

function plans({ cyclic }: { cyclic: boolean }): fc.Arbitrary<Needing[]> {
  return fc
    .integer({ min: 1, max: 12 })
    .chain(count =>
      fc.tuple(
        ...Array.from({ length: count }, (_, index) =>
          fc
            .uniqueArray(fc.integer({ min: 0, max: cyclic ? count - 1 : Math.max(0, index - 1) }), { maxLength: 3 })
            .map(needs => task(`t${index}`, ...(cyclic || index > 0 ? needs : []).map(need => `t${need}`))),
        ),
      ),
    )
}
