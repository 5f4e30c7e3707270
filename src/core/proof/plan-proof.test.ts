import { expect, it } from 'vitest'
import { criterion, task } from '../../../test/rig/core/plan.ts'
import { criterionWords, plannedProof } from './plan-proof.ts'

it('a criterion is shown as what is run for it, or as words for the judge', () => {
  const base = criterion('c1', 'node cli.js')
  const read = (expect: NonNullable<typeof base.check>['expect']) =>
    criterionWords({ ...base, check: { command: 'node cli.js', expect } })
  expect(read({ is: 'exit', code: 2 })).toBe('runs `node cli.js`, expects exit 2')
  expect(read({ is: 'stdout', text: 'a' })).toBe('runs `node cli.js`, expects the output `a`')
  expect(read({ is: 'number', value: 3 })).toBe('runs `node cli.js`, expects the number 3')
  expect(read({ is: 'words', words: 'no errors' })).toBe(
    'runs `node cli.js`, expects exit 0 ("no errors" is not compared)',
  )
  expect(criterionWords({ ...base, text: '`slug("a")` → `"a"`', check: null })).toBe(
    'for the judge: `slug("a")` → `"a"`',
  )
})

it('a task that names a gate which cannot run waits for a human', () => {
  expect(plannedProof(task('1'), { test: 'npm test' }, { missing: ['lint'] })).toEqual({
    words: `it names a gate that cannot run (lint); otherwise ${plannedProof(task('1'), { test: 'npm test' }).words}`,
    waitsForHuman: true,
  })
})

it('does not ask for a new test where the change may show that none is needed', () => {
  const words = (fields: Parameters<typeof task>[1]) => plannedProof(task('1', fields), { test: 'npm test' }).words
  expect(words({ title: 'README: say how to use it' })).toContain('none is needed where only names, places, types')
  expect(words({ title: 'Find things', kindStated: true })).toBe('red before, green after: a new test under `npm test`')
  expect(words({ title: 'Rename `sum` to `total`' })).toContain('with the new paths and names')
})

it.each([
  ['Explain the options in the README', 'read from the title: docs; shown by the files that it mentions'],
  ['Write tests for the cart', 'read from the title: tests; shown by its tests, which must fail'],
  ['Refactor the cart', 'read from the title: refactor; shown by the existing tests'],
  ['Find things', 'red before, green after: a new test'],
])('says by what a task in plain words will be shown: %s', (title, words) => {
  expect(plannedProof(task('1', { title }), { test: 'npm test' }).words).toContain(words)
})

it('a task that names only pages needs no tests', () => {
  const design = task('1', {
    title: 'Design the buffer',
    files: { create: ['docs/buffer.md'], modify: [], delete: [], test: [] },
  })
  expect(plannedProof(design, {})).toEqual({
    words: 'it names only documents, so it needs no tests; no code that runs may change',
    waitsForHuman: false,
  })
})

it('a test called after a task is one of its checks in addition to the suite', () => {
  expect(plannedProof(task('1'), { test: 'npm test' }, { ownTest: 'make test-1' }).words).toBe(
    'red before, green after: `make test-1` or a new test',
  )
})

it('a criterion with a command asks for more than the words of a title', () => {
  const asked = task('1', { title: 'Refactor the cart', criteria: [criterion('c1', 'node cli.js')] })
  expect(plannedProof(asked, { test: 'npm test' }).words).toBe('red before, green after: `node cli.js` or a new test')
})

it('a checkpoint in a list needs the suite alone', () => {
  const checkpoint = task('2', { title: 'Checkpoint - Ensure all tests pass' })
  expect(plannedProof(checkpoint, { test: 'npm test' }).words).toBe(
    '`npm test` passes, without a change; a change is proven like any other',
  )
  expect(plannedProof(checkpoint, {}).waitsForHuman).toBe(true)
})
