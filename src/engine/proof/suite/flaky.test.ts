import { describe, expect, it } from 'vitest'
import { criterion, task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, type Sickness, summary } from '../../../../test/rig/proof/proving.ts'
import { SEARCH, SHOP } from '../../../../test/rig/proof/toy-project.ts'
import { FINDING, LIBRARY, TOY_COMMAND } from '../../../../test/rig/proof/toy-suite.ts'
import type { Receipt } from '../../../core/proof/receipt.ts'

/** Fails in these turns of a command, whatever the code is. */
const failingIn =
  (wanted: string, turns: readonly number[], stdout = 'not ok 7 - waits for a slot\n'): Sickness =>
  (command, ran) =>
    command === wanted && turns.includes(ran.filter(other => other === wanted).length + 1) ? { code: 1, stdout } : null

const flakyOf = (receipt: Receipt, name: string) => receipt.gates.find(({ gate }) => gate === name)?.flaky

describe('a test command that is read as a whole', () => {
  it('and fails once is flaky, named with what it said, and refuses nothing', async () => {
    const receipt = await new Proving(SHOP, failingIn('npm test', [1])).prove(task('1'), SEARCH)
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'red-green', gates: { test: 'passed' } })
    expect(evidence(receipt, 'test')).toBe(
      'npm test failed in 1 of 3 runs of the same code\nnot ok 7 - waits for a slot',
    )
    expect(flakyOf(receipt, 'test')).toEqual([{ check: 'npm test', failed: 1, runs: 3 }])
  })

  it('and fails in most turns is sent back as flaky where the base never fails', async () => {
    const receipt = await new Proving(SHOP, failingIn('npm test', [1, 3])).prove(task('1'), SEARCH)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'flaky' } })
    expect(evidence(receipt, 'test')).toContain('npm test failed in 2 of 3 runs of the same code')
  })

  it('and fails in most turns refuses nothing where the base fails at times too, and shows nothing either', async () => {
    const receipt = await new Proving(SHOP, failingIn('npm test', [1, 4, 6])).prove(task('1'), SEARCH)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'flaky, not blocking' } })
  })

  it('and fails every time has failed', async () => {
    const receipt = await new Proving(SHOP).prove(task('1'), { ...SEARCH, 'src/cart.js': 'add = wrong\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'failed' } })
    expect(flakyOf(receipt, 'test')).toBeUndefined()
  })

  it('goes back to the agent as flaky where what fails is a test of the change', async () => {
    const sick = failingIn('npm test', [1], 'FAIL tests/search.test.js\n')
    const receipt = await new Proving(SHOP, sick).prove(task('1'), SEARCH)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'flaky' } })
  })

  it('is asked again in the form of its tests before the change', async () => {
    const edited = { ...SEARCH, 'tests/cart.test.js': `${SHOP['tests/cart.test.js']}expect find = right\n` }
    const receipt = await new Proving(SHOP, failingIn('npm test', [2])).prove(task('1'), edited)
    expect(summary(receipt).gates).toMatchObject({ test: 'passed', 'test:old-form': 'passed' })
    expect(flakyOf(receipt, 'test:old-form')).toEqual([{ check: 'npm test', failed: 1, runs: 3 }])
  })
})

it('a linter that fails once is flaky, and refuses nothing', async () => {
  const receipt = await new Proving(SHOP, failingIn('npm run lint', [1])).prove(task('1'), SEARCH)
  expect(summary(receipt)).toMatchObject({ proven: true, gates: { lint: 'passed' } })
  expect(flakyOf(receipt, 'lint')).toEqual([{ check: 'npm run lint', failed: 1, runs: 3 }])
})

it('a criterion that does not hold once is flaky, and holds', async () => {
  const asked = task('1', { criteria: [criterion('c1', 'shows find = right')] })
  const receipt = await new Proving(SHOP, failingIn('shows find = right', [1])).prove(asked, SEARCH)
  expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'criterion:c1': 'passed' } })
  expect(flakyOf(receipt, 'criterion:c1')).toEqual([{ check: 'shows find = right', failed: 1, runs: 3 }])
})

describe('tests that are read one by one', () => {
  it('and are new and fail at times go back to the agent as flaky', async () => {
    const moody = { ...FINDING, 'tests/search.test.js': 'sometimes finds: find = right\n' }
    const receipt = await new Proving(LIBRARY).prove(task('1'), moody)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'flaky' } })
    expect(evidence(receipt, 'test')).toContain('flaky, not wrong: tests/search.test.js > finds failed in')
  })

  it('and whose suite does not run to its end once are judged by a run that does', async () => {
    const crashed = failingIn(TOY_COMMAND, [2], 'Segmentation fault\n')
    const receipt = await new Proving(LIBRARY, crashed).prove(task('1'), FINDING)
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { test: 'passed' } })
    expect(flakyOf(receipt, 'test')).toEqual([{ check: TOY_COMMAND, failed: 1, runs: 3 }])
  })

  it('and failed once in the form before the change are named, and no question', async () => {
    const edited = {
      ...FINDING,
      'tests/cart.test.js': `${LIBRARY['tests/cart.test.js']}test finds too: find = right\n`,
    }
    const once = failingIn(`${TOY_COMMAND} tests/cart.test.js`, [1])
    const receipt = await new Proving(LIBRARY, once).prove(task('1'), edited)
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'test:old-form': 'passed' } })
    expect(flakyOf(receipt, 'test:old-form')).toEqual([
      { check: 'tests/cart.test.js > adds', failed: 1, runs: 3 },
      { check: 'tests/cart.test.js > adds again', failed: 1, runs: 3 },
    ])
  })
})
