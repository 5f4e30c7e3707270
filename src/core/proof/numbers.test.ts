import { describe, expect, it } from 'vitest'
import { compareValues, differenceWords, readValues } from './numbers.ts'

const TOLERANCE = { absolute: 1e-9, relative: 1e-6 }
const differences = (format: 'json' | 'csv' | 'stdout', reference: string, actual: string) =>
  compareValues(readValues(reference, format)!, readValues(actual, format)!, TOLERANCE).map(differenceWords)

describe('values are compared with a reference', () => {
  it('within the tolerance, absolute near zero and relative elsewhere', () => {
    expect(differences('json', '{"a": 1000000, "b": 0}', '{"a": 1000000.9, "b": 1e-10}')).toEqual([])
    expect(differences('json', '{"a": 1000000, "b": 0}', '{"a": 1000002, "b": 1e-8}')).toEqual([
      'a: 1000002 instead of 1000000 (off by 2)',
      'b: 1e-8 instead of 0 (off by 1e-8)',
    ])
  })

  it('by their path in JSON, with what is missing, what is more, and what is no number', () => {
    const reference = '{"steps": [{"e": 1.5}, {"e": 2}], "name": "run", "left": 3}'
    const actual = '{"steps": [{"e": 1.5}, {"e": NaN}], "name": "other", "right": 4}'
    expect(differences('json', reference, actual)).toEqual([
      'steps[1].e: NaN instead of 2',
      'name: other instead of run',
      'left: missing; the reference says 3',
      'right: 4, which the reference does not have',
    ])
  })

  it('by row and column in CSV, with names where there are some', () => {
    expect(differences('csv', 'time,energy\n0,1.5\n1,2.5\n', 'time,energy\n0,1.5\n1,2.6\n')).toEqual([
      `row 2, energy: 2.6 instead of 2.5 (off by ${2.6 - 2.5})`,
    ])
    expect(differences('csv', '1,2\n', '1,2\n3,4\n')).toEqual([
      'row 2, column 1: 3, which the reference does not have',
      'row 2, column 2: 4, which the reference does not have',
    ])
  })

  it('by line and number in text, whose words have to be the same', () => {
    expect(differences('stdout', 'energy = 1.5 J\n', 'energy =  1.50000001 J\n')).toEqual([])
    expect(differences('stdout', 'energy = 1.5 J\n', 'power = nan J\n')).toEqual([
      'line 1, number 1: NaN instead of 1.5',
      'line 1, words: power = # J instead of energy = # J',
    ])
  })

  it('and NaN in the reference is equal to nothing', () => {
    expect(differences('json', '{"a": NaN}', '{"a": NaN}')).toEqual(['a: NaN instead of NaN'])
    expect(differences('json', '{"a": NaN}', '{"a": 1}')).toEqual([
      'a: the reference says NaN, which nothing is equal to',
    ])
  })

  it('and infinity only with itself', () => {
    expect(differences('csv', 'inf,-inf\n', 'inf,-inf\n')).toEqual([])
    expect(differences('csv', 'inf,1\n', '1,1\n')).toHaveLength(1)
  })
})

it('what is not in its format has no values', () => {
  expect([readValues('{"a": ', 'json'), readValues('\n', 'csv')]).toEqual([null, null])
})
