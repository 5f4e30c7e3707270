import { expect, it } from 'vitest'
import { narrowJson } from './narrow-json.ts'

it('a text with few other letters is ASCII, and means the same', () => {
  for (const value of [
    { a: 'Run `npm test` → exit 0, please' },
    ['plain'],
    `a long sentence 🙂${' and more'.repeat(9)}`,
  ]) {
    expect(narrowJson(value)).toMatch(/^[\x20-\x7e]*$/)
    expect(JSON.parse(narrowJson(value))).toEqual(value)
  }
})

it('a text in other letters stays as it is', () => {
  expect(narrowJson('결제 모듈')).toBe('"결제 모듈"')
})
