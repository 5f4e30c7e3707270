import { describe, expect, it } from 'vitest'
import { criterion, task } from '../../../test/rig/core/plan.ts'
import { evidence, Proving, refused, SHOWN_BY_TESTS, summary } from '../../../test/rig/proof/proving.ts'
import { manifest, SEARCH, SHOP } from '../../../test/rig/proof/toy-project.ts'

/** What the contract allows is shown all the same. */
const PRIVILEGED = { ...SHOWN_BY_TESTS, gates: { privileged: 'noted, not blocking', ...SHOWN_BY_TESTS.gates } }

const scripts = { test: 'vitest run', lint: 'eslint .' }
const BREAK = { ...SEARCH, 'src/cart.js': 'add = wrong\n' }
const HIDING = 'exclude tests/cart.test.js\n'

describe('the configuration of a runner', () => {
  const configured = { ...SHOP, 'vitest.config.js': '# as it is\n' }

  it('that is changed refuses the draft, before anything is run', async () => {
    const proving = new Proving(configured)
    const receipt = await proving.prove(task('1'), { ...BREAK, 'vitest.config.js': HIDING })
    expect(summary(receipt)).toEqual(refused('protected'))
    expect(evidence(receipt, 'protected')).toBe(
      'These files configure the checks, and the contract does not permit changing them: vitest.config.js',
    )
    expect(proving.ran).toEqual([])
  })

  it.each<[words: string, after: object, isGranted: boolean]>([
    ['Turn on `noUnusedLocals` in tsconfig.json', { strict: true, noUnusedLocals: true }, true],
    ['Turn on `noUnusedLocals` in tsconfig.json', { strict: false, noUnusedLocals: true }, false],
    ['Turn on `noUnusedLocals` in tsconfig.json', { noUnusedLocals: true }, false],
    ['Search by word', { strict: true, noUnusedLocals: true }, false],
  ])('may be changed entry by entry as the task says: %s %o', async (words, compilerOptions, isGranted) => {
    const configured = { ...SHOP, 'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true } }) }
    const change = { ...SEARCH, 'tsconfig.json': JSON.stringify({ compilerOptions }) }
    const receipt = await new Proving(configured).prove(task('1', { steps: [words] }), change)
    expect(evidence(receipt, isGranted ? 'privileged' : 'protected')).toContain('tsconfig.json')
  })

  it.each<[words: string, path: string, text: string, isGranted: boolean]>([
    ['Add a .npmrc with save-exact=true', '.npmrc', 'save-exact=true\n', true],
    ['Add a .npmrc with save-exact=true', '.npmrc', 'save-exact=true\nscript-shell=/bin/true\n', false],
    ['Set the environment in `vitest.config.js`.', 'vitest.config.js', HIDING, false],
    ['Add `.github/workflows/test.yml` that runs npm test.', '.github/workflows/test.yml', 'on: push\n', true],
    ['Add search', '.github/workflows/test.yml', 'on: push\n', false],
  ])('may be a file that a sentence asks for and spells out, or one for other machines: %s, %s', async (...row) => {
    const [words, path, text, isGranted] = row
    const receipt = await new Proving(configured).prove(task('1', { steps: [words] }), { ...SEARCH, [path]: text })
    expect(evidence(receipt, isGranted ? 'privileged' : 'protected')).toContain(path)
  })

  it('that is removed refuses the draft', async () => {
    expect(summary(await new Proving(configured).prove(task('1'), { ...SEARCH, 'vitest.config.js': null }))).toEqual(
      refused('protected'),
    )
  })

  it('may be changed where the contract allows it or names it', async () => {
    const change = { ...SEARCH, 'vitest.config.js': '# other\n' }
    const files = { create: [], modify: ['vitest.config.js', 'src/'], delete: [], test: [] }
    for (const fields of [
      { allow: ['vitest.config.js'] },
      { allow: ['*.config.js'] },
      { files },
      { title: 'Configure vitest' },
    ]) {
      const receipt = await new Proving(configured).prove(task('1', fields), change)
      expect(summary(receipt)).toEqual(PRIVILEGED)
      expect(evidence(receipt, 'privileged')).toBe(
        'The contract permits this task to change the configuration of checks: vitest.config.js',
      )
    }
  })

  it.each([
    'vitest.config.js',
    'vite.config.js',
    'vitest.workspace.js',
    '.eslintrc.json',
    '.npmrc',
    '.claude/settings.json',
  ])('that is new (%s) for what already ran on the base refuses the draft', async path => {
    expect(summary(await new Proving(SHOP).prove(task('1'), { ...BREAK, [path]: HIDING }))).toEqual(
      refused('protected'),
    )
  })

  it('that is new beside one of the same tool under another name refuses the draft', async () => {
    const old = { ...SHOP, 'package.json': manifest({ scripts: { test: 'vitest run' } }), '.eslintrc.json': '{}' }
    expect(summary(await new Proving(old).prove(task('1'), { ...SEARCH, 'eslint.config.js': '' }))).toEqual(
      refused('protected'),
    )
  })

  it('that is the first of its tool is fine', async () => {
    const change = { ...SEARCH, '.prettierrc': '{}', 'tsconfig.json': '{}' }
    expect(summary(await new Proving(SHOP).prove(task('1'), change))).toEqual(SHOWN_BY_TESTS)
  })

  it('is also what the settings protect', async () => {
    const protect = { config: { protect: ['golden/**'] } }
    const change = { ...SEARCH, 'golden/new.json': '{}' }
    expect(summary(await new Proving(SHOP).prove(task('1'), change, protect))).toEqual(refused('protected'))
    expect(summary(await new Proving(SHOP).prove(task('1', { allow: ['golden'] }), change, protect))).toEqual(
      PRIVILEGED,
    )
  })
})

describe('the first task in an empty repository', () => {
  const bringing = {
    ...SEARCH,
    'package.json': manifest({ scripts: { test: 'vitest run' } }),
    'vitest.config.js': '# first\n',
    '.npmrc': 'save-exact=true\n',
  }

  it('may bring runner and configuration, and its tests show it', async () => {
    expect(summary(await new Proving({ 'README.md': '# shop\n' }).prove(task('1'), bringing))).toEqual({
      proven: true,
      basis: 'red-green',
      redGreen: ['test'],
      gates: { test: 'passed', 'red-green': 'passed', gutting: 'passed' },
    })
  })

  it('is refused when its own tests fail: there was nothing that could have failed before', async () => {
    const wrong = { ...bringing, 'src/search.js': 'find = wrong\n' }
    expect(summary(await new Proving({}).prove(task('1'), wrong))).toMatchObject({
      proven: false,
      gates: { test: 'failed' },
    })
  })

  it('is refused when the runner that it brings runs nothing', async () => {
    const nothing = {
      'package.json': manifest({ scripts: { test: 'vitest run' } }),
      'vitest.config.js': 'passWithNoTests\n',
      'src/search.js': 'find = right\n',
    }
    expect(summary(await new Proving({}).prove(task('1'), nothing))).toMatchObject({
      proven: false,
      gates: { test: 'no-tests' },
    })
  })
})

describe('the first test command', () => {
  const bare = { 'package.json': manifest({ name: 'shop' }), 'src/cart.js': 'add = right\n' }
  const bringing = (test: string) => ({ ...SEARCH, 'package.json': manifest({ name: 'shop', scripts: { test } }) })

  it('shows the change when tests are seen to run', async () => {
    for (const base of [bare, {}])
      expect(summary(await new Proving(base).prove(task('1'), bringing('node --test')))).toEqual({
        proven: true,
        basis: 'red-green',
        redGreen: ['test'],
        gates: { test: 'passed', 'red-green': 'passed', gutting: 'passed' },
      })
  })

  it('shows nothing when it was true of the program before', async () => {
    const old = {
      ...bringing('node --test'),
      'src/search.js': 'more = right\n',
      'tests/search.test.js': 'expect add = right\n',
    }
    expect(summary(await new Proving(bare).prove(task('1'), old))).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { test: 'passed', 'red-green': 'unproven' },
    })
  })

  it('shows nothing when it only says yes', async () => {
    for (const base of [bare, {}])
      expect(summary(await new Proving(base).prove(task('1'), bringing('true')))).toEqual({
        proven: false,
        basis: 'none',
        redGreen: [],
        gates: { test: 'passed', 'red-green': 'unproven', 'control:test': 'uncontrolled, not blocking' },
      })
  })
})

describe('the scripts of package.json', () => {
  const withScripts = (fields: object) => ({ 'package.json': manifest({ name: 'shop', scripts: fields }) })

  it('that are neutered refuse the draft', async () => {
    const receipt = await new Proving(SHOP).prove(task('1'), { ...BREAK, ...withScripts({ ...scripts, test: 'true' }) })
    expect(summary(receipt)).toEqual(refused('protected'))
    expect(evidence(receipt, 'protected')).toContain('package.json (scripts: test)')
  })

  it('that hide a test before the suite runs refuse the draft', async () => {
    const hiding = withScripts({ ...scripts, pretest: 'hide tests/cart.test.js' })
    const receipt = await new Proving(SHOP).prove(task('1'), { ...BREAK, ...hiding })
    expect(summary(receipt)).toEqual(refused('protected'))
    expect(evidence(receipt, 'protected')).toContain('package.json (scripts: pretest)')
  })

  it('that are new are fine', async () => {
    const more = withScripts({ ...scripts, gen: 'node gen.js' })
    expect(summary(await new Proving(SHOP).prove(task('1'), { ...SEARCH, ...more }))).toEqual(SHOWN_BY_TESTS)
  })

  it('may be changed where the contract allows it', async () => {
    const more = withScripts({ ...scripts, lint: 'eslint . --fix' })
    expect(
      summary(await new Proving(SHOP).prove(task('1', { allow: ['package.json'] }), { ...SEARCH, ...more })),
    ).toEqual({ ...PRIVILEGED, gates: { 'review-note': 'noted, not blocking', ...PRIVILEGED.gates } })
  })

  it('that cannot be read any more refuse the draft', async () => {
    expect(summary(await new Proving(SHOP).prove(task('1'), { ...SEARCH, 'package.json': 'not JSON' }))).toEqual(
      refused('protected'),
    )
  })

  it('that bring settings of the runner refuse the draft', async () => {
    const settings = { 'package.json': manifest({ name: 'shop', scripts, vitest: { exclude: ['tests'] } }) }
    const receipt = await new Proving(SHOP).prove(task('1'), { ...BREAK, ...settings })
    expect(summary(receipt)).toEqual(refused('protected'))
    expect(evidence(receipt, 'protected')).toContain('package.json (settings: vitest)')
  })
})

describe('a command that only the change brings', () => {
  const building = { 'package.json': manifest({ name: 'shop', scripts: { ...scripts, build: 'true' } }) }

  it('does not make the base look broken, and so excuse a test that fails', async () => {
    const asked = task('1', { criteria: [criterion('c1', 'shows find = right')] })
    expect(summary(await new Proving(SHOP).prove(asked, { ...BREAK, ...building }))).toMatchObject({
      proven: false,
      gates: { test: 'failed' },
    })
  })

  it('does not make the base look broken, and so an empty test look like proof', async () => {
    const vacuous = { ...building, 'tests/search.test.js': 'expect true\n' }
    expect(summary(await new Proving(SHOP).prove(task('1'), vacuous))).toMatchObject({
      proven: false,
      gates: { 'red-green': 'unproven' },
    })
  })

  it('is run on the change itself', async () => {
    const broken = {
      ...SEARCH,
      'package.json': manifest({ scripts: { ...scripts, build: 'bundle' } }),
      'src/b.js': 'unbuildable\n',
    }
    const receipt = await new Proving(SHOP).prove(task('1'), broken)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { build: 'failed' } })
    expect(evidence(receipt, 'build')).toBe('build failed: exit 1\nerror: unbuildable in src/b.js')
  })
})

describe('a dependency', () => {
  const locked = { ...SHOP, 'package.json': manifest({ scripts, dependencies: { a: '1' } }), 'package-lock.json': 'a' }
  const adding = {
    ...SEARCH,
    'package.json': manifest({ scripts, dependencies: { a: '1', b: '1' } }),
    'package-lock.json': 'a b',
  }

  it('that is added without an allowance refuses the draft', async () => {
    const receipt = await new Proving(locked).prove(task('1'), adding)
    expect(summary(receipt)).toEqual(refused('dependencies'))
    expect(evidence(receipt, 'dependencies')).toBe('Dependencies were added or changed without permission: b')
  })

  it('that the task names is installed from the new lock file, and shown', async () => {
    const proving = new Proving(locked)
    const receipt = await proving.prove(task('1', { title: 'Search with `b`' }), adding)
    expect(summary(receipt)).toEqual(PRIVILEGED)
    expect(evidence(receipt, 'privileged')).toContain('package.json (dependencies: b)')
    expect(proving.ran[0]).toBe('npm ci')
  })

  it('that is added with an allowance is installed from the new lock file', async () => {
    const proving = new Proving(locked)
    expect(summary(await proving.prove(task('1', { allow: ['dependencies'] }), adding))).toEqual(PRIVILEGED)
    expect(proving.ran.slice(0, 5)).toEqual(['npm ci', 'npm run lint', 'npm test', 'npm ci', 'npm test'])
  })

  it('that is added with an allowance and is missing in the lock file fails in setup', async () => {
    const phantom = { ...adding, 'package-lock.json': 'a' }
    const receipt = await new Proving(locked).prove(task('1', { allow: ['dependencies'] }), phantom)
    expect(summary(receipt)).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { privileged: 'noted, not blocking', setup: 'failed' },
    })
    expect(evidence(receipt, 'setup')).toBe('setup failed: exit 1\nnpm error missing: b')
  })

  it('that is removed is fine when everything still passes', async () => {
    const removing = { ...SEARCH, 'package.json': manifest({ scripts }), 'package-lock.json': '' }
    expect(summary(await new Proving(locked).prove(task('1'), removing)).proven).toBe(true)
  })
})

describe('what only pm-agent writes', () => {
  it.each(['PLAN.md', 'context/outputs.json', 'docs/reviews/shop/1-review.md'])(
    'refuses a draft that touches it: %s',
    async path => {
      const receipt = await new Proving(SHOP).prove(task('1'), { ...SEARCH, [path]: 'all done\n' })
      expect(summary(receipt)).toEqual(refused('bookkeeping'))
      expect(evidence(receipt, 'bookkeeping')).toBe(`Only pm-agent writes these: ${path}`)
    },
  )

  it('is no part of the code that is proven', async () => {
    const proving = new Proving({ ...SHOP, 'PLAN.md': '[ ] 1\n', 'context/outputs.json': '{}\n' })
    const receipt = await proving.prove(task('1'), SEARCH)
    expect(receipt.codeTree).toBe(proving.vault.store(new Map(Object.entries({ ...SHOP, ...SEARCH }))))
    expect(summary(receipt)).toEqual(SHOWN_BY_TESTS)
  })
})

describe('files besides the expected ones', () => {
  const files = { create: ['src/search.js'], modify: [], delete: [], test: [] }

  it('are named and do not block', async () => {
    const receipt = await new Proving(SHOP).prove(task('1', { files }), { ...SEARCH, 'src/extra.js': '\n' })
    expect(summary(receipt)).toEqual({
      ...SHOWN_BY_TESTS,
      gates: { scope: 'noted, not blocking', ...SHOWN_BY_TESTS.gates },
    })
    expect(evidence(receipt, 'scope')).toBe('src/extra.js: not among the expected files')
  })

  it('are not named when the contract expects none in particular, or only tests were added', async () => {
    expect(summary(await new Proving(SHOP).prove(task('1', { files }), SEARCH))).toEqual(SHOWN_BY_TESTS)
  })
})
