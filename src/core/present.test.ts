import { expect, it } from 'vitest'
import { present } from './present.ts'

it('keeps every value but null and undefined, also those that count as false', () => {
  expect(present({ a: 0, b: '', c: false, d: [], e: undefined, f: null })).toStrictEqual({
    a: 0,
    b: '',
    c: false,
    d: [],
  })
})
