import { expect, it } from 'vitest'
import { task } from '../../../test/rig/core/plan.ts'
import { requestsOf, requestWords } from './requests.ts'

const of = (title: string) => requestsOf(task('1', { title }))

it.each([
  ['Remove `isUrlRequest`', ['isUrlRequest']],
  ['refactor!: `parseString` was removed in favor of `JSON.parse`', ['parseString']],
  ['Drop Parser.parseAll() and old_name', ['parseAll', 'old_name']],
  ['Remove the deprecated option `fooBar`', ['fooBar']],
  ['Remove the functions `parse(a, b)` and `parseAll`', ['parse', 'parseAll']],
  ['Remove the search', []],
  ['Remove the cache from `fetchUser`', []],
  ['Remove duplicate code in `parseString`', []],
  ['Fix `parseDate` and drop support for Node 12', []],
  ['Rename `a1b` to `c2d`', []],
  ['Remove `a b`', []],
])('what goes by its name: %s', (title, names) => {
  expect(of(title).goes).toEqual(names)
})

it.each([
  ['Add `truncate(text, max)`', ['truncate']],
  ['feat: add the new functions `sum` and `total`, `mean` (depends on 1)', ['sum', 'total', 'mean']],
  ['Export `sum` from the index', ['sum']],
  ['Add an option to `sum`', []],
  ['Add node_modules to .gitignore', []],
  ['Add the file `LICENSE`', []],
  ['Add the option `verbose`', []],
])('what comes by its name: %s', (title, names) => {
  expect(of(title).brings).toEqual(names)
})

it.each([
  ['Remove the unused `sub`', ['sub']],
  ['Delete `sub` and `mul`.', ['sub', 'mul']],
  ['Remove `cache` from `fetchUser`', []],
  ['Do not remove `sub`', []],
])('what a title removes as a whole: %s', (title, names) => {
  expect(of(title).removes).toEqual(names)
})

it('a rename has two names, and files go by their paths', () => {
  expect(of('Rename the function `sub` to `subtract`').renames).toEqual([{ from: 'sub', to: 'subtract' }])
  expect(of('Remove `src/old.js` and lib/more.js').filesGo).toEqual(['src/old.js', 'lib/more.js'])
  expect(of('Drop src/legacy.js (deprecated since 1.2) and what it exports').filesGo).toEqual(['src/legacy.js'])
  expect(of('Remove the parser/printer split').filesGo).toEqual([])
})

it('says what was read', () => {
  expect(requestWords(of('Remove `sub`'))).toEqual(['`sub` must be gone, and tests of nothing else may go too'])
  expect(requestWords(of('Add `sum`'))).toEqual(['`sum` must be there'])
  expect(requestWords(of('Find faster'))).toEqual([])
})
