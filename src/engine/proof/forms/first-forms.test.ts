import { describe, expect, it } from 'vitest'
import { task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving, summary } from '../../../../test/rig/proof/proving.ts'
import { SHOP } from '../../../../test/rig/proof/toy-project.ts'
import { FINDING, LIBRARY } from '../../../../test/rig/proof/toy-suite.ts'

const TESTS = 'tests/cart.test.js'
const library = { ...LIBRARY, [TESTS]: 'test adds: add = right\n' }
const loosened = { task: task('1'), changes: { [TESTS]: 'test adds: add is not nothing\n' } }
/** What a later task does to code that an earlier one left without its test. */
const breaks = { ...FINDING, 'src/cart.js': "export function add() { return 'wrong' }\n" }

/** What somebody let pass: a gate, and the files that it was about. */
const asked = (gate: string, ...paths: readonly string[]) =>
  ({ gate, verdict: 'changes-tests', evidence: `${gate} says something of ${paths.join(', ')}`, paths }) as const

describe('a test that an earlier task of the plan changed', () => {
  it('is held as it was when the plan began', async () => {
    const receipt = await new Proving(library).prove(task('2'), breaks, { after: [loosened] })
    expect(summary(receipt)).toMatchObject({
      proven: false,
      gates: { test: 'passed', 'test:first-form': 'changes-tests' },
    })
    expect(evidence(receipt, 'test:first-form')?.split('\n')[0]).toBe(
      'tests/cart.test.js > adds was changed by an earlier task, and fails with this change in its first form',
    )
  })

  it('costs one run of its file where it still holds', async () => {
    const proving = new Proving(library)
    const receipt = await proving.prove(task('2'), FINDING, { after: [loosened] })
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'test:first-form': 'passed' } })
    expect(evidence(receipt, 'test:first-form')).toBe(
      'the tests pass in the form from before earlier tasks changed them: tests/cart.test.js',
    )
    expect(proving.ran.filter(command => command === 'toy-suite tests/cart.test.js')).toHaveLength(1)
  })

  it('is held as it was when an earlier task brought it', async () => {
    const brings = { task: task('1'), changes: { ...FINDING } }
    const second = { task: task('2'), changes: { 'tests/search.test.js': 'test finds: find is not nothing\n' } }
    const third = {
      'src/search.js': "export function find() { return 'wrong' }\n",
      'src/more.js': "export function more() { return 'right' }\n",
      'tests/more.test.js': 'test more: more = right\n',
    }
    const receipt = await new Proving(library).prove(task('3'), third, { after: [brings, second] })
    expect(summary(receipt).gates).toMatchObject({ 'test:first-form': 'changes-tests' })
  })

  it('is held however often it was changed since', async () => {
    const again = {
      task: task('2'),
      changes: { [TESTS]: 'test adds: add is not nothing\ntest adds twice: add is not nothing\n' },
    }
    const receipt = await new Proving(library).prove(task('3'), breaks, { after: [loosened, again] })
    expect(summary(receipt).gates).toMatchObject({ 'test:first-form': 'changes-tests' })
  })

  it('is held if it was moved and loosened on its way', async () => {
    const moving = (text: string) => ({ task: task('1'), changes: { [TESTS]: null, 'tests/unit/cart.test.js': text } })
    const proven = async (text: string) =>
      summary(await new Proving(library).prove(task('2'), breaks, { after: [moving(text)] }))
    expect((await proven('test adds: add is not nothing\n')).gates).toMatchObject({
      'test:first-form': 'changes-tests',
    })
    expect((await proven(library[TESTS])).gates).not.toHaveProperty('test:first-form')
  })

  it('is held beside a change of its own task', async () => {
    const changes = { ...breaks, [TESTS]: 'test adds: add is not nothing\ntest adds more: add is not nothing\n' }
    const receipt = await new Proving(library).prove(task('2'), changes, { after: [loosened] })
    expect(summary(receipt).gates).toMatchObject({ 'test:old-form': 'passed', 'test:first-form': 'changes-tests' })
  })

  it.each([
    ['the earlier task was allowed to change it', { ...loosened, task: task('1', { allow: [TESTS] }) }],
    ['a human let that pass', { ...loosened, waived: asked('test:old-form', TESTS) }],
  ])('is not held any more where %s', async (_, earlier) => {
    const receipt = await new Proving(library).prove(task('2'), breaks, { after: [earlier] })
    expect(summary(receipt)).toMatchObject({ proven: true })
    expect(evidence(receipt, 'test:first-form')).toBe(null)
  })

  it.each([
    ['another test', asked('test:old-form', 'tests/other.test.js')],
    ['a test whose path ends alike', asked('test:old-form', `more/${TESTS}`)],
    ['something else', asked('scope', TESTS)],
  ])('is held where a human let %s pass', async (_, waived) => {
    const receipt = await new Proving(library).prove(task('2'), breaks, { after: [{ ...loosened, waived }] })
    expect(summary(receipt).gates).toMatchObject({ 'test:first-form': 'changes-tests' })
  })

  it('is not held where this task may change it', async () => {
    const receipt = await new Proving(library).prove(task('2', { allow: [TESTS] }), breaks, { after: [loosened] })
    expect(summary(receipt)).toMatchObject({ proven: true })
  })

  it('is held no more once it did not hold on the base', async () => {
    const broken = { task: task('1'), changes: { ...loosened.changes, 'src/cart.js': breaks['src/cart.js'] } }
    const receipt = await new Proving(library).prove(task('2'), FINDING, { after: [broken] })
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'test:first-form': 'passed' } })
    expect(evidence(receipt, 'test:first-form')).toBe(
      'every test that passed on the base passes in the form from before earlier tasks changed them: tests/cart.test.js',
    )
  })

  it('is not called a pass where the command failed in that form on the base too', async () => {
    const changes = { [TESTS]: 'expect true\n', 'src/cart.js': 'add = wrong\n' }
    const later = { 'src/search.js': 'find = right\n', 'tests/search.test.js': 'expect find = right\n' }
    const receipt = await new Proving(SHOP).prove(task('2'), later, { after: [{ task: task('1'), changes }] })
    expect(summary(receipt)).toMatchObject({
      proven: true,
      gates: { 'test:first-form': 'known-failure, not blocking' },
    })
  })

  it('is held by those that take a helper which was changed', async () => {
    const helped = { ...library, 'tests/names.js': 'loud\n', [TESTS]: 'test NAMED adds: add = right\n# names\n' }
    const renamed = { task: task('1'), changes: { 'tests/names.js': 'soft\n' } }
    const receipt = await new Proving(helped).prove(task('2'), FINDING, { after: [renamed] })
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'test:first-form': 'passed' } })
  })

  it('is held where only the command as a whole can be read', async () => {
    const earlier = { task: task('1'), changes: { [TESTS]: 'expect true\n' } }
    const later = {
      'src/search.js': 'find = right\n',
      'tests/search.test.js': 'expect find = right\n',
      'src/cart.js': 'add = wrong\n',
    }
    const receipt = await new Proving(SHOP).prove(task('2'), later, { after: [earlier] })
    expect(summary(receipt).gates).toMatchObject({ test: 'passed', 'test:first-form': 'failed' })
    const honest = await new Proving(SHOP).prove(
      task('2'),
      { ...later, 'src/cart.js': 'add = right\n' },
      { after: [earlier] },
    )
    expect(summary(honest)).toMatchObject({ proven: true, gates: { 'test:first-form': 'passed' } })
  })
})
