import { describe, expect, it } from 'vitest'
import { criterion, task } from '../../../test/rig/core/plan.ts'
import { evidence, Proving, refused, SHOWN_BY_TESTS, summary } from '../../../test/rig/proof/proving.ts'
import { SEARCH, SHOP } from '../../../test/rig/proof/toy-project.ts'

const TESTS = 'tests/cart.test.js'

describe('an existing test', () => {
  it('that is deleted refuses the draft, before anything is run', async () => {
    const proving = new Proving(SHOP)
    const receipt = await proving.prove(task('1'), { ...SEARCH, [TESTS]: null })
    expect(summary(receipt)).toEqual(refused('tests-kept'))
    expect(evidence(receipt, 'tests-kept')).toBe('Existing tests were deleted: tests/cart.test.js')
    expect(proving.ran).toEqual([])
  })

  it('that only lies elsewhere now is not deleted, and is held in its old form', async () => {
    const moved = { ...SEARCH, [TESTS]: null, 'tests/unit/cart.test.js': SHOP[TESTS]! }
    expect(summary(await new Proving(SHOP).prove(task('1'), moved))).toMatchObject({
      proven: true,
      gates: { 'test:old-form': 'passed' },
    })
    const weakened = { ...moved, 'tests/unit/cart.test.js': 'expect true\n' }
    expect(summary(await new Proving(SHOP).prove(task('1'), weakened))).toEqual(refused('tests-kept'))
  })

  it('that is weakened to let a break pass is held in its old form', async () => {
    const weakened = { ...SEARCH, 'src/cart.js': 'add = wrong\n', [TESTS]: 'expect add = wrong\n' }
    const receipt = await new Proving(SHOP).prove(task('1'), weakened)
    expect(summary(receipt)).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { lint: 'passed', test: 'passed', 'test:old-form': 'failed' },
    })
    expect(evidence(receipt, 'test:old-form')).toBe(
      'the old tests fail with the change: exit 1\nAssertionError: expect add = right\n      Tests  1 failed | 0 passed (1)',
    )
  })

  it('that is emptied to let a break pass is held in its old form', async () => {
    const emptied = { ...SEARCH, 'src/cart.js': 'add = wrong\n', [TESTS]: 'expect true\n' }
    expect(summary(await new Proving(SHOP).prove(task('1'), emptied))).toMatchObject({
      proven: false,
      gates: { 'test:old-form': 'failed' },
    })
  })

  it('that is extended honestly is an addition', async () => {
    const extended = { 'src/search.js': 'find = right\n', [TESTS]: 'expect add = right\nexpect find = right\n' }
    expect(summary(await new Proving(SHOP).prove(task('1'), extended))).toEqual({
      ...SHOWN_BY_TESTS,
      gates: { ...SHOWN_BY_TESTS.gates, 'test:old-form': 'passed' },
    })
  })

  it('that says the same in other words is fine', async () => {
    const rewritten = { ...SEARCH, [TESTS]: '# tidier\nexpect add = right\n' }
    expect(summary(await new Proving(SHOP).prove(task('1'), rewritten)).proven).toBe(true)
  })

  it('may be replaced where the contract allows it', async () => {
    const replaced = { 'src/cart.js': 'add = better\n', [TESTS]: 'expect add = better\n' }
    expect(summary(await new Proving(SHOP).prove(task('1', { allow: [TESTS] }), replaced))).toEqual(SHOWN_BY_TESTS)
  })

  it('may be deleted where the contract names it to be deleted', async () => {
    const files = { create: [], modify: [], delete: [TESTS], test: [] }
    const removed = { ...SEARCH, 'src/cart.js': null, [TESTS]: null }
    expect(summary(await new Proving(SHOP).prove(task('1', { files }), removed)).proven).toBe(true)
  })

  it('that is not allowed is held in its old form beside one that is', async () => {
    const two = { ...SHOP, 'src/pay.js': 'pay = right\n', 'tests/pay.test.js': 'expect pay = right\n' }
    const allowed = task('1', { allow: [TESTS] })
    const change = { 'src/cart.js': 'add = better\n', [TESTS]: 'expect add = better\n' }
    const honest = { ...change, 'tests/pay.test.js': 'expect pay = right\nexpect true\n' }
    const broken = { ...change, 'src/pay.js': 'pay = wrong\n', 'tests/pay.test.js': 'expect true\n' }
    expect(summary(await new Proving(two).prove(allowed, honest))).toMatchObject({
      proven: true,
      gates: { 'test:old-form': 'passed' },
    })
    expect(summary(await new Proving(two).prove(allowed, broken))).toMatchObject({
      proven: false,
      gates: { 'test:old-form': 'failed' },
    })
  })

  it('that is untouched serves as its own old form, and is run once', async () => {
    const proving = new Proving(SHOP)
    await proving.prove(task('1'), SEARCH)
    // Once with the change, once without it, once emptied; and the linter with a planted mistake.
    expect(proving.ran).toEqual(['npm run lint', 'npm test', 'npm test', 'npm test', 'npm run lint'])
  })
})

describe('a suite that was red before', () => {
  const red = { ...SHOP, 'tests/old.test.js': 'expect old = right\n' }

  it('is not the fault of the change, and shows nothing either', async () => {
    const receipt = await new Proving(red).prove(task('1'), SEARCH)
    expect(summary(receipt)).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { lint: 'passed', test: 'known-failure, not blocking', 'red-green': 'unproven' },
    })
    expect(evidence(receipt, 'test')).toBe(
      'exit 1, and the suite failed on the base too\nAssertionError: expect old = right\n      Tests  1 failed | 2 passed (3)',
    )
  })

  it('lets the proof rest on a criterion', async () => {
    const asked = task('1', { criteria: [criterion('c1', 'shows find = right')] })
    expect(summary(await new Proving(red).prove(asked, SEARCH))).toEqual({
      proven: true,
      basis: 'red-green',
      redGreen: ['criterion:c1'],
      gates: {
        lint: 'passed',
        test: 'known-failure, not blocking',
        'criterion:c1': 'passed',
        'red-green': 'passed',
      },
    })
  })

  it('is known in its old form as well', async () => {
    const asked = task('1', { criteria: [criterion('c1', 'shows find = right')] })
    const extended = { ...SEARCH, [TESTS]: 'expect add = right\nexpect find = right\n' }
    expect(summary(await new Proving(red).prove(asked, extended))).toMatchObject({
      proven: true,
      gates: { test: 'known-failure, not blocking', 'test:old-form': 'known-failure, not blocking' },
    })
  })

  it('does not excuse a linter that was green before', async () => {
    const receipt = await new Proving(red).prove(task('1'), { ...SEARCH, 'src/ugly.js': 'ugly\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { lint: 'failed' } })
  })
})

describe('a comment that switches the linter off', () => {
  const off = (comment: string) => ({ ...SEARCH, 'src/ugly.js': `${comment}\nugly\n` })

  it('refuses the draft without a reason', async () => {
    const receipt = await new Proving(SHOP).prove(task('1'), off('// toy-off'))
    expect(summary(receipt)).toMatchObject({
      proven: false,
      gates: { lint: 'passed', 'suppressions:lint': 'failed' },
    })
    expect(evidence(receipt, 'suppressions:lint')).toContain('src/ugly.js:1: // toy-off')
  })

  it('is noted where the task allows it, and is nothing with a reason or where it switches nothing off', async () => {
    const allowed = task('1', { allow: ['suppressions'] })
    expect(summary(await new Proving(SHOP).prove(allowed, off('// toy-off')))).toMatchObject({
      proven: true,
      gates: { 'suppressions:lint': 'noted, not blocking' },
    })
    for (const draft of [off('// toy-off -- made by a tool'), { ...SEARCH, 'src/fine.js': '// toy-off\nfine\n' }])
      expect(summary(await new Proving(SHOP).prove(task('1'), draft))).toEqual(SHOWN_BY_TESTS)
  })
})

describe('a linter that complained before', () => {
  it('does not block', async () => {
    const ugly = { ...SHOP, 'src/old.js': 'ugly\n' }
    expect(summary(await new Proving(ugly).prove(task('1'), SEARCH))).toEqual({
      ...SHOWN_BY_TESTS,
      gates: {
        lint: 'known-failure, not blocking',
        test: 'passed',
        'red-green': 'passed',
        gutting: 'passed',
      },
    })
  })
})
