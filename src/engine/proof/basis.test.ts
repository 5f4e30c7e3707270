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
    ['Add an .editorconfig: two spaces, LF; tabs in Makefiles', undefined, '.editorconfig'],
    ['Dockerfile: use node:22-slim, run as another user and expose 8080', undefined, 'Dockerfile'],
    ['`index.html`: set the language, add a label for the email', undefined, 'index.html'],
  ])('%s: a green suite and the named files are the proof', async (title, says, path) => {
    const asked = { title, ...(says ? { says } : {}), changes: { [path]: 'new\n' } }
    expect(await shown({ ...asked, files: { 'locales/en.json': '{}\n' } })).toBe('inert')
  })

  it('is done where the details of the title are entries of the file', async () => {
    const changes = {
      '.github/dependabot.yml': 'updates:\n  - package-ecosystem: npm\n    schedule: { interval: weekly }\n',
    }
    expect(await shown({ title: 'Enable Dependabot for npm, weekly', changes })).toBe('inert')
    expect(await shown({ title: 'Enable Dependabot on GitHub Actions, weekly', changes })).toBe('inert')
    expect(await shown({ title: 'Dependency updates by GitHub Actions', changes })).toBe('inert')
    expect(await shown({ title: 'Enable Dependabot for npm, daily', changes })).toBe('not shown')
    expect(await shown({ title: 'Enable Dependabot for npm, find things weekly', changes })).toBe('not shown')
  })

  it.each([
    ['Find things', 'Searching by word is wanted. The README is there already.'],
    ['Find things', 'Add a search by word. Mention it in the README.'],
    ['Find things', 'Mention it in the README. Words should be found.'],
    ['Find things and explain it in the README', 'By word.'],
    ['Words for the README: by letter, and show what was found', 'By word.'],
    ['README and search: by word', 'By word.'],
    ['Find things: by word, as the README says', 'By word.'],
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

  it('is shown without a long wait for emptied code that never ends', async () => {
    const proving = new Proving(LIBRARY)
    const receipt = await proving.prove(task('1', { title: 'Simplify the function `add`' }), rewritten)
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'kept' })
    expect(proving.minutes).toEqual([20, 20, 1 / 6, 2])
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
    ['cart.js: make every method async', ''],
    ['Make add async', 'In src/cart.js.'],
  ])('is what a task asks for whose words are all about the code: %s', async (title, says) => {
    expect(await shown({ title, says, changes: inAnotherForm })).toBe('kept')
  })

  it.each<[title: string, says: string]>([
    ['Make add return null', ''],
    ['Make add async with rebates', ''],
    ['Make add async', 'Return null for nothing.'],
    ['Make add async', 'In every shop.'],
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

describe('data that the program loads', () => {
  const files = {
    'src/lands.js': "export const lands = load('data/lands.json')\nexport const limits = load('data/limits.yaml')\n",
    'data/lands.json': '[\n  { "code": "AT", "name": "Austria", "money": "EUR" }\n]\n',
    '.nvmrc': '18\n',
    'data/limits.yaml': 'cart:\n  items: 10\n',
  }
  const croatia = (more = '') => ({
    'data/lands.json': `[\n  { "code": "AT", "name": "Austria", "money": "EUR" },\n  { "code": "HR", "name": "Croatia", "money": "EUR" }${more}\n]\n`,
  })

  it.each<[title: string, changes: Changes]>([
    ['Add Croatia (HR, EUR) to data/lands.json', croatia()],
    ['Raise the items of a cart to 30 in `data/limits.yaml`', { 'data/limits.yaml': 'cart:\n  items: 30\n' }],
    ['Change `.nvmrc` to 22', { '.nvmrc': '22\n' }],
    ['Add a .npmrc with save-exact=true', { '.npmrc': 'save-exact=true\n' }],
  ])('is done where the task spells out every value: %s', async (title, changes) => {
    expect(await shown({ title, files, changes })).toBe('inert')
  })

  it.each<[title: string, changes: Changes]>([
    ['Add Croatia to data/lands.json', croatia()],
    ['Add Croatia (HR, EUR) to data/lands.json', croatia(',\n  { "code": "BA", "name": "Bosnia", "money": "BAM" }')],
    [
      'Add Croatia (HR, EUR) to data/lands.json',
      { 'data/lands.json': '[{ "code": "HR", "name": "Croatia", "money": "EUR" }]\n' },
    ],
    ['Add Croatia (HR, EUR) to data/lands.json, and show its money', croatia()],
    ['Find Croatia (HR, EUR)', croatia()],
    ['Change `.nvmrc` to 22', { '.nvmrc': '16\n' }],
    [
      'Raise the items of a cart to 30 in `data/limits.yaml`',
      { 'data/limits.yaml': 'cart:\n  items: 10\n  users: 30\n' },
    ],
    ['Add a .npmrc with save-exact=true', { '.npmrc': 'save-exact=true\nignore-scripts=true\n' }],
    ['Raise the items of a cart to 30 in `data/limits.yaml`', { 'data/limits.yaml': 'cart:\n  items: 300\n' }],
  ])('is not done with more or less than that: %s', async (title, changes) => {
    expect(await shown({ title, files, changes })).toBe('not shown')
  })
})

describe('a package that the program no longer needs', () => {
  const scripts = { test: 'toy-suite' }
  const before = "import { up } from 'left-pad'\nexport function add() { return 'right' }\n"
  const files = {
    'package.json': manifest({ name: 'library', scripts, dependencies: { 'left-pad': '^1.3.0' } }),
    'package-lock.json': 'left-pad',
    'src/cart.js': before,
  }
  const dropped = {
    'package.json': manifest({ name: 'library', scripts }),
    'package-lock.json': 'none',
    'src/cart.js': LIBRARY['src/cart.js']!,
  }

  it.each(['Get rid of left-pad, padStart does the same', 'left-pad is not maintained any more', 'Remove left-pad'])(
    'goes with the code that used it, where old tests run this code: %s',
    async title => {
      expect(await shown({ title, files, changes: dropped })).toBe('kept')
    },
  )

  it('goes for another one that the task names', async () => {
    const swapped = {
      'package-lock.json': 'right-pad',
      'package.json': manifest({ name: 'library', scripts, dependencies: { 'right-pad': '^2.0.0' } }),
      'src/cart.js': before.replace('left-pad', 'right-pad'),
    }
    expect(await shown({ title: 'Replace left-pad with right-pad', files, changes: swapped })).toBe('kept')
    expect(await shown({ title: 'Replace left-pad', files, changes: swapped })).toBe('not shown')
  })

  it.each<[why: string, title: string, changes: Changes]>([
    ['the task does not name it', 'Find things', dropped],
    ['it asks for more', 'Get rid of left-pad and support rebates', dropped],
    ['the program still speaks of it', 'Get rid of left-pad', { ...dropped, 'src/cart.js': `${before}1\n` }],
    [
      'other code changed',
      'Get rid of left-pad',
      { ...dropped, 'src/other.js': "export const other = () => 'wrong'\n" },
    ],
    [
      'old tests do not run the code',
      'Get rid of left-pad',
      { ...dropped, 'src/other.js': "export function other() { return 'wrong'; 1 }\n" },
    ],
  ])('does not go where %s', async (_, title, changes) => {
    const unseen = { 'src/other.js': "import 'left-pad'\nexport function other() { return 'wrong' }\n" }
    expect(await shown({ title, files: { ...files, ...unseen }, changes })).toBe('not shown')
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
