import { describe, expect, it } from 'vitest'
import { task } from '../../../test/rig/core/plan.ts'
import { evidence, Proving, summary } from '../../../test/rig/proof/proving.ts'
import { FINDING, LIBRARY } from '../../../test/rig/proof/toy-suite.ts'

const proven = (changes: Readonly<Record<string, string | null>>, files = LIBRARY, of = task('1')) =>
  new Proving(files).prove(of, changes)

const SHOWN = {
  expectations: 'not-run, not blocking',
  witness: 'not-run, not blocking',
  'plain-tests': 'not-run, not blocking',
  test: 'passed',
  'red-green': 'passed',
  gutting: 'passed',
  repeat: 'passed',
  strength: 'passed',
}

describe('a change whose tests are read one by one', () => {
  it('is proven by tests that are red without it, die when it is emptied, and repeat', async () => {
    const receipt = await proven(FINDING)
    expect(summary(receipt)).toEqual({
      proven: true,
      basis: 'red-green',
      redGreen: ['tests/search.test.js > finds'],
      gates: SHOWN,
    })
    expect(receipt.gates.map(({ gate, evidence: words }) => [gate, words])).toEqual([
      ['test', '3 passed, 1 new'],
      ['red-green', 'red before, green now: tests/search.test.js > finds'],
      ['gutting', '1 of 1 fail when find is emptied'],
      ['repeat', 'the same 3 times more'],
      ['expectations', 'the tests of the change compare with no written value'],
      ['witness', 'the tests of the change load no file of the program, or replace its modules'],
      ['plain-tests', 'the tests of the change use a runner that has no stand-in'],
      ['strength', 'the tests notice 1 of 1 small changes of the new code'],
      ['control:test', 'a planted failing test is reported'],
    ])
  })

  it('may be red because its test cannot even be loaded without it', async () => {
    const receipt = await proven({ ...FINDING, 'tests/search.test.js': 'load find\ntest finds: find = right\n' })
    expect(summary(receipt)).toMatchObject({ proven: true, redGreen: ['tests/search.test.js > finds'] })
  })

  it('is not red because its test loads something that nobody brings', async () => {
    const receipt = await proven({
      'src/cart.js': `${LIBRARY['src/cart.js']}// nicer\n`,
      'tests/more.test.js': 'load missing\ntest more: add = right\n',
    })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'failed' } })
    expect(evidence(receipt, 'test')).toBe(
      'tests/more.test.js cannot be loaded\ncannot be loaded:\n- tests/more.test.js\n    no export named missing',
    )
  })

  it('may add cases to an existing test file', async () => {
    const cases = `${LIBRARY['tests/cart.test.js']}test finds: find = right\n`
    const receipt = await proven({ 'src/search.js': FINDING['src/search.js']!, 'tests/cart.test.js': cases })
    expect(summary(receipt)).toMatchObject({
      proven: true,
      redGreen: ['tests/cart.test.js > finds'],
      gates: { ...SHOWN, 'test:old-form': 'passed' },
    })
  })

  it('may repair a test that failed before', async () => {
    const broken = { ...LIBRARY, 'src/cart.js': "export function add() { return 'wrong' }\n" }
    const receipt = await proven({ 'src/cart.js': LIBRARY['src/cart.js']! }, broken)
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { test: 'passed', gutting: 'passed' } })
  })

  it('is not blamed for tests that failed before', async () => {
    const sick = { ...LIBRARY, 'tests/sick.test.js': 'test sick: health = right\n' }
    const receipt = await proven(FINDING, sick)
    expect(summary(receipt)).toMatchObject({ proven: true })
    expect(evidence(receipt, 'test')).toBe('3 passed, 1 new, 1 failed before as well')
  })
})

it('a helper that names tests otherwise takes none of them away', async () => {
  const named = { ...LIBRARY, 'tests/names.js': 'one\n', 'tests/named.test.js': 'test NAMED: add = right\n' }
  const receipt = await proven({ 'tests/names.js': 'two\n' }, named, task('1', { kind: 'chore' }))
  expect(summary(receipt)).toMatchObject({ proven: true, gates: { test: 'passed', 'test:old-form': 'passed' } })
  expect(evidence(receipt, 'test:old-form')).toContain('other tests replace - tests/named.test.js > one')
})

it('a refactoring is not held to what its tests would have to show of a feature', async () => {
  const changes = {
    'src/cart.js': `${LIBRARY['src/cart.js']}export function find() { return 'right' }\n`,
    'tests/more.test.js': 'load find\ntest adds once more: add = right\n',
  }
  const receipt = await proven(changes, LIBRARY, task('1', { kind: 'refactor' }))
  expect(summary(receipt)).toMatchObject({ proven: true, basis: 'kept', gates: { gutting: 'noted, not blocking' } })
  expect(summary(await proven(changes))).toMatchObject({ proven: false, gates: { gutting: 'failed' } })
})

it('a test may be red for a member of a type that only the change brings', async () => {
  const typed = { ...LIBRARY, 'src/options.ts': 'export interface Options {\n  at: number\n}\n' }
  const receipt = await proven(
    {
      'src/options.ts': 'export interface Options {\n  at: number\n  find?: string\n}\n',
      'src/cart.js': `${LIBRARY['src/cart.js']}const options = { find: 1 }\n`,
      'tests/more.test.js': 'needs the word find\ntest finds: add = right\n',
    },
    typed,
  )
  expect(summary(receipt).redGreen).toEqual(['tests/more.test.js > finds'])
})

it('tests that wait for ever without the change are ended long before any other command would be', async () => {
  const proving = new Proving(LIBRARY)
  const waiting = 'await find\ntest finds: find = right\n'
  const receipt = await proving.prove(task('1'), { ...FINDING, 'tests/search.test.js': waiting })
  expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'red-green': 'unproven' } })
  expect(evidence(receipt, 'red-green')).toBe(
    'No check was red before this change and green after it. Without the change the tests did not end within 2 minutes: give the waiting test a timeout of its own.',
  )
  expect([...new Set(proving.minutes)]).toEqual([20, 2])
})

it('a test that names the folder it runs in is the same test in every room', async () => {
  const placed = { ...LIBRARY, 'tests/place.test.js': 'test finds HERE: add = right\n' }
  const receipt = await proven(
    { ...FINDING, 'tests/place.test.js': `${placed['tests/place.test.js']}// more\n` },
    placed,
  )
  expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'test:old-form': 'passed' } })
})

describe('a test that is left to chance', () => {
  it('counts for nothing where it was so before, and is named', async () => {
    const moody = { ...LIBRARY, 'tests/moody.test.js': 'sometimes holds: add = right\n' }
    const receipt = await proven(FINDING, moody)
    expect(summary(receipt)).toMatchObject({ proven: true })
    expect(evidence(receipt, 'test')).toBe(
      '3 passed, 1 new, 1 flaky: tests/moody.test.js > holds failed in 2 of 3 runs of the same code',
    )
  })

  it('that failed once and never again is named, and refuses nothing', async () => {
    const busy = { ...LIBRARY, 'tests/time.test.js': 'unlucky in time: add = right\n' }
    const receipt = await proven(FINDING, busy)
    expect(summary(receipt)).toMatchObject({ proven: true })
    expect(evidence(receipt, 'test')).toBe(
      '3 passed, 1 new, 1 flaky: tests/time.test.js > in time failed in 1 of 3 runs of the same code',
    )
  })

  it('is neither a pass nor a failure where the change brought the chance', async () => {
    const steady = { ...LIBRARY, 'tests/moody.test.js': 'shaken holds: add = right\n' }
    const receipt = await proven({ ...FINDING, 'src/shake.js': "export function shake() { return 'right' }\n" }, steady)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'flaky' } })
    expect(evidence(receipt, 'test')).toContain(
      'flaky, not wrong: tests/moody.test.js > holds failed in 2 of 3 runs of the same code\n- tests/moody.test.js > holds',
    )
  })

  it('excuses no other that fails', async () => {
    const moody = { ...LIBRARY, 'tests/moody.test.js': 'sometimes holds: add = right\n' }
    const receipt = await proven({ ...FINDING, 'src/cart.js': "export function add() { return 'wrong' }\n" }, moody)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'failed' } })
    expect(evidence(receipt, 'test')).toContain('- tests/cart.test.js > adds ')
  })
})

describe('tests that existed', () => {
  const edited = (text: string | null) => ({ ...FINDING, 'tests/cart.test.js': text })

  it('may not fail, and the failing one is named with what it said', async () => {
    const receipt = await proven({ ...FINDING, 'src/cart.js': "export function add() { return 'wrong' }\n" })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'failed' } })
    expect(evidence(receipt, 'test')).toContain(
      '- tests/cart.test.js > adds (tests/cart.test.js:1)\n    expected add = right',
    )
  })

  it('may not be silenced', async () => {
    const receipt = await proven(edited('skip adds: add = right\ntest adds again: add = right\n'))
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'failed' } })
    expect(evidence(receipt, 'test')).toBe(
      'tests/cart.test.js > adds passed before and no longer runs\npassed before and no longer runs:\n- tests/cart.test.js > adds',
    )
  })

  it.each([
    ['taken out of their file', 'test adds again: add = right\n'],
    ['deleted with their file', null],
  ])('are asked about when they are %s, although they hold', async (_, text) => {
    const receipt = await proven(edited(text))
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'test:old-form': 'changes-tests' } })
    expect(evidence(receipt, 'test:old-form')).toContain(
      'was removed, although it still passes:\n- tests/cart.test.js > adds',
    )
  })

  it('are asked about when the change gives up what they expect', async () => {
    const receipt = await proven({
      'src/cart.js': "export function add() { return 'left' }\n",
      'tests/cart.test.js': 'test adds: add = left\ntest adds again: add = left\n',
    })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'test:old-form': 'changes-tests' } })
    expect(evidence(receipt, 'test:old-form')).toContain('its old form fails with this change:')
  })

  it('may be given up where the contract allows their file', async () => {
    const allowed = task('1', { allow: ['tests/cart.test.js'] })
    const changes = {
      'src/cart.js': "export function add() { return 'left' }\n",
      'tests/cart.test.js': 'test adds: add = left\ntest adds again: add = left\n',
    }
    expect(summary(await proven(changes, LIBRARY, allowed))).toMatchObject({ proven: true })
  })

  it('may move to another file', async () => {
    const receipt = await proven({
      ...edited(null),
      'tests/basket.test.js': LIBRARY['tests/cart.test.js']!,
    })
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'test:old-form': 'passed' } })
  })

  it('may be replaced by as many others, and it says so', async () => {
    const receipt = await proven(edited('test sums: add = right\ntest adds again: add = right\n'))
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'test:old-form': 'passed' } })
    expect(evidence(receipt, 'test:old-form')).toContain('other tests replace - tests/cart.test.js > adds')
  })
})

describe('a test that is content with code that does nothing', () => {
  const base = {
    ...LIBRARY,
    'src/cart.js': "export function add() { return 'wrong' }\nexport const same = list => list\n",
    'src/other.js': "export function other() { return 'right' }\n",
    'tests/cart.test.js': 'test speaks: add is not nothing\n',
  }
  const changes = {
    'src/cart.js': "export function add() { return 'right' }\nexport const same = list => list\n",
    'tests/new.test.js': 'test never wrong: add is not wrong\n',
  }

  it('shows a change inside of code that tests of before hold', async () => {
    const receipt = await proven(changes, base)
    expect(summary(receipt)).toMatchObject({
      proven: true,
      redGreen: ['tests/new.test.js > never wrong'],
      gates: SHOWN,
    })
    expect(evidence(receipt, 'gutting')).toBe(
      'red because of the old behaviour of add; 1 that passed before fail when it is emptied',
    )
  })

  it('shows nothing where no test of before would notice', async () => {
    const receipt = await proven(changes, { ...base, 'tests/cart.test.js': 'test another: other = right\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { gutting: 'failed' } })
  })

  const same = 'export const same = list => list\n'
  const right = "export function add() { return 'right' }\n"

  it('shows it beside helpers of its own that no test speaks of', async () => {
    const cart = `import { x } from './other.js'\n${right}${same}export function find() {}\n`
    expect(summary(await proven({ ...changes, 'src/cart.js': cart }, base))).toMatchObject({
      proven: true,
      gates: SHOWN,
    })
  })

  it.each([
    ['a name that a test loads', `${right}${same}export function find() {}\n`, 'load find\n'],
    ['a parameter', `${right}export const same = (list, strict) => list\n`, ''],
  ])('shows nothing where the change brings %s', async (_, cart, more) => {
    const tests = `${more}${changes['tests/new.test.js']}`
    const receipt = await proven({ 'src/cart.js': cart, 'tests/new.test.js': tests }, base)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { gutting: 'failed' } })
  })
})

describe('a test that failed because the code ended in an error', () => {
  const base = { ...LIBRARY, 'tests/cart.test.js': 'test adds: add = right\n' }
  const guarded = {
    'src/cart.js': "export function add() { return 'right' || guard }\n",
    'tests/cart.test.js': `${base['tests/cart.test.js']}edge of nothing: add = nothing\n`,
  }

  it('is for a human to look at where doing nothing would do as well, and tests of before hold the rest', async () => {
    const receipt = await proven(guarded, base)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { gutting: 'unproven' } })
    expect(evidence(receipt, 'gutting')).toBe(
      'Without the change the tests fail with an error, but they also pass when add does nothing. Assert on the result it should produce.',
    )
  })

  it('is refused where nothing else holds the code', async () => {
    const receipt = await proven(guarded, {
      ...base,
      'tests/cart.test.js': '',
      'tests/other.test.js': 'test b: b is not c\n',
    })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { gutting: 'failed' } })
  })

  it('is no matter where behaviour is kept', async () => {
    expect(summary(await proven(guarded, base, task('1', { kind: 'refactor' })))).toMatchObject({ proven: true })
  })
})

describe('tests that show nothing', () => {
  it('are told apart: in a file that could not be loaded before either', async () => {
    const deaf = { ...LIBRARY, 'tests/search.test.js': 'load another\ntest another: another = right\n' }
    const receipt = await proven(
      { ...FINDING, 'tests/search.test.js': 'load another\ntest finds: find = right\n' },
      deaf,
    )
    expect(evidence(receipt, 'red-green')).toBe(
      'No check was red before this change and green after it. tests/search.test.js cannot be loaded here, with the change or without it: no export named another',
    )
  })

  it('are told apart: green without the change', async () => {
    const receipt = await proven({ ...FINDING, 'tests/search.test.js': 'test adds: add = right\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'red-green': 'unproven' } })
  })

  it('are told apart: as green with code that does nothing', async () => {
    const changes = {
      'src/search.js': "export function find() { return 'right' }\n",
      'src/flag.js': 'export const found = 1\n',
      'tests/search.test.js': 'load find\ntest finds: add = right\n',
    }
    const receipt = await proven(changes)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { gutting: 'failed' } })
    expect(evidence(receipt, 'gutting')).toContain('every test that should show the change still passes')
  })

  it('are told apart: they pass only in their own surroundings', async () => {
    const receipt = await proven({ ...FINDING, 'tests/search.test.js': 'at home finds: find = right\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { repeat: 'flaky' } })
  })

  it('are told apart: they pass only after others', async () => {
    const leaning = 'test finds: find = right\nleaning finds more: find = right\n'
    const receipt = await proven({ ...FINDING, 'tests/search.test.js': leaning })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { repeat: 'flaky' } })
    expect(evidence(receipt, 'repeat')).toContain('passes only after other tests of its file, and fails when run alone')
  })

  it('are left as they are where the tests of a file leaned on each other before', async () => {
    const steps = `${LIBRARY['tests/cart.test.js']}leaning adds on: add = right\n`
    const files = { ...LIBRARY, 'tests/cart.test.js': steps }
    const changes = { ...FINDING, 'tests/cart.test.js': `${steps}leaning finds at last: find = right\n` }
    expect(summary(await proven(changes, files))).toMatchObject({ proven: true })
  })

  it('are told apart: none at all', async () => {
    const empty = { 'package.json': LIBRARY['package.json']!, 'src/cart.js': LIBRARY['src/cart.js']! }
    const receipt = await proven({ 'src/search.js': FINDING['src/search.js']! }, empty)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'no-tests' } })
  })
})

describe('a suite that was made unable to fail', () => {
  it('is void when it ends without its report', async () => {
    const receipt = await proven({ ...FINDING, 'src/search.js': 'endsTheRunner()\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'void' } })
  })

  it('is void when a planted failing test is not reported, and was on the base', async () => {
    const receipt = await proven({ ...FINDING, 'tests/setup.js': 'everything passes\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'control:test': 'void' } })
  })

  it('is uncontrolled where the base does not report it either', async () => {
    const deaf = { ...LIBRARY, 'tests/setup.js': 'everything passes\n' }
    const receipt = await proven({ ...FINDING, 'tests/search.test.js': 'load find\ntest finds: find = right\n' }, deaf)
    expect(summary(receipt).gates).toMatchObject({ 'control:test': 'uncontrolled, not blocking' })
  })
})

describe('the first suite of a project', () => {
  it('shows the change, if it dies when the change is emptied', async () => {
    const receipt = await proven({ ...LIBRARY }, { 'README.md': 'to be done\n' })
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'red-green', gates: SHOWN })
  })
})
