import { describe, expect, it } from 'vitest'
import { saying } from '../../../test/rig/core/facts.ts'
import { task } from '../../../test/rig/core/plan.ts'
import { type Changes, evidence, Proving, summary } from '../../../test/rig/proof/proving.ts'
import { SEARCH, SHOP } from '../../../test/rig/proof/toy-project.ts'
import { FINDING, LIBRARY } from '../../../test/rig/proof/toy-suite.ts'
import { isProven, type Receipt } from '../../core/proof/receipt.ts'
import { mayLand, waiverFor } from '../../core/proof/waiver.ts'

const wanted = task('1', { files: { create: ['src/search.js'], modify: [], delete: [], test: [] } })
/** Nothing is wrong with it, and yet nobody expects it in a task about something else: somebody has to say. */
const migration = { 'migrations/1.sql': 'create table found (id int);\n' }
const breaking = { 'src/cart.js': "export function add() { return 'wrong' }\n" }

/** Proves a draft, lets a human decide, and proves it again. */
async function decided(changes: Changes, as: 'approved' | 'waived', files: Readonly<Record<string, string>> = LIBRARY) {
  const proving = new Proving(files)
  const first = await proving.prove(wanted, changes)
  const ranBefore = proving.ran.length
  const waivers = [waiverFor(first, { by: 'Ada', note: 'fine', as })]
  const second = await proving.prove(wanted, changes, { waivers })
  return { first, second, waivers, ran: proving.ran.slice(ranBefore) }
}

/** The verdicts of the gates that count. */
const verdicts = ({ gates }: Receipt) =>
  Object.fromEntries(gates.filter(({ blocking }) => blocking).map(({ gate, verdict }) => [gate, verdict]))

const excusedIn = ({ gates }: Receipt) =>
  gates.flatMap(({ gate, verdict, excused }) => (excused ? [[gate, verdict, excused.as, excused.by]] : []))

describe('a question', () => {
  it('is asked once everything else is known', async () => {
    const receipt = await new Proving(LIBRARY).prove(wanted, { ...FINDING, ...migration })
    expect(summary(receipt)).toMatchObject({ proven: false, basis: 'red-green' })
    expect(verdicts(receipt)).toEqual({
      scope: 'question',
      test: 'passed',
      'red-green': 'passed',
      gutting: 'passed',
      repeat: 'passed',
      strength: 'passed',
      'control:test': 'passed',
    })
  })

  it('hides no broken suite', async () => {
    const receipt = await new Proving(LIBRARY).prove(wanted, { ...FINDING, ...migration, ...breaking })
    expect(verdicts(receipt)).toEqual({ scope: 'question', test: 'failed' })
  })

  it('about tests hides nothing that nothing shows', async () => {
    const loosened = { 'tests/cart.test.js': 'test adds: add is not nothing\n', ...breaking }
    const receipt = await new Proving(LIBRARY).prove(task('1'), loosened)
    expect(summary(receipt).gates).toMatchObject({ 'test:old-form': 'changes-tests', 'red-green': 'unproven' })
  })

  it('is answered by an approval: the draft is proven with it, at no cost, and says so', async () => {
    const { second, waivers, ran } = await decided({ ...FINDING, ...migration }, 'approved')
    expect(summary(second)).toMatchObject({ proven: true, gates: { scope: 'question' } })
    expect(excusedIn(second)).toEqual([['scope', 'question', 'approved', 'Ada']])
    expect(mayLand(second, waivers)).toBe(true)
    // What may come out differently each time is asked again; everything else is remembered.
    expect(ran.filter(command => command === 'toy-suite')).toEqual([])
  })

  it('is looked at by a judge before a human is asked, unless it goes back to its agent first', async () => {
    const judge = { is: 'command', name: 'owl', command: 'owl' } as const
    const options = { config: { judge, judging: 'always' } } as const
    const asked = new Proving(LIBRARY).prove(wanted, { ...FINDING, ...migration }, options)
    await expect(asked).rejects.toThrow('nobody needs an agent')
    const changed = { 'tests/cart.test.js': 'test adds: add = wrong\n' }
    const change = { ...FINDING, ...breaking, ...changed }
    await expect(new Proving(LIBRARY).prove(task('1'), change, options)).rejects.toThrow('nobody needs an agent')
    const byHuman = { config: { ...options.config, tests: 'ask' } } as const
    const told = await new Proving(LIBRARY).prove(task('1'), change, byHuman)
    expect(verdicts(told)).toMatchObject({ 'test:old-form': 'changes-tests', 'red-green': 'passed' })
  })

  it('is data: the tests and the files that it is about', async () => {
    const changed = { 'tests/cart.test.js': 'test adds: add = wrong\ntest adds again: add = wrong\n' }
    const receipt = await new Proving(LIBRARY).prove(task('1'), { ...FINDING, ...breaking, ...changed })
    expect(receipt.gates.find(({ gate }) => gate === 'test:old-form')).toMatchObject({
      verdict: 'changes-tests',
      tests: ['tests/cart.test.js > adds', 'tests/cart.test.js > adds again'],
      paths: ['tests/cart.test.js'],
    })
  })
})

describe('a waiver', () => {
  it('of what reading refused does not cover a suite that did not run because of it', async () => {
    const unfinished = { ...FINDING, ...breaking, 'src/later.js': '// TODO: write this\nexport const later = 1\n' }
    const { first, second, waivers } = await decided(unfinished, 'waived')
    expect(verdicts(first)).toEqual({ 'left-for-later': 'failed' })
    expect(verdicts(second)).toEqual({ 'left-for-later': 'failed', test: 'failed' })
    expect(excusedIn(second).map(([gate]) => gate)).toEqual(['left-for-later'])
    expect(mayLand(second, waivers)).toBe(false)
  })

  it('of a failing test lets everything behind it run, and is never called proven', async () => {
    const { first, second, waivers } = await decided({ ...FINDING, ...breaking }, 'waived')
    expect(verdicts(first)).toEqual({ test: 'failed' })
    expect(second.redGreen).toEqual(['tests/search.test.js > finds'])
    expect(verdicts(second)).toEqual({
      test: 'failed',
      'red-green': 'passed',
      gutting: 'passed',
      repeat: 'passed',
      strength: 'passed',
      'control:test': 'passed',
    })
    expect(mayLand(second, waivers)).toBe(true)
    expect(isProven(second)).toBe(false)
  })

  it('of a failing test holds the tests as they were all the same', async () => {
    const changes = {
      ...FINDING,
      ...breaking,
      'tests/cart.test.js': 'test adds: add = right\ntest more: add = wrong\n',
    }
    const { second, waivers } = await decided(changes, 'waived')
    expect(summary(second).gates).toMatchObject({ test: 'failed', 'test:old-form': 'changes-tests' })
    expect(excusedIn(second).map(([gate]) => gate)).toEqual(['test'])
    expect(mayLand(second, waivers)).toBe(false)
  })

  it('of a suite that is read as a whole lets the rest run too', async () => {
    const { second, waivers } = await decided({ ...SEARCH, 'src/cart.js': 'add = wrong\n' }, 'waived', SHOP)
    expect(summary(second)).toMatchObject({ proven: false, gates: { test: 'failed', 'red-green': 'unproven' } })
    expect(mayLand(second, waivers)).toBe(false)
  })
})

describe('an agent that thinks less of its work than the checks do', () => {
  const says = (status: 'partial' | 'failed') =>
    saying(status, { summary: 'Names with accents are not found.', issues: ['no idea why'] })

  it('is asked about where it says that it failed, with its own words', async () => {
    const receipt = await new Proving(LIBRARY).prove(task('1'), FINDING, { says: says('failed') })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'passed', report: 'question' } })
    expect(evidence(receipt, 'report')).toBe(
      'The agent says "failed", and no check failed.\nNames with accents are not found.\nno idea why',
    )
  })

  it('is quoted where it says that a part is missing', async () => {
    const receipt = await new Proving(LIBRARY).prove(task('1'), FINDING, { says: says('partial') })
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { report: 'noted, not blocking' } })
  })

  it('lands once a human approves it', async () => {
    const proving = new Proving(LIBRARY)
    const options = { says: says('failed') }
    const first = await proving.prove(task('1'), FINDING, options)
    const waivers = [waiverFor(first, { by: 'Ada', note: '', as: 'approved' })]
    const second = await proving.prove(task('1'), FINDING, { ...options, waivers })
    expect(isProven(second) && mayLand(second, waivers)).toBe(true)
  })

  it('agrees with a check that failed', async () => {
    const receipt = await new Proving(LIBRARY).prove(task('1'), { ...FINDING, ...breaking }, { says: says('failed') })
    expect(verdicts(receipt)).toEqual({ test: 'failed' })
  })
})
