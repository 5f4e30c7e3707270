import { expect, it } from 'vitest'
import { askedToGo } from './asked-to-go.ts'

it.each([
  ['Remove `isUrlRequest`', ['isUrlRequest']],
  ['refactor!: `parseString` was removed in favor of `JSON.parse`', ['parseString']],
  ['Drop Parser.parseAll() and old_name', ['parseAll', 'old_name']],
  ['Remove the deprecated option `fooBar`', ['fooBar']],
  ['Remove the search', []],
  ['Remove the cache from `fetchUser`', []],
  ['Remove duplicate code in `parseString`', []],
  ['Fix `parseDate` and drop support for Node 12', []],
  ['Rename `a1b` to `c2d`', []],
  ['Remove `a b`', []],
])('%s', (title, names) => {
  expect(askedToGo(title)).toEqual(names)
})
