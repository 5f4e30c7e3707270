import { describe, expect, it } from 'vitest'
import { task } from '../../../test/rig/core/plan.ts'
import { type Changes, evidence, Proving, type ProvingOptions, summary } from '../../../test/rig/proof/proving.ts'
import { manifest } from '../../../test/rig/proof/toy-project.ts'
import { FINDING, LIBRARY, TOY_WHOLE } from '../../../test/rig/proof/toy-suite.ts'

interface Asked {
  readonly title: string
  readonly says?: string
  readonly changes: Changes
  readonly files?: Readonly<Record<string, string>>
  readonly options?: ProvingOptions
}

const receiptOf = ({ title, says, changes, files = {}, options }: Asked) =>
  new Proving({ ...LIBRARY, ...files }).prove(task('1', { title, steps: says ? [says] : [] }), changes, options)

const shown = async (asked: Asked) => {
  const { proven, basis } = summary(await receiptOf(asked))
  return proven ? basis : 'not shown'
}

describe('nothing that runs was changed', () => {
  it.each([
    ['Say how to install it', 'Add a section on installing to the README.', 'README.md'],
    ['Say what is allowed', 'Add an MIT licence.', 'LICENSE'],
    ['Ship it in a container', 'Add a `Dockerfile` that starts the server.', 'Dockerfile'],
    ['Speak Dutch', 'Add `locales/nl.json` with the words of `locales/en.json`.', 'locales/nl.json'],
    ['The same indentation everywhere', 'Add an `.editorconfig` with two spaces.', '.editorconfig'],
    ['A face for the project', 'Put a logo into `docs/logo.svg`.', 'docs/logo.svg'],
    ['Document the shop', undefined, 'docs/shop.md'],
    ['Add an editorconfig', 'Two spaces, and a line feed at the end.', '.editorconfig'],
  ])('%s: a green suite and the named files are the proof', async (title, says, path) => {
    const asked = { title, ...(says ? { says } : {}), changes: { [path]: 'new\n' } }
    expect(await shown({ ...asked, files: { 'locales/en.json': '{}\n' } })).toBe('inert')
  })

  it.each([
    ['Find things', 'Searching by word is wanted. The README is there already.'],
    ['Find things', 'Add a search by word. Mention it in the README.'],
    ['Find things', 'Mention it in the README. Words should be found.'],
    ['Find things and explain it in the README', 'By word.'],
    ['Explain it in the README', 'Add `find(words)` and explain it in the README.'],
    ['Explain it in the README', 'Add an example to the README. Add tests.'],
    ['Explain it in the README', 'Say in the README what `src/find.js` does.'],
  ])('%s, %s: it is not done where something that runs is asked for', async (title, says) => {
    expect(await shown({ title, says, changes: { 'README.md': 'It finds things.\n' } })).toBe('not shown')
  })

  it('is not done where the plan says that it is a feature, or names a program', async () => {
    const changes = { 'README.md': 'It finds things.\n' }
    const title = 'Explain finding in the README'
    const stated = await new Proving(LIBRARY).prove(task('1', { title, kindStated: true }), changes)
    expect(evidence(stated, 'red-green')).toBe('The plan calls it a feature, and no program was changed.')
    const files = { create: ['src/find.js'], modify: [], delete: [], test: [] }
    const named = await new Proving(LIBRARY).prove(task('1', { title, files }), changes)
    expect(summary(named).proven).toBe(false)
  })

  it.each<[title: string, path: string, before: string, after: string]>([
    ['Ignore coverage/ and .env in git', '.gitignore', 'node_modules\n', 'node_modules\ncoverage/\n.env\n'],
    [
      'Every function in src/cart.js needs a JSDoc comment',
      'src/cart.js',
      "export function add() { return 'right' }\n",
      "/** @returns {string} */\nexport function add() { return 'right' }\n",
    ],
  ])('%s: the task quotes what is added, or names its kind', async (title, path, before, after) => {
    expect(await shown({ title, files: { [path]: before }, changes: { [path]: after } })).toBe('inert')
    expect(await shown({ title: 'Support comments', files: { [path]: before }, changes: { [path]: after } })).toBe(
      'not shown',
    )
  })

  it('is left to a judge where the words do not say that it is all', async () => {
    const receipt = await receiptOf({ title: 'Find things', changes: { 'README.md': 'It finds things.\n' } })
    expect(evidence(receipt, 'red-green')).toBe(
      'No executable code changed, and the task does not say that it is only about README.md.',
    )
  })

  it('does not hold for what programs load, start or are built by', async () => {
    const title = 'Change `rates.json`'
    const files = { 'rates.json': '{}\n', 'src/rates.js': "load('rates.json')\n" }
    expect(await shown({ title, files, changes: { 'rates.json': '{ "a": 1 }\n' } })).toBe('not shown')
    expect(await shown({ title: 'Add `tool`', changes: { tool: '#!/bin/sh\nexit 0\n' } })).toBe('not shown')
    expect(await shown({ title: 'Add `a.sql`', changes: { 'a.sql': 'DROP TABLE a;\n' } })).toBe('not shown')
  })
})

describe('types alone', () => {
  const base = { 'src/at.ts': 'export interface Place {\n  x: number\n}\nexport const at = 1\n' }
  const typed = { 'src/at.ts': 'export interface Place {\n  x: number\n  y?: number\n}\nexport const at = 1\n' }

  it('show a task about types', async () => {
    expect(await shown({ title: 'Add an optional y to the Place type', files: base, changes: typed })).toBe('inert')
  })

  it('show nothing else', async () => {
    expect(await shown({ title: 'Remember the y of places', files: base, changes: typed })).toBe('not shown')
  })

  it.each<[title: string, says: string, basis: string]>([
    ['Places should be readonly', 'Nobody may write to `x` of a Place.', 'inert'],
    ['Places should be readonly', 'Round x as well. Add `round`.', 'not shown'],
    ['Places should be small', '', 'not shown'],
    ['The number of places should be readonly', 'Count them.', 'not shown'],
    ['Places have an x', '', 'not shown'],
  ])('show a task that mentions what they bring: %s, %s', async (title, says, basis) => {
    const changes = { 'src/at.ts': base['src/at.ts'].replace('  x:', '  readonly x:') }
    expect(await shown({ title, says, files: base, changes })).toBe(basis)
  })

  it('of Python are annotations of its functions', async () => {
    const files = { 'shop/at.py': 'def at(x):\n    return x\n' }
    const changes = { 'shop/at.py': 'def at(x: int) -> int:\n    return x\n' }
    expect(await shown({ title: 'Add type hints to `shop/at.py`', files, changes })).toBe('inert')
    const other = { 'shop/at.py': 'def at(x: int) -> int:\n    return 2\n' }
    expect(await shown({ title: 'Add type hints to `shop/at.py`', files, changes: other })).toBe('not shown')
  })
})

describe('tests alone', () => {
  const importing = "import { add } from '../src/cart.js'\n"

  it('show a task about tests where they fail on emptied code', async () => {
    const changes = { 'tests/more.test.js': `${importing}test more: add = right\n` }
    expect(await shown({ title: 'Write more tests for the cart', changes })).toBe('kept')
  })

  it('show nothing where they pass on emptied code as well', async () => {
    const changes = { 'tests/more.test.js': `${importing}test more: add is not wrong\n` }
    const receipt = await receiptOf({ title: 'Write more tests for the cart', changes })
    expect(evidence(receipt, 'tests-only')).toBe(
      'The tests in tests/more.test.js also pass when the code that they use is emptied, so they test nothing.',
    )
  })

  it.each<[title: string, basis: string]>([
    ['Make the cart tests table driven', 'kept'],
    ['Sort the cart, with tests', 'not shown'],
  ])('show a task that speaks of nothing else: %s', async (title, basis) => {
    const changes = { 'tests/more.test.js': `${importing}test more: add = right\n` }
    expect(await shown({ title, changes })).toBe(basis)
  })

  it('do not show a task that asks for more', async () => {
    const changes = { 'tests/more.test.js': `${importing}test more: add = right\n` }
    expect(await shown({ title: 'Find things', changes })).toBe('not shown')
  })

  it('may be rewritten as long as they notice what they noticed', async () => {
    const title = 'Tidy up the tests of the cart'
    const files = { 'tests/cart.test.js': `${importing}test adds: add = right\ntest adds again: add = right\n` }
    const tidy = { 'tests/cart.test.js': `${importing}test adds: add = right\ntest adds twice: add = right\n` }
    expect(await shown({ title, files, changes: tidy })).toBe('kept')
    const weaker = { 'tests/cart.test.js': `${importing}test adds: add = right\ntest adds again: add is not wrong\n` }
    const receipt = await receiptOf({ title, files, changes: weaker })
    expect(evidence(receipt, 'tests-only')).toBe(
      'With the code that they use broken, these tests failed before the rewrite, and pass now: tests/cart.test.js > adds again.',
    )
  })

  it('are compared with those of before in the same files alone, also where only the whole suite can be run', async () => {
    const scripts = { test: TOY_WHOLE }
    const other = {
      'src/search.js': FINDING['src/search.js']!,
      'tests/search.test.js': FINDING['tests/search.test.js']!,
    }
    const using = { 'src/cart.js': `import { find } from './search.js'\n${LIBRARY['src/cart.js']}` }
    const files = { ...other, ...using, 'package.json': manifest({ name: 'library', scripts }) }
    const changes = { 'tests/cart.test.js': `${importing}test adds: add = right\ntest adds again: add = right\n` }
    expect(await shown({ title: 'Tidy up the tests of the cart', files, changes })).toBe('kept')
  })
})

describe('same results, other inside', () => {
  const rewritten = { 'src/cart.js': "export function add() { return 'right' /* at once */; 1 }\n" }

  it('is shown by old tests that run what was changed', async () => {
    const receipt = await receiptOf({ title: 'Simplify the function `add`', changes: rewritten })
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'kept' })
    expect(evidence(receipt, 'kept')).toContain('fail when src/cart.js is emptied')
  })

  it.each([
    [
      'old tests do not run it',
      { 'src/other.js': "export function other() { return 'wrong'; 1 }\n" },
      'do not run the changed code',
    ],
    [
      'a name is gone',
      { 'src/other.js': "export function another() { return 'wrong' }\n" },
      'the public API changed: other',
    ],
  ])('is asked about where %s', async (_, changes, words) => {
    const files = { 'src/other.js': "export function other() { return 'wrong' }\n" }
    const receipt = await receiptOf({ title: 'Refactor `other`', files, changes })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { kept: 'unproven' } })
    expect(evidence(receipt, 'kept')).toContain(words)
  })

  it('may lose what nobody outside can use', async () => {
    const before = { 'src/rank.go': 'package rank\n\nvar table = 1\n\nfunc Rank() int { return table }\n' }
    const changes = { ...rewritten, 'src/rank.go': 'package rank\n\nfunc Rank() int { return 1 }\n' }
    const receipt = await receiptOf({ title: 'Move the table in `src/rank.go`', files: before, changes })
    expect(evidence(receipt, 'kept')).not.toContain('public API')
  })

  const inAnotherForm = { 'src/cart.js': "export async function add() { return 'right' }\n" }

  it.each<[title: string, says: string]>([
    ['Turn add into an async function', ''],
    ['Make add async', 'Functions are hoisted. Callers must not change.'],
    ['Use an async function in cart.js', 'Make add async.'],
  ])('is what a task asks for whose words are all about the code: %s', async (title, says) => {
    expect(await shown({ title, says, changes: inAnotherForm })).toBe('kept')
  })

  it.each<[title: string, says: string]>([
    ['Make add return null', ''],
    ['Make add async with rebates', ''],
    ['Make add async', 'Return null for nothing.'],
    ['Make add async', 'Reject what is wrong.'],
    ['Make add async', 'It must keep the order.'],
    ['Make add a generator', ''],
    ['Make cart.js better', ''],
    ['Support async functions in add', ''],
  ])('is not enough for a task that asks for anything else: %s, %s', async (title, says) => {
    expect(await shown({ title, says, changes: inAnotherForm })).toBe('not shown')
  })

  it('is no proof of a feature', async () => {
    expect(
      await shown({
        title: 'Add up faster than the till does it by hand',
        says: 'Add and show rebates.',
        changes: rewritten,
      }),
    ).toBe('not shown')
    expect(await shown({ title: 'Find things', changes: rewritten })).toBe('not shown')
  })
})

describe('code that nothing needs', () => {
  const files = { 'src/cart.js': "export function add() { return 'right' }\nexport function sub() { return 'old' }\n" }

  it('may go where the task says so and nothing speaks of it', async () => {
    const changes = { 'src/cart.js': LIBRARY['src/cart.js']! }
    expect(await shown({ title: 'Delete the function `sub`', files, changes })).toBe('inert')
  })

  it.each<[title: string, basis: string]>([
    ["sub isn't used by anyone, throw it out", 'kept'],
    ['The linter says that sub is unused', 'kept'],
    ['Let sub take two numbers', 'not shown'],
  ])('may go where the task calls it unneeded: %s', async (title, basis) => {
    const changes = { 'src/cart.js': LIBRARY['src/cart.js']! }
    expect(await shown({ title, files, changes })).toBe(basis)
  })

  it('may not take anything else with it', async () => {
    const changes = { 'src/cart.js': "export function add() { return 'right'; 2 }\n" }
    expect(await shown({ title: 'Delete the function `sub`', files, changes })).toBe('not shown')
    const used = { ...files, 'src/use.js': 'sub()\n' }
    expect(
      await shown({
        title: 'Delete the function `sub`',
        files: used,
        changes: { 'src/cart.js': LIBRARY['src/cart.js']! },
      }),
    ).toBe('not shown')
  })
})

describe('a package manifest alone', () => {
  const scripts = { test: 'toy-suite' }

  it('shows another version of the package itself', async () => {
    const changes = {
      'package.json': manifest({ name: 'library', version: '2.0.0', scripts }),
      'CHANGELOG.md': '2.0.0\n',
    }
    expect(await shown({ title: 'Release 2.0.0', changes })).toBe('inert')
  })

  it('shows entries that the task spells out, and no others', async () => {
    const changes = { 'package.json': manifest({ name: 'library', scripts, engines: { node: '>=20' } }) }
    expect(await shown({ title: 'Node 20 is the minimum now', changes })).toBe('kept')
    expect(await shown({ title: 'Node 22 is the minimum now', changes })).toBe('not shown')
  })

  it('shows no feature', async () => {
    const changes = { 'package.json': manifest({ name: 'library', version: '2.0.0', scripts }) }
    expect(await shown({ title: 'Find things', changes })).toBe('not shown')
  })
})
