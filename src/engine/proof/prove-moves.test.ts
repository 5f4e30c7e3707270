import { describe, expect, it } from 'vitest'
import { type TaskFields, task } from '../../../test/rig/core/plan.ts'
import { type Changes, evidence, Proving, summary } from '../../../test/rig/proof/proving.ts'
import { manifest } from '../../../test/rig/proof/toy-project.ts'

const CART = "export function add() { return 'right' }\nexport function drop() { return 'left' }\n"
const TESTS = `import { add, drop } from '../src/cart.js'
test('adds', () => { is(add(), 'right') })
test('drops', () => { is(drop(), 'left') })
`
const SHOP = {
  'package.json': manifest({ name: 'shop', scripts: { test: 'toy-suite' } }),
  'src/cart.js': CART,
  'tests/cart.test.js': TESTS,
}

const proving = (changes: Changes, fields: TaskFields, files: Readonly<Record<string, string>> = SHOP) =>
  new Proving(files).prove(task('1', fields), changes)

const ASKED = { proven: false, gates: { 'test:old-form': 'changes-tests' } }

describe('a module that moved', () => {
  const title = 'Move the cart into src/shop/'
  const moved = (cart: string) => ({
    'src/cart.js': null,
    'src/shop/cart.js': cart,
    'tests/cart.test.js': TESTS.replace('../src/cart.js', '../src/shop/cart.js'),
  })

  it('is the same program, and its tests of before follow it', async () => {
    const receipt = await proving(moved(CART), { title })
    expect(summary(receipt)).toMatchObject({
      proven: true,
      basis: 'inert',
      gates: { 'test:old-form': 'passed', inert: 'passed' },
    })
    expect(evidence(receipt, 'test:old-form')).toBe(
      'the old tests pass, too, with src/cart.js moved to src/shop/cart.js',
    )
    expect(receipt.gates.find(({ gate }) => gate === 'test:old-form')?.translated).toEqual({
      moves: [{ from: 'src/cart.js', to: 'src/shop/cart.js' }],
      renames: [],
    })
  })

  it('takes no change of what it does along, whatever its tests say now', async () => {
    const changes = moved(CART.replace("'left'", "'gone'"))
    const tests = changes['tests/cart.test.js'].replace("'left'", "'gone'")
    const receipt = await proving({ ...changes, 'tests/cart.test.js': tests }, { title })
    expect(summary(receipt)).toMatchObject(ASKED)
    expect(evidence(receipt, 'test:old-form')).toContain('- tests/cart.test.js > drops')
    expect(evidence(receipt, 'test:old-form')).not.toContain('- tests/cart.test.js > adds')
  })

  it('builds nothing that a task asks for', async () => {
    expect(summary(await proving(moved(CART), { title: 'Add a search' }))).toMatchObject({
      proven: false,
      gates: { 'red-green': 'unproven' },
    })
  })

  it('builds nothing by taking its tests along', async () => {
    const { 'tests/cart.test.js': tests, ...program } = moved(CART)
    const along = { ...program, 'tests/cart.test.js': null, 'tests/shop.test.js': tests }
    expect(summary(await proving(along, { title: 'Add a search' }))).toMatchObject({
      proven: false,
      gates: { 'red-green': 'unproven' },
    })
    expect(summary(await proving(along, { title }))).toMatchObject({ proven: true, basis: 'inert' })
  })

  it('may be split into several', async () => {
    const [add, drop] = CART.split(/(?<=\n)/)
    const receipt = await proving(
      {
        'src/cart.js': add!,
        'src/drop.js': drop!,
        'tests/cart.test.js': TESTS.replace(
          "{ add, drop } from '../src/cart.js'",
          "{ add } from '../src/cart.js'",
        ).replace('\n', "\nimport { drop } from '../src/drop.js'\n"),
      },
      { title: 'Split dropping from the cart' },
    )
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'inert', gates: { 'test:old-form': 'passed' } })
    expect(evidence(receipt, 'inert')).toBe('the same program, with `drop` moved to src/drop.js')
  })
})

describe('a function that was renamed', () => {
  const renamed = {
    'src/cart.js': CART.replace('drop', 'discard'),
    'tests/cart.test.js': TESTS.replaceAll('drop(', 'discard(').replace('add, drop', 'add, discard'),
  }

  it('is the same program, and its tests of before call it by its name of now', async () => {
    const receipt = await proving(renamed, { title: 'Rename `drop` to `discard`' })
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'inert', gates: { 'test:old-form': 'passed' } })
    expect(evidence(receipt, 'test:old-form')).toBe('the old tests pass, too, with `drop` renamed to `discard`')
  })

  it('is asked about where the task does not speak of it', async () => {
    const receipt = await proving(renamed, { title: 'Refactor the cart', kind: 'refactor' })
    expect(summary(receipt)).toMatchObject(ASKED)
    expect(evidence(receipt, 'test:old-form')).toBe(
      '`drop` was renamed, which the task does not mention\nwas renamed, which the task does not mention:\n- `drop` is `discard` now',
    )
  })

  it('covers no change of what it does', async () => {
    const changes = {
      'src/cart.js': renamed['src/cart.js'].replace("'left'", "'gone'"),
      'tests/cart.test.js': renamed['tests/cart.test.js'].replace("'left'", "'gone'"),
    }
    expect(summary(await proving(changes, { title: 'Rename `drop` to `discard`' }))).toMatchObject(ASKED)
  })
})

describe('a name that the task takes out', () => {
  const title = 'Remove the unused `drop`'
  const [add] = CART.split(/(?<=\n)/)
  const removed = {
    'src/cart.js': add!,
    'tests/cart.test.js': "import { add } from '../src/cart.js'\ntest('adds', () => { is(add(), 'right') })\n",
  }

  it('takes its own tests along, and the others of the file hold', async () => {
    const receipt = await proving(removed, { title })
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'inert', gates: { 'test:old-form': 'passed' } })
    expect(evidence(receipt, 'test:old-form')).toContain(
      'removed with the code that the task removes: - tests/cart.test.js > drops',
    )
    expect(evidence(receipt, 'inert')).toBe('the same program, with `drop` removed')
  })

  it('takes no test along that holds something else, too', async () => {
    const both = TESTS.replace("is(drop(), 'left')", "is(drop(), 'left'); is(add(), 'right')")
    const receipt = await proving(removed, { title }, { ...SHOP, 'tests/cart.test.js': both })
    expect(summary(receipt)).toMatchObject(ASKED)
    expect(evidence(receipt, 'test:old-form')).toContain('- tests/cart.test.js > drops')
  })

  it('takes nothing along where it was not asked for', async () => {
    expect(summary(await proving(removed, { title: 'Tidy up the cart', kind: 'refactor' }))).toMatchObject(ASKED)
  })

  it('is no proof where something else changed with it', async () => {
    const changes = { ...removed, 'src/cart.js': add!.replace('{ return', '{ /* */ now(); return') }
    expect(summary(await proving(changes, { title }))).toMatchObject({ proven: false })
  })

  it('is no proof where the program still uses it', async () => {
    const used = { ...SHOP, 'src/cli.js': "import { drop } from './cart.js'\nprint(drop())\n" }
    expect(summary(await proving(removed, { title }, used))).toMatchObject({ proven: false })
  })
})

describe('a test that is called otherwise', () => {
  const old = {
    ...SHOP,
    'tests/old.test.js': "import { add } from '../src/cart.js'\ntest('old', () => { is(add(), 'right') })\n",
  }
  const named = (title: string) =>
    `import { add } from '../src/cart.js'\ntest('${title}', () => { is(add(), 'right') })\n`
  const tidy = { title: 'Tidy up the tests', kind: 'chore' } as const

  it('is the same test, also in another file', async () => {
    const changes = { 'tests/old.test.js': null, 'tests/sums.test.js': named('sums') }
    expect(summary(await proving(changes, tidy, old))).toMatchObject({
      proven: true,
      gates: { 'test:old-form': 'passed' },
    })
  })

  it('is another test where it says something else', async () => {
    const changes = {
      'tests/old.test.js': null,
      'tests/sums.test.js': named('sums').replace("is(add(), 'right')", 'is()'),
    }
    expect(summary(await proving(changes, tidy, old))).toMatchObject(ASKED)
  })

  const red = { ...old, 'src/cart.js': CART.replace("'right'", "'wrong'") }
  const fixed = { 'src/cart.js': CART }

  it.each([
    ['renamed', { 'tests/old.test.js': named('sums') }],
    ['moved', { 'tests/old.test.js': null, 'tests/sums.test.js': named('old') }],
    ['renamed and moved', { 'tests/old.test.js': null, 'tests/sums.test.js': named('sums') }],
  ])('may have been red before it was %s, if it passes as it was', async (_, changes: Changes) => {
    const receipt = await proving({ ...fixed, ...changes }, { title: 'Fix the sum', kind: 'fix' }, red)
    expect(summary(receipt)).toMatchObject({ proven: true, gates: { 'test:old-form': 'passed' } })
  })

  it('is asked about where it was red before and is nowhere now', async () => {
    const changes = { ...fixed, 'tests/old.test.js': null }
    expect(summary(await proving(changes, { title: 'Fix the sum', kind: 'fix' }, red))).toMatchObject(ASKED)
  })

  it('is asked about where it was red before and only passes as it is now', async () => {
    const changes = { 'tests/old.test.js': named('sums').replace("'right'", "'wrong'") }
    expect(summary(await proving(changes, { title: 'Fix the sum', kind: 'fix' }, red))).toMatchObject(ASKED)
  })
})
