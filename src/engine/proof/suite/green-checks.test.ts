import { describe, expect, it } from 'vitest'
import { criterion, task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, summary } from '../../../../test/rig/proof/proving.ts'
import { manifest, SHOP } from '../../../../test/rig/proof/toy-project.ts'

const REFACTOR = { 'src/basket.js': 'sum = right\n' }
const refactor = task('1', { kind: 'refactor' })
const shopWith = (scripts: object) => ({ ...SHOP, 'package.json': manifest({ name: 'shop', scripts }) })

const UNPROVEN = { proven: false, basis: 'none', gates: { kept: 'unproven' } }

describe('behaviour is kept', () => {
  it('where a suite that notices broken code was green and is green', async () => {
    expect(summary(await new Proving(SHOP).prove(refactor, REFACTOR))).toMatchObject({ proven: true, basis: 'kept' })
  })

  it('by no suite that was red on the base as a whole, whatever the linter says', async () => {
    const red = { ...SHOP, 'tests/old.test.js': 'expect old = right\n' }
    const receipt = await new Proving(red).prove(refactor, { ...REFACTOR, 'src/cart.js': 'add = wrong\n' })
    expect(summary(receipt)).toMatchObject(UNPROVEN)
    expect(summary(receipt).gates).toMatchObject({ lint: 'passed', test: 'known-failure, not blocking' })
    expect(evidence(receipt, 'kept')).toContain(
      'the test command fails on the base too, so it does not count as a check',
    )
  })

  it('by no suite that does not notice broken code', async () => {
    const receipt = await new Proving(shopWith({ test: 'true', lint: 'eslint .' })).prove(refactor, REFACTOR)
    expect(summary(receipt)).toMatchObject(UNPROVEN)
    expect(summary(receipt).gates).toMatchObject({ 'control:test': 'uncontrolled, not blocking' })
    expect(evidence(receipt, 'kept')).toContain('the test command does not notice broken code')
  })

  it('by no linter alone', async () => {
    const receipt = await new Proving(shopWith({ lint: 'eslint .' })).prove(refactor, REFACTOR)
    expect(summary(receipt)).toMatchObject(UNPROVEN)
    expect(evidence(receipt, 'kept')).toContain('there is no test command')
  })

  it('by a criterion with a command', async () => {
    const asked = task('1', { kind: 'refactor', criteria: [criterion('c1', 'shows add = right')] })
    const receipt = await new Proving(shopWith({ lint: 'eslint .' })).prove(asked, REFACTOR)
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'kept' })
  })

  it('by itself where only words were changed', async () => {
    const receipt = await new Proving(shopWith({ lint: 'eslint .' })).prove(task('1', { kind: 'docs' }), {
      'README.md': 'shop\n',
    })
    expect(summary(receipt).proven).toBe(true)
  })
})
