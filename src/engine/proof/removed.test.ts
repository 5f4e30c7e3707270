import { expect, it } from 'vitest'
import { askedToGo } from './removed.ts'

it.each([
  ['Remove `isUrlRequest`', ['isUrlRequest']],
  ['refactor!: `parseString` was removed in favor of `JSON.parse`', ['parseString', 'parse']],
  ['Drop Parser.parseAll() and old_name', ['parseAll', 'old_name']],
  ['Remove the search', []],
  ['Rename `a1b` to `c2d`', []],
  ['Remove `a b`', []],
])('%s', (title, names) => {
  expect(askedToGo(title)).toEqual(names)
})
