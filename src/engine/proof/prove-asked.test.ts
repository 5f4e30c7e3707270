import { describe, expect, it } from 'vitest'
import { task } from '../../../test/rig/core/plan.ts'
import { evidence, Proving, summary } from '../../../test/rig/proof/proving.ts'
import { FINDING, LIBRARY } from '../../../test/rig/proof/toy-suite.ts'

const proven = (changes: Readonly<Record<string, string | null>>, files = LIBRARY, of = task('1')) =>
  new Proving(files).prove(of, changes)

describe('a test that failed before', () => {
  const title = 'Fix the failing test "finds"'
  const failing = {
    ...LIBRARY,
    'src/search.js': "export function find() { return 'wrong' }\n",
    'tests/search.test.js': 'test finds: find = right\ntest finds wrong: find is not nothing\n',
  }
  const beside = {
    'src/more.js': "export function more() { return 'right' }\n",
    'tests/more.test.js': 'test more: more = right\n',
  }
  const asked = (changes: Readonly<Record<string, string | null>>) => proven(changes, failing, task('1', { title }))

  it('is repaired where it passes as it was written', async () => {
    const receipt = await asked({ 'src/search.js': "export function find() { return 'right' }\n" })
    expect(summary(receipt)).toMatchObject({ proven: true, redGreen: ['tests/search.test.js > finds'] })
  })

  it.each([
    ['is skipped', 'skip finds: find = right\ntest finds wrong: find is not nothing\n'],
    ['is gone', 'test finds wrong: find is not nothing\n'],
    ['expects something else', 'test finds: find = wrong\ntest finds wrong: find is not nothing\n'],
  ])('is a question where it %s', async (_, text) => {
    const receipt = await asked({ ...beside, 'tests/search.test.js': text })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'test:old-form': 'changes-tests' } })
  })

  it('is not repaired by something beside it', async () => {
    const receipt = await asked(beside)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'red-green': 'unproven' } })
    expect(evidence(receipt, 'red-green')).toBe(
      'The task is about tests that fail, and they still do: tests/search.test.js > finds.',
    )
  })

  it('by chance is not known to fail', async () => {
    const chance = { ...LIBRARY, 'tests/chance.test.js': 'sometimes shakes: add = right\n' }
    const changes = {
      ...FINDING,
      'src/cart.js': "export function add() { return 'wrong' }\n",
      'tests/cart.test.js': null,
    }
    const receipt = await proven(changes, chance, task('1', { allow: ['tests/cart.test.js'] }))
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'failed' } })
  })
})

describe('what a title asks for by its name', () => {
  it.each([
    ['Add `find`', FINDING],
    ['feat: add `find(words)` (#12)', FINDING],
    [
      'Rename `add` to `plus`',
      {
        'src/cart.js': "export function plus() { return 'right' }\n",
        'tests/cart.test.js': 'test adds: plus = right\ntest adds again: plus = right\n',
      },
    ],
  ] as const)('%s: is there', async (title, changes) => {
    const receipt = await proven(changes, LIBRARY, task('1', { title, allow: ['tests/cart.test.js'] }))
    expect(summary(receipt).proven).toBe(true)
  })

  it.each([
    ['Add `search`', FINDING, 'The title asks for `search`, and no changed file contains that name.'],
    [
      'Rename `add` to `plus`',
      { 'src/cart.js': `// plus\n${LIBRARY['src/cart.js']}` },
      'The title asks for `plus`, and no changed file contains that name.',
    ],
    [
      'Remove the unused `add`',
      { 'src/cart.js': `// gone\n${LIBRARY['src/cart.js']}` },
      'The title asks to remove `add`, and it is still declared.',
    ],
  ] as const)('%s: is not done', async (title, changes, words) => {
    const receipt = await proven(changes, LIBRARY, task('1', { title, kind: 'refactor' }))
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'red-green': 'unproven' } })
    expect(evidence(receipt, 'red-green')).toBe(words)
  })
})

describe('a change of nothing but words', () => {
  it('shows no behaviour, whatever a test reads in them', async () => {
    const receipt = await proven({
      'src/cart.js': `// function find() { return 'right' }\n${LIBRARY['src/cart.js']}`,
      'tests/search.test.js': 'test finds: find = right\n',
    })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'red-green': 'unproven' } })
    expect(evidence(receipt, 'red-green')).toContain('Only documents and comments changed')
  })
})

describe('something that the task takes out by its name', () => {
  const base = {
    ...LIBRARY,
    'src/search.js': "export function findAll() { return 'right' }\n",
    'tests/search.test.js': 'test findAll finds: findAll = right\n',
  }
  const title = 'Remove `findAll`'

  it('takes its tests along, and it is said', async () => {
    const receipt = await proven(
      { 'src/search.js': null, 'tests/search.test.js': null },
      base,
      task('1', { title, kind: 'refactor' }),
    )
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'inert', gates: { 'test:old-form': 'passed' } })
    expect(evidence(receipt, 'test:old-form')).toContain(
      'removed with the code that the task removes: - tests/search.test.js > findAll finds',
    )
  })

  it.each([
    ['it is still there', { 'src/more.js': '// nothing\n', 'tests/search.test.js': null }, title],
    ['nobody asked for it', { 'src/search.js': null, 'tests/search.test.js': null }, 'Remove `findOne`'],
    [
      'other tests go with it',
      { 'src/search.js': null, 'tests/search.test.js': null, 'tests/cart.test.js': 'test adds: add = right\n' },
      title,
    ],
  ])('does not, where %s', async (_, changes, says) => {
    const receipt = await proven(changes, base, task('1', { title: says, kind: 'refactor' }))
    expect(summary(receipt).proven).toBe(false)
  })
})
