import { describe, expect, it } from 'vitest'
import { contract } from '../../../../test/rig/core/facts.ts'
import { type TaskFields, task } from '../../../../test/rig/core/plan.ts'
import type { Changes } from '../../../../test/rig/proof/proving.ts'
import { manifest } from '../../../../test/rig/proof/toy-project.ts'
import { MemoryVault } from '../../../../test/simulation/memory-vault.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import { isBookkeeping, layOut } from './forms.ts'

const BASE = {
  'package.json': manifest({ scripts: { test: 'vitest run' } }),
  'vitest.config.ts': 'base',
  'src/a.js': 'base',
  'tests/a.test.js': 'base',
  'tests/helper.js': 'base',
}

interface Options extends TaskFields {
  readonly bookkeeping?: readonly string[]
  readonly protect?: readonly string[]
  readonly dispatched?: Commands
}

/** The forms of a draft, each as the files in it. */
async function laidOut(base: Readonly<Record<string, string>>, changes: Changes, options: Options = {}) {
  const { bookkeeping = [], protect = [], dispatched = {}, ...fields } = options
  const vault = new MemoryVault()
  const before = vault.store(new Map(Object.entries(base)))
  const edits = Object.entries(changes).map(([path, text]) =>
    text === null ? { path, remove: true as const } : { path, text },
  )
  const candidate = await vault.edit(before, edits)
  const draft = { base: before, candidate, changes: await vault.diff(before, candidate) }
  const held = contract('1', { task: task('1', fields), bookkeeping, commands: dispatched })
  const {
    base: code,
    asSubmitted,
    oldForm,
    testsOnBase,
    ...found
  } = await layOut(vault, draft, held, { alsoProtected: protect, restores: true })
  const files = (tree: Tree | null) => tree && Object.fromEntries(vault.files(tree))
  return {
    ...found,
    base: files(code),
    asSubmitted: files(asSubmitted),
    oldForm: files(oldForm),
    testsOnBase: files(testsOnBase),
  }
}

const QUIET = {
  greenfield: false,
  bookkeepingTouched: [],
  protectedTouched: [],
  dependenciesTouched: [],
  privileged: [],
  existingTests: [],
  actingTests: [],
  firstForm: null,
  testsDeleted: [],
}

describe('the forms of a draft', () => {
  it('are the candidate alone when only code was changed', async () => {
    expect(await laidOut(BASE, { 'src/a.js': 'new', 'src/b.js': 'new' })).toEqual({
      ...QUIET,
      base: BASE,
      asSubmitted: { ...BASE, 'src/a.js': 'new', 'src/b.js': 'new' },
      oldForm: null,
      testsOnBase: null,
    })
  })

  it('hold new tests on the base as well', async () => {
    expect(await laidOut(BASE, { 'src/b.js': 'new', 'tests/b.test.js': 'new' })).toEqual({
      ...QUIET,
      base: BASE,
      asSubmitted: { ...BASE, 'src/b.js': 'new', 'tests/b.test.js': 'new' },
      oldForm: null,
      testsOnBase: { ...BASE, 'tests/b.test.js': 'new' },
    })
  })

  it('hold the old tests, and only those, beside the new code when an existing test or helper was touched', async () => {
    const changes = { 'src/a.js': 'new', 'tests/helper.js': 'new', 'tests/b.test.js': 'new' }
    expect(await laidOut(BASE, changes)).toEqual({
      ...QUIET,
      base: BASE,
      asSubmitted: { ...BASE, ...changes },
      oldForm: { ...BASE, 'src/a.js': 'new' },
      testsOnBase: { ...BASE, 'tests/helper.js': 'new', 'tests/b.test.js': 'new' },
      existingTests: ['tests/helper.js'],
    })
  })

  it('hold what is loaded for all tests out of the old form', async () => {
    const changes = { 'src/a.js': 'new', 'tests/conftest.py': 'new' }
    expect(await laidOut(BASE, changes)).toEqual({
      ...QUIET,
      base: BASE,
      asSubmitted: { ...BASE, ...changes },
      oldForm: { ...BASE, 'src/a.js': 'new' },
      testsOnBase: { ...BASE, 'tests/conftest.py': 'new' },
      actingTests: ['tests/conftest.py'],
    })
  })

  it('hold tests that stand among the code against the other code', async () => {
    const lib = (code: string, tests: string) => `fn a() { ${code} }\n\n#[cfg(test)]\nmod t { ${tests} }\n`
    const base = { ...BASE, 'src/lib.rs': lib('old', 'old') }
    const { asSubmitted, oldForm, testsOnBase, existingTests } = await laidOut(base, {
      'src/lib.rs': lib('new', 'new'),
    })
    expect({ asSubmitted, oldForm, testsOnBase, existingTests }).toEqual({
      asSubmitted: { ...base, 'src/lib.rs': lib('new', 'new') },
      oldForm: { ...base, 'src/lib.rs': lib('new', 'old') },
      testsOnBase: { ...base, 'src/lib.rs': lib('old', 'new') },
      existingTests: ['src/lib.rs'],
    })
  })

  it('declare a new module on the base for the sake of its tests', async () => {
    const base = { ...BASE, 'src/lib.rs': 'pub fn a() {}\n' }
    const tests = '#[cfg(test)]\nmod t {}\n'
    const changes = { 'src/lib.rs': 'pub mod b;\npub fn a() {}\n', 'src/b.rs': `pub fn b() {}\n${tests}` }
    const { oldForm, testsOnBase } = await laidOut(base, changes)
    expect({ oldForm, testsOnBase }).toEqual({
      oldForm: null,
      testsOnBase: { ...base, 'src/lib.rs': 'pub fn a() {}\n\npub mod b;\n', 'src/b.rs': tests },
    })
  })

  it('bring a deleted test back in its old form', async () => {
    const { testsDeleted, oldForm, testsOnBase } = await laidOut(BASE, { 'src/a.js': 'new', 'tests/a.test.js': null })
    expect({ testsDeleted, oldForm, testsOnBase }).toEqual({
      testsDeleted: ['tests/a.test.js'],
      oldForm: { ...BASE, 'src/a.js': 'new' },
      testsOnBase: null,
    })
  })

  it('leave a test that may be replaced as it was submitted', async () => {
    const changes = { 'tests/a.test.js': 'new', 'tests/helper.js': 'new' }
    expect(await laidOut(BASE, changes, { allow: ['tests/a.test.js'] })).toMatchObject({
      oldForm: { ...BASE, 'tests/a.test.js': 'new' },
    })
    expect(await laidOut(BASE, { 'tests/a.test.js': null }, { allow: ['tests/'] })).toMatchObject({
      oldForm: null,
      testsDeleted: [],
    })
  })

  it('take configuration from the base', async () => {
    const changes = { 'src/a.js': 'new', 'vitest.config.ts': 'new', '.npmrc': 'new' }
    expect(await laidOut(BASE, changes)).toEqual({
      ...QUIET,
      protectedTouched: ['.npmrc', 'vitest.config.ts'],
      base: BASE,
      asSubmitted: { ...BASE, 'src/a.js': 'new' },
      oldForm: null,
      testsOnBase: null,
    })
  })

  it('take a removed configuration from the base', async () => {
    expect(await laidOut(BASE, { 'vitest.config.ts': null })).toMatchObject({
      protectedTouched: ['vitest.config.ts'],
      asSubmitted: BASE,
    })
  })

  it('take neutered scripts from the base and leave the rest of the manifest', async () => {
    const changes = { 'package.json': manifest({ version: '2', scripts: { test: 'true', gen: 'gen' } }) }
    expect(await laidOut(BASE, changes)).toMatchObject({
      protectedTouched: ['package.json (scripts: test)'],
      asSubmitted: { ...BASE, 'package.json': manifest({ version: '2', scripts: { test: 'vitest run', gen: 'gen' } }) },
    })
  })

  it('hold nothing of ours', async () => {
    const kept = { ...BASE, 'PLAN.md': '[ ] 1', 'context/outputs.json': '{}' }
    const changes = { 'src/a.js': 'new', 'PLAN.md': '[x] 1', 'context/learnings.md': 'mine' }
    expect(await laidOut(kept, changes, { bookkeeping: ['PLAN.md', 'context/'] })).toEqual({
      ...QUIET,
      bookkeepingTouched: ['PLAN.md', 'context/learnings.md'],
      base: BASE,
      asSubmitted: { ...BASE, 'src/a.js': 'new' },
      oldForm: null,
      testsOnBase: null,
    })
  })
})

describe('an allowance', () => {
  it.each([
    ['by Allow', { allow: ['vitest.config.ts'] }],
    ['by a glob', { allow: ['*.config.*'] }],
    ['because Files names it', { files: { create: [], modify: ['vitest.config.ts'], delete: [], test: [] } }],
    ['because Outputs names it', { outputs: [{ name: 'c', type: 'file', value: './vitest.config.ts', note: '' }] }],
  ])('for a protected file is given %s', async (_, fields) => {
    expect(await laidOut(BASE, { 'vitest.config.ts': 'new' }, fields)).toMatchObject({
      protectedTouched: [],
      asSubmitted: { ...BASE, 'vitest.config.ts': 'new' },
    })
  })

  it('is not given by an output that is no file', async () => {
    const outputs = [{ name: 'c', type: 'string', value: 'vitest.config.ts', note: '' }]
    expect(await laidOut(BASE, { 'vitest.config.ts': 'new' }, { outputs })).toMatchObject({
      protectedTouched: ['vitest.config.ts'],
    })
  })

  const adding = { 'package.json': manifest({ scripts: { test: 'vitest run' }, dependencies: { a: '1' } }) }

  it('for dependencies is given by that word or for the whole manifest', async () => {
    expect(await laidOut(BASE, adding)).toMatchObject({ dependenciesTouched: ['a'] })
    expect(await laidOut(BASE, adding, { allow: ['dependencies'] })).toMatchObject({ dependenciesTouched: [] })
    expect(await laidOut(BASE, adding, { allow: ['package.json'] })).toMatchObject({ dependenciesTouched: [] })
  })

  it('for another version of a dependency is given by a title that asks for it, and for no more than that', async () => {
    const using = (a: string, more = {}) => ({
      'package.json': manifest({ scripts: { test: 'vitest run' }, dependencies: { a, ...more } }),
    })
    const base = { ...BASE, ...using('1.0.0') }
    const touched = async (changes: Changes, title: string) =>
      (await laidOut(base, changes, { title })).dependenciesTouched
    expect(await touched(using('^2.0.0'), 'Bump a from 1 to 2')).toEqual([])
    expect(await touched(using('^2.0.0'), 'Add search')).toEqual(['a'])
    expect(await touched(using('npm:b@2'), 'Bump a from 1 to 2')).toEqual(['a'])
    expect(await touched(using('^2.0.0', { b: '1.0.0' }), 'Update dependencies')).toEqual(['b'])
  })

  it('is not needed for the version that stands beside the settings of a runner', async () => {
    const cfg = '[metadata]\nversion = 1\n[tool:pytest]\ntestpaths = tests\n'
    const base = { ...BASE, 'setup.cfg': cfg }
    expect(await laidOut(base, { 'setup.cfg': cfg.replace('= 1', '= 2') })).toMatchObject({ protectedTouched: [] })
    expect(await laidOut(base, { 'setup.cfg': cfg.replace('= tests', '= none') })).toMatchObject({
      protectedTouched: ['setup.cfg'],
    })
  })

  it('for a file of CI is given by a title that asks for the versions in it', async () => {
    const path = '.github/workflows/ci.yml'
    const base = { ...BASE, [path]: 'jobs:\n  - uses: a/b@v1\n' }
    const changes = { [path]: 'jobs:\n  - uses: a/b@v2\n' }
    expect(await laidOut(base, changes, { title: 'Bump a/b from 1 to 2' })).toMatchObject({ protectedTouched: [] })
    expect(await laidOut(base, changes, { title: 'Add search' })).toMatchObject({ protectedTouched: [path] })
  })

  it('for dependencies is none for scripts', async () => {
    const both = { 'package.json': manifest({ scripts: { test: 'true' }, dependencies: { a: '1' } }) }
    expect(await laidOut(BASE, both, { allow: ['dependencies'] })).toMatchObject({
      dependenciesTouched: [],
      protectedTouched: ['package.json (scripts: test)'],
    })
  })
})

describe('files that are judged by part', () => {
  const dispatched = { test: 'make test' }
  const made = { ...BASE, Makefile: 'test:\n\t./run\n', 'pnpm-workspace.yaml': 'packages:\n  - a\n  - b\n' }

  it('are protected in the parts that decide, and free in the others', async () => {
    const neutered = { Makefile: 'test:\n\ttrue\n' }
    expect(await laidOut(made, neutered, { dispatched })).toMatchObject({
      protectedTouched: ['Makefile (scripts: test)'],
      asSubmitted: made,
    })
    expect(await laidOut(made, neutered)).toMatchObject({ protectedTouched: [] })
    expect(await laidOut(made, neutered, { dispatched, allow: ['Makefile'] })).toMatchObject({ protectedTouched: [] })
    const longer = { Makefile: 'test:\n\t./run\ngen:\n\t./gen\n' }
    expect(await laidOut(made, longer, { dispatched })).toMatchObject({
      protectedTouched: [],
      asSubmitted: { ...made, ...longer },
    })
  })

  it('are protected from another one that would be read first', async () => {
    expect(await laidOut(made, { GNUmakefile: 'test:\n' }, { dispatched })).toMatchObject({
      protectedTouched: ['GNUmakefile'],
      asSubmitted: made,
    })
  })

  it('may list one package more, and not one less', async () => {
    const list = (...names: readonly string[]) => ({
      'pnpm-workspace.yaml': `packages:\n${names.map(name => `  - ${name}\n`).join('')}`,
    })
    expect(await laidOut(made, list('a', 'b', 'c'))).toMatchObject({ protectedTouched: [] })
    expect(await laidOut(made, list('a'))).toMatchObject({
      protectedTouched: ['pnpm-workspace.yaml (settings: packages)'],
      asSubmitted: made,
    })
  })

  it('name the dependencies of other languages', async () => {
    const base = { ...BASE, 'go.mod': 'module a\n', 'pyproject.toml': '[project]\nname = "a"\n' }
    const changes = {
      'go.mod': 'module a\nrequire example.org/b v1.0.0\n',
      'pyproject.toml': '[project]\nname = "a"\ndependencies = ["rich"]\n',
    }
    expect(await laidOut(base, changes)).toMatchObject({ dependenciesTouched: ['example.org/b', 'rich'] })
    expect(await laidOut(base, changes, { allow: ['dependencies'] })).toMatchObject({ dependenciesTouched: [] })
  })
})

describe('what the commands come to', () => {
  const made = {
    Makefile: 'test:\n\tsh ci/run.sh\n',
    'ci/run.sh': 'python3 -m pytest tests\n',
    'pyproject.toml': '[project]\nname = "a"\n',
    'tests/test_a.py': 'base',
  }
  const dispatched = { test: 'make test' }

  it('is followed to the runner, whose first settings are then none of the first', async () => {
    const settings = { 'pyproject.toml': `${made['pyproject.toml']}[tool.pytest.ini_options]\naddopts = "--co"\n` }
    expect(await laidOut(made, settings, { dispatched })).toMatchObject({
      protectedTouched: ['pyproject.toml (settings: tool.pytest.ini_options)'],
    })
    expect(await laidOut(made, { 'pytest.ini': '[pytest]\n' }, { dispatched })).toMatchObject({
      protectedTouched: ['pytest.ini'],
    })
    const others = { 'pyproject.toml': `${made['pyproject.toml']}[tool.ruff]\nline-length = 90\n` }
    expect(await laidOut(made, others, { dispatched })).toMatchObject({ protectedTouched: [] })
  })

  it('is the configuration that a command names, whatever it is called', async () => {
    const base = { ...BASE, 'ci/unit.json': '{}', 'data/rates.json': '{}' }
    const named = { test: 'npx jest --config ci/unit.json', lint: 'lint data/rates.json' }
    const changes = { 'ci/unit.json': '{ "testMatch": [] }', 'data/rates.json': '{ "a": 1 }' }
    expect(await laidOut(base, changes, { dispatched: named })).toMatchObject({ protectedTouched: ['ci/unit.json'] })
  })
})

describe('a manifest in a folder', () => {
  const dispatched = { test: 'python3 -m pytest tests' }
  const SETTINGS = '[tool.pytest.ini_options]\naddopts = "--co"\n'
  const base = { 'pyproject.toml': '[project]\nname = "a"\n', 'src/a.py': 'base', 'tests/test_a.py': 'base' }

  it.each(['tests/pyproject.toml', 'src/pyproject.toml'])(
    'that was there may not get settings of a runner of its own: %s',
    async path => {
      expect(await laidOut(base, { [path]: SETTINGS }, { dispatched })).toMatchObject({
        protectedTouched: [`${path} (settings: tool.pytest.ini_options)`],
        asSubmitted: base,
      })
      const files = { create: [path], modify: [], delete: [], test: [] }
      expect(await laidOut(base, { [path]: SETTINGS }, { dispatched, files })).toMatchObject({
        protectedTouched: [],
        privileged: [`${path} (settings: tool.pytest.ini_options)`],
      })
    },
  )

  it('is protected from jest settings in a package that is new there', async () => {
    const packaged = { ...BASE, 'package.json': manifest({ scripts: { test: 'jest' } }) }
    const changes = { 'tests/package.json': manifest({ jest: { testMatch: [] } }) }
    expect(await laidOut(packaged, changes, { dispatched: { test: 'npx jest' } })).toMatchObject({
      protectedTouched: ['tests/package.json (settings: jest)'],
    })
  })

  it('keeps its settings when the manifest is removed, and loses them together with the folder', async () => {
    const nested = { ...base, 'tests/pyproject.toml': SETTINGS.replace('--co', '--strict-markers') }
    expect(await laidOut(nested, { 'tests/pyproject.toml': null }, { dispatched })).toMatchObject({
      protectedTouched: ['tests/pyproject.toml (settings: tool.pytest.ini_options)'],
      asSubmitted: nested,
    })
    const gone = { 'tests/pyproject.toml': null, 'tests/test_a.py': null }
    expect(await laidOut(nested, gone, { dispatched })).toMatchObject({ protectedTouched: [] })
  })

  it('that is new comes with a manifest as it likes', async () => {
    const changes = {
      'packages/b/pyproject.toml': `[project]\nname = "b"\ndependencies = ["rich"]\n${SETTINGS}`,
      'packages/b/b.py': 'new',
    }
    expect(await laidOut(base, changes, { dispatched })).toMatchObject({
      protectedTouched: [],
      dependenciesTouched: [],
    })
  })

  it('is protected as a whole where the manifest does not parse', async () => {
    expect(await laidOut(base, { 'pyproject.toml': '[project]\nname = \n' }, { dispatched })).toMatchObject({
      protectedTouched: ['pyproject.toml'],
      asSubmitted: base,
    })
  })
})

describe('a configuration that is new', () => {
  const bare = { 'package.json': manifest({ scripts: { test: 'node --test' } }), 'a.test.js': 'base' }

  it('is the first one when its tool was not there', async () => {
    const other = { ...bare, '.gitattributes': 'base', 'tsconfig.json': 'base' }
    expect(await laidOut(other, { 'eslint.config.js': 'new' })).toMatchObject({ protectedTouched: [] })
  })

  it('is a privileged one when a command of the contract starts its tool', async () => {
    const dispatched = { lint: 'npx eslint .' }
    expect(await laidOut(bare, { 'eslint.config.js': 'new' }, { dispatched })).toMatchObject({
      protectedTouched: ['eslint.config.js'],
    })
  })

  it('is a privileged one when a script of any package starts its tool', async () => {
    const many = { ...bare, 'packages/a/package.json': manifest({ scripts: { lint: 'eslint src' } }) }
    expect(await laidOut(many, { 'packages/b/.eslintrc.json': 'new' })).toMatchObject({
      protectedTouched: ['packages/b/.eslintrc.json'],
    })
  })

  it('is always a privileged one where it is no tool of the project', async () => {
    const changes = { '.gitattributes': 'new', '.github/workflows/ci.yml': 'new', 'pm-agent.yaml': 'new' }
    expect(await laidOut(bare, changes)).toMatchObject({ protectedTouched: Object.keys(changes) })
  })

  it('is free where there is no project yet', async () => {
    const changes = { 'package.json': manifest({}), 'vitest.config.ts': 'new', '.npmrc': 'new' }
    expect(await laidOut({ 'README.md': 'base' }, changes)).toMatchObject({ greenfield: true, protectedTouched: [] })
  })

  it('is none where there is no project yet, and there was one already', async () => {
    const base = { 'README.md': 'base', '.github/workflows/publish.yml': 'base' }
    expect(await laidOut(base, { '.github/workflows/publish.yml': 'new' })).toMatchObject({
      greenfield: true,
      protectedTouched: ['.github/workflows/publish.yml'],
    })
  })

  it.each([
    ['tsconfig.json', '{"include": ["src", "test"]}', '{\n  "include": [\n    "src",\n    "test"\n  ]\n}\n', false],
    ['.eslintrc', '{"rules": {}}', '{ "rules": {} }\n', false],
    ['.github/workflows/ci.yml', 'on: push\njobs: {}\n', '# Every push.\non: push\njobs: {}\n', false],
    ['tsconfig.json', '{"include": ["src", "test"]}', '{ "include": ["src"] }', true],
    ['.github/workflows/ci.yml', 'run: yes\n', 'run: "yes"\n', true],
    ['.npmrc', 'a=b\n', '# c\na=b\n', true],
    ['eslint.config.js', 'a: 1\n', 'a: 1 // b\n', true],
  ])('is none where settings only look otherwise: %s %#', async (path, before, after, isTouched) => {
    expect((await laidOut({ ...bare, [path]: before }, { [path]: after })).protectedTouched).toEqual(
      isTouched ? [path] : [],
    )
  })

  it('is never free where agents obey it', async () => {
    const changes = { '.claude/settings.json': 'new', '.mcp.json': 'new', 'pm-agent.yaml': 'new' }
    expect(await laidOut({ 'README.md': 'base' }, changes)).toMatchObject({ protectedTouched: Object.keys(changes) })
  })
})

describe('a program of the project that is a check', () => {
  const base = {
    'package.json': manifest({ scripts: { lint: 'node tools/lint.mjs src' } }),
    'tools/lint.mjs': 'base',
    'src/a.js': 'base',
  }
  const dispatched = { lint: 'npm run lint', test: 'node test/run.js' }

  it('comes from the base, unless the contract names it', async () => {
    const changes = { 'tools/lint.mjs': 'new', 'src/a.js': 'new' }
    const { protectedTouched, asSubmitted } = await laidOut(base, changes, { dispatched })
    expect({ protectedTouched, lint: asSubmitted!['tools/lint.mjs'] }).toEqual({
      protectedTouched: ['tools/lint.mjs'],
      lint: 'base',
    })
    expect(await laidOut(base, changes, { dispatched, allow: ['tools/'] })).toMatchObject({ protectedTouched: [] })
  })

  it('is not a test', async () => {
    expect(await laidOut({ ...base, 'test/run.js': 'base' }, { 'test/run.js': 'new' }, { dispatched })).toMatchObject({
      protectedTouched: [],
    })
  })
})

it('a bookkeeping entry names a file, or a folder with everything in it', () => {
  const entries = ['PLAN.md', 'context/']
  const paths = ['PLAN.md', 'context/a/b.md', 'PLAN.md.bak', 'contexts/a.md', 'context']
  expect(paths.filter(path => isBookkeeping(path, entries))).toEqual(['PLAN.md', 'context/a/b.md'])
})
