import { describe, expect, it } from 'vitest'
import { task } from '../../../test/rig/core/plan.ts'
import { asksForTests, intentOf } from './intent.ts'

const read = (title: string, ...steps: string[]) => intentOf(task('1', { title, steps })).is

describe('the intent of a task', () => {
  it.each([
    ['Document the retry options', 'docs'],
    ['Add an installation section to the README', 'docs'],
    ['Fix typos in the changelog', 'docs'],
    ['Add a licence', 'docs'],
    ['Mention `join` in the README (depends on 1)', 'docs'],
    ['Mention dot.case in README and CHANGELOG', 'docs'],
    ['Add `a.b` to the API reference of config.yaml in the README', 'docs'],
    ['Write tests for the tokenizer', 'tests'],
    ['Test the error paths of `load`', 'tests'],
    ['Tidy up the tests of the cart', 'tests'],
    ['Reduce repetition in the parser tests', 'tests'],
    ['Add type annotations to `store.py`', 'types'],
    ['Add a `nickname` to the Person interface', 'types'],
    ['Make `sort` faster', 'perf'],
    ['Speed up the import', 'perf'],
    ['Refactor the scheduler', 'refactor'],
    ['Split `src/shapes.js` into two modules', 'refactor'],
    ['Extract the validation into a helper', 'refactor'],
    ['Remove dead code', 'refactor'],
    ['src/load.js: simplify the nested loops', 'refactor'],
    ['csv: get rid of the class. No change in behaviour.', 'refactor'],
    ['Write mean() with iterators, same behaviour', 'refactor'],
    ['primes(n) is quadratic; use a sieve', 'perf'],
    ['`join` is O(n²)', 'perf'],
    ['Make fib fast', 'perf'],
    ['Formatting is duplicated in a.js and b.js. Extract it into src/c.js.', 'refactor'],
    ['Replace callbacks with promises in `src/queue.js`', 'refactor'],
    ['Rename `sum` to `total`', 'rename'],
    ['Move `src/a.js` to `lib/a.js`', 'move'],
    ['Remove the function `legacy`', 'remove'],
    ['Bump left-pad from 1.2 to 1.3', 'chore'],
    ['Release 2.1.0', 'release'],
    ['Fix the rounding of totals', 'fix'],
    ['fix(docs): broken links', 'fix'],
    ['docs: broken links', 'docs'],
    ['refactor(core): smaller steps', 'refactor'],
    ['Sort the list by date', 'feature'],
  ] as const)('%s: %s', (title, intent) => {
    expect(read(title)).toBe(intent)
  })

  it.each([
    'Split the bill between guests',
    'Clean up sessions that have expired',
    'Extract links from a page',
    'Move finished orders to the archive',
    'Merge two carts',
    'Run the tests on every push',
    'Serve the documentation under /help',
    'Add a test command to the shell',
    'Use the currency of the customer',
    'Keep the results in the order of the input',
    'Make the fast mode the default',
    'The search must give the same results twice',
    'Orders with duplicates are accepted. Extract the number in `a.js`.',
  ])('"%s" is about what the program works on', title => {
    expect(read(title)).toBe('feature')
  })

  it('is what the plan says, whatever the title says', () => {
    const stated = task('1', { title: 'Refactor the cart', kind: 'feature', kindStated: true })
    expect(intentOf(stated)).toEqual({ is: 'feature', from: 'kind' })
  })

  it('is read from a promise that nothing else changes', () => {
    expect(intentOf(task('1', { title: 'Smaller steps in the cart', steps: ['Results stay the same.'] }))).toEqual({
      is: 'refactor',
      from: 'description',
    })
  })

  it.each([
    'No change in behaviour.',
    'No changes to the results.',
    'No behaviour change.',
    'No change of the public API.',
  ])('is read from a promise that begins with no: %s', promise => {
    expect(intentOf(task('1', { title: `Put the decoding into a helper of its own. ${promise}` }))).toMatchObject({
      is: 'refactor',
    })
  })

  it('is read from a title of several sentences, as an item of a list is', () => {
    expect(read('`distinct` compares every item with every other one. Use a Set. Same result, same order.')).toBe(
      'refactor',
    )
    expect(read('`distinct` compares every item. Compare ids, and support names. Same order.')).toBe('feature')
    expect(read('Ordinal(-1) gives "-1th", it should be "-1st". Test for it.')).toBe('feature')
    expect(read('Umlauts in slugs', 'Add tests.')).toBe('feature')
    expect(read('No any in pick', '`pick` returns `any`, so callers lose everything. Give it proper generics.')).toBe(
      'types',
    )
  })

  it('is read from a description that says which code the title is about', () => {
    expect(read('Extract the parsing of dates', 'Both readers parse dates. Extract a helper `dateOf`.')).toBe(
      'refactor',
    )
    expect(read('Extract dates from mails', 'Mails hold dates.')).toBe('feature')
  })

  it('is read from a description that says how the code is written, or why it is slow', () => {
    expect(read('Simplify the grades', 'Use early returns in `grade`.')).toBe('refactor')
    expect(read('Simplify the grades', 'Use early returns in `grade`. Support points.')).toBe('feature')
    expect(read('Sortable lists', 'Use early returns in `grade`.')).toBe('feature')
    expect(read('Make parse() linear', '`parse` is quadratic because it concatenates. Keep a list.')).toBe('perf')
    expect(read('Show the rest', '`parse` is slow, so it should print dots.')).toBe('feature')
  })

  it('is read from what the description asks for first, where it asks for nothing else', () => {
    expect(read('Declare `sum`', 'Add `sum` to `src/sum.d.ts`.')).toBe('types')
    expect(read('Declare `sum`', 'Add `sum` to `src/sum.d.ts`. Support lists.')).toBe('feature')
  })

  it('is a feature where a refactoring is to bring something new as well', () => {
    expect(read('Refactor the parser', 'Use a table instead of the chain, and support comments.')).toBe('feature')
    expect(read('Refactor the parser', 'Add a helper for the table.')).toBe('refactor')
  })
})

describe('a request for tests', () => {
  it.each(['Add tests.', 'With a regression test.', 'Return early and write unit tests for it.'])('is %s', words => {
    expect(asksForTests([words])).toBe(true)
  })

  it.each(['Keep all tests.', 'Add a test server.', 'It contests nothing.'])('is not %s', words => {
    expect(asksForTests([words])).toBe(false)
  })
})
