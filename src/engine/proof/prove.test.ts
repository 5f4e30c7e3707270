import { describe, expect, it } from 'vitest'
import { saying } from '../../../test/rig/core/facts.ts'
import { criterion, spokenCriterion, task } from '../../../test/rig/core/plan.ts'
import { evidence, Proving, refused, SHOWN_BY_TESTS, summary } from '../../../test/rig/proof/proving.ts'
import { manifest, SEARCH, SHOP } from '../../../test/rig/proof/toy-project.ts'

const finds = criterion('c1', 'shows find = right')

describe('an honest change', () => {
  it('is proven by a test that is red without it and green with it', async () => {
    expect(summary(await new Proving(SHOP).prove(task('1'), SEARCH))).toEqual(SHOWN_BY_TESTS)
  })

  it('is proven by a criterion that is red without it, when it brings no test', async () => {
    const receipt = await new Proving(SHOP).prove(task('1', { criteria: [finds] }), {
      'src/search.js': 'find = right\n',
    })
    expect(summary(receipt)).toEqual({
      proven: true,
      basis: 'red-green',
      redGreen: ['criterion:c1'],
      gates: { lint: 'passed', test: 'passed', 'criterion:c1': 'passed', 'red-green': 'passed' },
    })
  })

  it('is proven without a report that can be read', async () => {
    for (const says of [{ is: 'missing' } as const, { is: 'invalid', problem: 'not JSON' } as const])
      expect(summary(await new Proving(SHOP).prove(task('1'), SEARCH, { says }))).toEqual(SHOWN_BY_TESTS)
  })

  it('leaves a receipt with everything that was seen', async () => {
    const proving = new Proving(SHOP)
    const receipt = await proving.prove(task('1'), SEARCH)
    const ran = { blocking: true, command: 'npm test', exitCode: 0, durationMs: 1000, cached: false }
    const output = { outputDigest: 'digest', outputFile: 'room-1.log' }
    const read = { ...ran, command: null, exitCode: null, durationMs: 0, outputDigest: null, outputFile: null }
    expect(receipt).toEqual({
      base: proving.vault.store(new Map(Object.entries(SHOP))),
      codeTree: proving.vault.store(new Map(Object.entries({ ...SHOP, ...SEARCH }))),
      contractHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      toolchain: { toy: '1' },
      sandbox: 'toy',
      gates: [
        { gate: 'lint', verdict: 'passed', evidence: 'exit 0', ...ran, ...output, command: 'npm run lint' },
        { gate: 'test', verdict: 'passed', evidence: '2 passed', ...ran, ...output },
        {
          ...{ ...read, gate: 'ambient', verdict: 'noted', blocking: false, places: ['src/search.js:1'] },
          evidence: expect.stringContaining('src/search.js:1 reads globals'),
        },
        { gate: 'red-green', verdict: 'passed', evidence: 'red before, green now: test', ...read },
        {
          gate: 'gutting',
          verdict: 'passed',
          evidence: 'it fails when value on line 1 is emptied',
          ...ran,
          exitCode: 1,
          outputDigest: 'digest',
          outputFile: 'room-3.log',
        },
        {
          gate: 'control:lint',
          verdict: 'passed',
          evidence: 'a planted mistake is reported',
          ...ran,
          exitCode: 1,
          command: 'npm run lint',
          outputDigest: 'digest',
          outputFile: 'room-4.log',
        },
      ],
      basis: 'red-green',
      extent: { program: 'src/search.js', interfaces: [] },
      testsAdded: ['tests/search.test.js'],
      redGreen: ['test'],
      durationMs: 0,
      steps: [
        'preparation',
        'examples',
        'ambient reads',
        'outputs',
        'setup',
        'lint',
        'test',
        'criteria',
        'red to green',
        'emptied',
        'controls',
      ].map(name => ({ name, durationMs: 0 })),
      runs: [
        { on: 'the change', command: 'npm run lint', exitCode: 0, durationMs: 1000 },
        { on: 'the change', command: 'npm test', exitCode: 0, durationMs: 1000 },
        { on: "the change's tests on the base", command: 'npm test', exitCode: 1, durationMs: 1000 },
        { on: 'the change emptied', command: 'npm test', exitCode: 1, durationMs: 1000 },
        { on: 'the change with a planted mistake', command: 'npm run lint', exitCode: 1, durationMs: 1000 },
      ],
    })
  })
})

describe('a change that does not hold', () => {
  it('is refused when its tests fail, with the lines that matter', async () => {
    const receipt = await new Proving(SHOP).prove(task('1'), { ...SEARCH, 'src/search.js': 'find = wrong\n' })
    expect(summary(receipt)).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { lint: 'passed', test: 'failed' },
    })
    expect(evidence(receipt, 'test')).toBe(
      'the tests fail: 1 failed, 1 passed\nAssertionError: expect find = right\n      Tests  1 failed | 1 passed (2)',
    )
  })

  it('is refused when it breaks what passed before', async () => {
    const receipt = await new Proving(SHOP).prove(task('1'), { ...SEARCH, 'src/cart.js': 'add = wrong\n' })
    expect(summary(receipt).gates).toEqual({ lint: 'passed', test: 'failed' })
  })

  it('is refused when the linter complains', async () => {
    const receipt = await new Proving(SHOP).prove(task('1'), { ...SEARCH, 'src/ugly.js': 'ugly\n' })
    expect(summary(receipt).gates).toEqual({ lint: 'failed', test: 'passed' })
    expect(evidence(receipt, 'lint')).toBe('lint failed: exit 1\nerror: ugly in src/ugly.js')
  })

  it('is refused when a criterion does not hold', async () => {
    const number = criterion('c1', 'prints count', { is: 'number', value: 3 })
    const wrong = { ...SEARCH, 'src/count.js': 'count = 4\n' }
    const receipt = await new Proving(SHOP).prove(task('1', { criteria: [number] }), wrong)
    expect(summary(receipt).gates).toEqual({ lint: 'passed', test: 'passed', 'criterion:c1': 'failed' })
    expect(evidence(receipt, 'criterion:c1')).toBe('`prints count` holds: expected 3, got 4\n4')
  })
})

describe('no change', () => {
  it('is refused when success is claimed', async () => {
    const receipt = await new Proving(SHOP).prove(task('1', { criteria: [finds] }), {})
    expect(summary(receipt)).toEqual(refused('change'))
    expect(evidence(receipt, 'change')).toBe('The agent said "success", and no file was changed.')
  })

  it('is refused when nothing is claimed', async () => {
    const receipt = await new Proving(SHOP).prove(task('1'), {}, { says: { is: 'missing' } })
    expect(evidence(receipt, 'change')).toBe('No file was changed.')
  })

  const nothing = { says: saying('nothing-to-do') }

  it('is accepted when the agent says that there is nothing to do, and the criteria show it', async () => {
    const there = task('1', { criteria: [criterion('c1', 'shows add = right')] })
    expect(summary(await new Proving(SHOP).prove(there, {}, nothing))).toEqual({
      proven: true,
      basis: 'existed',
      redGreen: [],
      gates: { lint: 'passed', test: 'passed', 'criterion:c1': 'passed' },
    })
  })

  it('is refused when the agent says that there is nothing to do, and a criterion shows otherwise', async () => {
    const receipt = await new Proving(SHOP).prove(task('1', { criteria: [finds] }), {}, nothing)
    expect(summary(receipt)).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { lint: 'passed', test: 'passed', 'criterion:c1': 'failed', criteria: 'no-criteria' },
    })
  })

  it('is refused when there should be nothing to do, and the program has no such name', async () => {
    const there = task('1', { title: 'Add `seek`', criteria: [criterion('c1', 'shows add = right')] })
    const receipt = await new Proving(SHOP).prove(there, {}, nothing)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { criteria: 'no-criteria' } })
    expect(evidence(receipt, 'criteria')).toContain('no file of the program contains `seek`')
  })

  it('is refused when nothing can show that there is nothing to do', async () => {
    const spoken = task('1', { criteria: [spokenCriterion('c1', 'It is pretty.')] })
    expect(summary(await new Proving(SHOP).prove(spoken, {}, nothing))).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { lint: 'passed', test: 'passed', 'criterion:c1': 'unjudged, not blocking', criteria: 'no-criteria' },
    })
  })
})

describe('the least proof', () => {
  it('is not there when the new test is green without the change', async () => {
    const vacuous = { 'src/search.js': 'find = wrong\n', 'tests/search.test.js': 'expect true\n' }
    const receipt = await new Proving(SHOP).prove(task('1'), vacuous)
    expect(summary(receipt)).toEqual({
      proven: false,
      basis: 'none',
      redGreen: [],
      gates: { lint: 'passed', test: 'passed', 'red-green': 'unproven' },
    })
    expect(evidence(receipt, 'red-green')).toBe(
      'No check was red before this change and green after it. Add a test that fails without the change, or a criterion with a command.',
    )
  })

  it('says what is missing where the project has no test command', async () => {
    const bare = { 'package.json': manifest({ name: 'shop' }), 'src/cart.js': 'add = right\n' }
    const receipt = await new Proving(bare).prove(task('1'), SEARCH)
    expect(evidence(receipt, 'red-green')).toBe(
      'No check was red before this change and green after it. This project has no known test command: name one under commands: in pm-agent.yaml, or add a criterion with a command.',
    )
  })

  it('is not there when a command that is read as a whole is content with emptied code', async () => {
    const vacuous = { 'src/search.js': '// there\nfind = right\n', 'tests/search.test.js': 'expect // there\n' }
    const receipt = await new Proving(SHOP).prove(task('1'), vacuous)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'red-green': 'passed', gutting: 'failed' } })
    expect(evidence(receipt, 'gutting')).toContain('emptied, the test command still passes, so it does not test it.')
  })

  it('is not there when no test and no criterion speaks of the change', async () => {
    const held = task('1', { criteria: [criterion('c1', 'shows add = right')] })
    const receipt = await new Proving(SHOP).prove(held, { 'src/search.js': 'find = right\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'red-green': 'unproven' } })
  })

  it('is the suite itself where the change turns it green', async () => {
    const red = { ...SHOP, 'src/cart.js': 'add = wrong\n' }
    expect(
      summary(await new Proving(red).prove(task('1', { kind: 'fix' }), { 'src/cart.js': 'add = right\n' })),
    ).toEqual({ ...SHOWN_BY_TESTS, gates: { ...SHOWN_BY_TESTS.gates, 'tests-added': 'noted, not blocking' } })
  })

  it('is not asked for where the contract says that behaviour stays', async () => {
    for (const kind of ['refactor', 'perf', 'chore', 'release'] as const) {
      const receipt = await new Proving(SHOP).prove(task('1', { kind }), { 'src/basket.js': 'add = right\n' })
      expect(summary(receipt)).toEqual({
        proven: true,
        basis: 'kept',
        redGreen: [],
        gates: { lint: 'passed', test: 'passed' },
      })
    }
  })

  it('of documents is none that the program does something else', async () => {
    const base = { ...SHOP, 'src/at.js': 'export const at = 1\n' }
    const receipt = await new Proving(base).prove(task('1', { kind: 'docs' }), { 'src/at.js': 'export const at = 2\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, basis: 'none', gates: { kept: 'unproven' } })
    expect(evidence(receipt, 'kept')).toBe('A task about documents changed code: src/at.js.')
  })

  it.each([
    ['src/at.py', 'def at():\n    return 1\n', 'def at():\n    """Where."""\n    return 1\n'],
    ['src/at.rs', 'fn at() {}\n', '/// Where.\nfn at() {}\n'],
    ['src/at.sh', 'echo 1\n', '# Where.\necho 1\n'],
  ])('of documents is words of %s', async (path, before, after) => {
    const receipt = await new Proving({ ...SHOP, [path]: before }).prove(task('1', { kind: 'docs' }), { [path]: after })
    expect(summary(receipt)).toMatchObject({ proven: true })
  })

  const between = (body: string) => `A = """\na\n"""\n\n\ndef at():\n    return ${body}\n\n\nB = """\nb\n"""\n`
  it.each([
    [
      'another indentation',
      'def at(x):\n    if x:\n        y()\n        z()\n',
      'def at(x):\n    if x:\n        y()\n    z()\n',
    ],
    ['code between two texts', between('1'), between('2')],
  ])('of documents is not %s of Python', async (_, before, after) => {
    const changes = { 'src/at.py': after }
    const receipt = await new Proving({ ...SHOP, 'src/at.py': before }).prove(task('1', { kind: 'docs' }), changes)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { kept: 'unproven' } })
  })

  it('of documents may bring examples along', async () => {
    const base = { ...SHOP, 'examples/at.js': 'export const at = 1\n' }
    const changes = { 'examples/at.js': 'export const at = 2\n' }
    expect(summary(await new Proving(base).prove(task('1', { kind: 'docs' }), changes))).toMatchObject({
      basis: 'kept',
    })
  })

  it('of a refactoring that breaks something is refused', async () => {
    const receipt = await new Proving(SHOP).prove(task('1', { kind: 'refactor' }), { 'src/cart.js': 'add = wrong\n' })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'failed' } })
  })

  it('of a refactoring that nothing can check goes to a human', async () => {
    const bare = { Makefile: '', 'data.bin': 'old\n' }
    const receipt = await new Proving(bare).prove(task('1', { kind: 'refactor' }), { 'data.bin': 'new\n' })
    expect(summary(receipt)).toEqual({ proven: false, basis: 'none', redGreen: [], gates: { kept: 'unproven' } })
  })

  it('of a change of prose is that the program is the same', async () => {
    const receipt = await new Proving(SHOP).prove(task('1', { kind: 'docs' }), { 'notes.md': 'new\n' })
    expect(summary(receipt)).toMatchObject({ proven: true, basis: 'inert' })
  })

  it('of a feature is never that the program is the same', async () => {
    const receipt = await new Proving(SHOP).prove(task('1', { title: 'Search' }), {
      'notes.md': 'It can search now.\n',
    })
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'red-green': 'unproven' } })
  })

  it.each([
    ['fix: export types of the options', 'export const at = 1\nexport type Options = { at: number }\n', true],
    ['feat!: support generic type arguments', 'export const at: number = 1\n', true],
    ['fix: reexport `Options` type', 'export const at = 1\nexport type Options = { at: number }\n', true],
    ['Correct return type', 'export const at = 1 as 1\n', true],
    ['fix: export types of the options', '// The options.\nexport const at = 1\n', false],
    ['fix: export types of the options', 'export const at = 2\nexport type Options = { at: number }\n', false],
    ['feat: export `Options`', 'export const at = 1\nexport interface Options {}\n', true],
    ['feat: export `Options`', 'export const at: number = 1\n', false],
    ['feat: export `Options`', 'export const at = 2\nexport interface Options {}\n', false],
    ['Support more content types', 'export const at: number = 1\n', false],
    ['Fix types', 'export const at: number = 1\n', true],
    ['fix: add `at` type augmentation (#1)', 'export const at: number = 1\n', true],
    ['Add a generic cache', 'export const at: number = 1\n', false],
    ['Fix type error thrown when the name is null', 'export const at: number = 1\n', false],
    ['Add type parameter to the search endpoint', 'export const at: number = 1\n', false],
    ['Support more export types', 'export const at: number = 1\n', false],
    ['Add comments to posts', '// Comments.\nexport const at = 1\n', false],
    ['Add CSV format', '// CSV.\nexport const at = 1\n', false],
    ['Fix a typo in the code', '// Right.\nexport const at = 1\n', true],
    ['Fix typos in `at`', '// Right.\nexport const at = 1\n', true],
    ['Add docstrings for `at`', '/** Where. */\nexport const at = 1\n', true],
    ['Remove trailing whitespace from the code', 'export  const at = 1\n', true],
    ['Fix eslint errors in the parser (#12)', 'export  const at = 1\n', true],
    ['docs: explain `at`', '// Where.\nexport const at = 1\n', true],
    ['Ignore trailing whitespace in CSV fields', '// It is.\nexport const at = 1\n', false],
    ['Fix whitespace in user names', '// It is.\nexport const at = 1\n', false],
    ['Add currency formatting to invoices', '// It is.\nexport const at = 1\n', false],
    ['Fix date formatting in UTC-3', '// It is.\nexport const at = 1\n', false],
    ['Tolerate typos in command names', '// It does.\nexport const at = 1\n', false],
    ['Fix a typo in the greeting', '// It is.\nexport const at = 1\n', false],
    ['Generate a changelog from commits', '// It does.\nexport const at = 1\n', false],
    ['Serve the API documentation at /docs', '// It does.\nexport const at = 1\n', false],
    ['Report lint errors as annotations', '// It does.\nexport const at = 1\n', false],
    ['Add comments', '// Comments.\nexport const at = 1\n', false],
    ['Show type hints in search results', 'export const at: number = 1\n', false],
    ['fix: improve type inference for `at`', 'export const at: number = 1\n', true],
    ['Add JSDoc to `at`', '/** Where. */\nexport const at = 1\n', true],
    ['Fix spelling mistakes in comments', '// Where.\nexport const at = 1\n', true],
    ['Improve inline documentation', '// Where.\nexport const at = 1\n', true],
    ['Fix formatting', 'export  const at = 1\n', true],
    ['Fix indentation and trailing whitespace in src/at.ts', 'export  const at = 1\n', true],
    ['Document `at`', '// Where.\nexport const at = 1\n', true],
    ['Fix type filter', 'export const at: number = 1\n', false],
    ['Fix types that are not found', 'export const at: number = 1\n', false],
    ['Search', 'export const at: number = 1\n', false],
  ])('of "%s" is that types changed and nothing else: %#', async (title, text, proven) => {
    const base = { ...SHOP, 'src/at.ts': 'export const at = 1\n' }
    const receipt = await new Proving(base).prove(task('1', { title }), { 'src/at.ts': text })
    expect(summary(receipt)).toMatchObject({ proven, basis: proven ? 'inert' : 'none' })
  })
})

describe('a verification task', () => {
  const verify = task('1', { type: 'verification', criteria: [criterion('c1', 'shows add = right')] })

  it('is proven when nothing changed and its criteria hold', async () => {
    expect(summary(await new Proving(SHOP).prove(verify, {}))).toEqual({
      proven: true,
      basis: 'verified',
      redGreen: [],
      gates: { 'read-only': 'passed', lint: 'passed', test: 'passed', 'criterion:c1': 'passed' },
    })
  })

  it('that edits is refused, before anything is run', async () => {
    const proving = new Proving(SHOP)
    expect(summary(await proving.prove(verify, SEARCH))).toEqual(refused('read-only'))
    expect(proving.ran).toEqual([])
  })

  it('is refused when a criterion does not hold', async () => {
    const receipt = await new Proving(SHOP).prove(
      { ...verify, criteria: [finds, ...verify.criteria.map(c => ({ ...c, id: 'c2' }))] },
      {},
    )
    expect(summary(receipt)).toMatchObject({
      proven: false,
      gates: { 'criterion:c1': 'failed', 'criterion:c2': 'passed' },
    })
  })

  it('without a criterion that we can run is refused by that name', async () => {
    const receipt = await new Proving(SHOP).prove({ ...verify, criteria: [] }, {})
    expect(summary(receipt)).toMatchObject({ proven: false, basis: 'none', gates: { criteria: 'no-criteria' } })
    expect(evidence(receipt, 'criteria')).toBe(
      'A verification task needs at least one criterion with a command that we can run.',
    )
  })
})

describe('a suite that runs no test', () => {
  const empty = { 'package.json': manifest({ scripts: { test: 'node --test' } }), 'src/a.js': '' }
  const shown = { criteria: [finds] }
  const change = { 'src/search.js': 'find = right\n' }

  it('is not a pass', async () => {
    const receipt = await new Proving(empty).prove(task('1', shown), change)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { test: 'no-tests' } })
  })

  it('does not block where the contract says that there are none', async () => {
    const none = task('1', { ...shown, tests: { is: 'none', reason: 'data files only' } })
    expect(summary(await new Proving(empty).prove(none, change))).toEqual({
      proven: true,
      basis: 'red-green',
      redGreen: ['criterion:c1'],
      gates: { test: 'no-tests, not blocking', 'criterion:c1': 'passed', 'red-green': 'passed' },
    })
  })
})

describe('files that the task is to create', () => {
  const creating = (...create: readonly string[]) => task('1', { files: { create, modify: [], delete: [], test: [] } })

  it('refuse the draft that does not have them, by their names', async () => {
    const receipt = await new Proving(SHOP).prove(creating('src/search.js', 'docs/search.md'), SEARCH)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { 'created-files': 'failed' } })
    expect(evidence(receipt, 'created-files')).toBe(
      'The task is to create docs/search.md, and the change does not have it.',
    )
  })

  it('are there as files, as folders, by a pattern, or under a name that was left open', async () => {
    const task1 = creating('./src/search.js', 'tests/', 'src/*.js', 'migrations/<number>.sql')
    expect(summary(await new Proving(SHOP).prove(task1, SEARCH))).toMatchObject({ proven: true })
  })
})

describe('declared outputs', () => {
  const outputs = [{ name: 'path', type: 'file', value: './src/search.js', note: '' }]

  it('that are there are a gate that passed', async () => {
    const receipt = await new Proving(SHOP).prove(task('1', { outputs }), SEARCH)
    expect(summary(receipt).gates).toMatchObject({ outputs: 'passed' })
  })

  it('that are missing refuse the draft', async () => {
    const elsewhere = { 'src/other.js': 'find = right\n', 'tests/search.test.js': 'expect find = right\n' }
    const receipt = await new Proving(SHOP).prove(task('1', { outputs }), elsewhere)
    expect(summary(receipt)).toMatchObject({ proven: false, gates: { outputs: 'failed' } })
    expect(evidence(receipt, 'outputs')).toBe('Declared outputs are missing: path (./src/search.js)')
  })

  it('may lie where the agent says, when they are really there', async () => {
    const elsewhere = { 'src/other.js': 'find = right\n', 'tests/search.test.js': 'expect find = right\n' }
    const at = (path: string) => ({ says: saying('success', { outputs: { path } }) })
    const proving = new Proving(SHOP)
    expect(summary(await proving.prove(task('1', { outputs }), elsewhere, at('src/other.js'))).proven).toBe(true)
    expect(summary(await proving.prove(task('1', { outputs }), elsewhere, at('src/invented.js'))).proven).toBe(false)
  })
})
