import { describe, expect, it } from 'vitest'
import { detectCommands, isGreenfield } from './detect.ts'

type Files = Readonly<Record<string, string>>

const detect = (files: Files) =>
  detectCommands({ list: Object.keys(files).sort(), readText: async path => files[path] ?? null })
const manifest = (fields: object): string => JSON.stringify(fields)
const LOCK = { 'package-lock.json': '{}' }
const NODE_TEST = "import test from 'node:test'\ntest('adds', () => {})\n"

describe('a package', () => {
  it('suggests its scripts, and a clean install when it has a lock file and dependencies', async () => {
    const scripts = { test: 'vitest run', lint: 'biome check', 'type-check': 'tsc', build: 'tsc -b', start: 'node .' }
    const files = { 'package.json': manifest({ scripts, devDependencies: { vitest: '5' } }), ...LOCK }

    expect(await detect(files)).toEqual({
      project: ['npm'],
      commands: {
        setup: 'npm ci',
        test: 'npm test',
        lint: 'npm run lint',
        typecheck: 'npm run type-check',
        build: 'npm run build',
      },
    })
  })

  it('needs no setup without dependencies, lock file or not', async () => {
    const expected = { project: ['npm'], commands: { test: 'npm test' } }

    expect(await detect({ 'package.json': manifest({ scripts: { test: 'node --test' } }), ...LOCK })).toEqual(expected)
    expect(await detect({ 'package.json': manifest({ scripts: { test: 'x' }, dependencies: {} }) })).toEqual(expected)
  })

  it('is installed without foreign scripts when no lock file says what that will be', async () => {
    expect(await detect({ 'package.json': manifest({ dependencies: { left: '1' } }) })).toEqual({
      project: ['npm'],
      commands: { setup: 'npm install --no-audit --no-fund --ignore-scripts' },
    })
  })

  it.each([
    ['pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm install --frozen-lockfile', 'pnpm test'],
    ['yarn', { 'yarn.lock': '' }, 'yarn install --frozen-lockfile', 'yarn test'],
    ['yarn', { 'yarn.lock': '', '.yarnrc.yml': '' }, 'yarn install --immutable', 'yarn test'],
    ['bun', { 'bun.lock': '' }, 'bun install --frozen-lockfile', 'bun run test'],
    ['bun', { 'bun.lockb': '' }, 'bun install --frozen-lockfile', 'bun run test'],
  ])('is handled by %s when its lock file %o is there', async (manager, lock, setup, test) => {
    const files = { 'package.json': manifest({ scripts: { test: 'x' }, dependencies: { left: '1' } }), ...lock }

    expect(await detect(files)).toEqual({ project: [manager], commands: { setup, test } })
  })

  it('is handled by the manager that it names, whatever lock file lies beside it', async () => {
    const named = { packageManager: 'pnpm@9.1.0', scripts: { tsc: 'tsc' }, dependencies: { left: '1' } }

    expect(await detect({ 'package.json': manifest(named), ...LOCK })).toEqual({
      project: ['pnpm'],
      commands: { setup: 'pnpm install --no-frozen-lockfile --ignore-scripts', typecheck: 'pnpm run tsc' },
    })
  })

  it('is installed when it has members, because they have to find each other', async () => {
    expect(await detect({ 'package.json': manifest({ workspaces: ['packages/*'] }), ...LOCK })).toEqual({
      project: ['npm'],
      commands: { setup: 'npm ci' },
    })
  })

  it('has no tests when its test script is what npm init wrote', async () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1' }

    expect(await detect({ 'package.json': manifest({ scripts }) })).toEqual({ project: ['npm'], commands: {} })
  })

  it('is tested by node itself when its test files use node:test and no script is in the way', async () => {
    const files = { 'package.json': manifest({}), 'lib/sum.test.js': NODE_TEST }

    expect(await detect(files)).toEqual({ project: ['npm', 'node:test'], commands: { test: 'node --test' } })
    expect(await detect({ 'test/sum.mjs': NODE_TEST })).toEqual({
      project: ['node:test'],
      commands: { test: 'node --test' },
    })
  })

  it('is not tested by node when its test files are for another runner, are TypeScript or belong to others', async () => {
    const files = {
      'package.json': manifest({}),
      'a.test.js': "import { test } from 'vitest'",
      'b.test.ts': NODE_TEST,
      'node_modules/left/test.js': NODE_TEST,
    }

    expect(await detect(files)).toEqual({ project: ['npm'], commands: {} })
  })

  it('that nobody can read is a project that suggests nothing', async () => {
    const broken = ['{', '[]', 'null', manifest({ scripts: ['test'] }), manifest({ scripts: { test: 1, lint: ' ' } })]

    for (const text of broken) {
      expect(await detect({ 'package.json': text })).toEqual({ project: ['npm'], commands: {} })
    }
  })
})

describe('a python project', () => {
  it.each<[string, Files]>([
    ['pytest.ini', { 'pytest.ini': '' }],
    ['pyproject.toml', { 'pyproject.toml': '[project]\nname = "x"\n\n[tool.pytest.ini_options]\n' }],
    ['setup.cfg', { 'setup.cfg': '[metadata]\n[tool:pytest]\n' }],
    ['tox.ini', { 'tox.ini': '[pytest]\n' }],
    ['a test beside the code', { 'setup.py': '', 'test_schedule.py': '' }],
    ['a test called otherwise', { 'setup.py': '', 'schedule/jobs_test.py': '' }],
    ['its test files', { 'tests/unit/test_sum.py': '' }],
  ])('is tested by pytest as %s shows', async (_, files) => {
    expect(await detect(files)).toEqual({ project: ['pytest'], commands: { test: 'python3 -m pytest -q' } })
  })

  it('is linted and typed by the tools that it configures', async () => {
    const text = '[tool.ruff.lint]\nselect = ["E"]\n[tool.mypy]\nstrict = true\n'

    expect(await detect({ 'pyproject.toml': text })).toEqual({
      project: ['ruff', 'mypy'],
      commands: { lint: 'ruff check .', typecheck: 'mypy .' },
    })
  })

  it('without any of them is a project that suggests nothing', async () => {
    expect(await detect({ 'pyproject.toml': '# [tool.pytest]\n' })).toEqual({ project: ['python'], commands: {} })
  })
})

describe('other projects', () => {
  it('make suggests the targets that its file has', async () => {
    const text = '.PHONY: lint\nbuild := out\nCC ::= gcc\n\ntest check: all\n\t@run lint: no\nbuild:: all\n# lint: no\n'

    expect(await detect({ Makefile: text })).toEqual({
      project: ['make'],
      commands: { test: 'make test', build: 'make build' },
    })
  })

  it('cmake builds, and builds before it tests', async () => {
    expect(await detect({ 'CMakeLists.txt': 'project(x)\nEnable_Testing()\n' })).toEqual({
      project: ['cmake'],
      commands: {
        test: 'cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure',
        build: 'cmake -S . -B build && cmake --build build',
      },
    })
    expect(await detect({ 'CMakeLists.txt': 'project(x)\n# enable_testing()\n' })).toEqual({
      project: ['cmake'],
      commands: { build: 'cmake -S . -B build && cmake --build build' },
    })
  })

  it('cargo and go bring their own commands', async () => {
    expect(await detect({ 'Cargo.toml': '' })).toEqual({
      project: ['cargo'],
      commands: { test: 'cargo test', build: 'cargo build' },
    })
    expect(await detect({ 'go.mod': '' })).toEqual({
      project: ['go'],
      commands: { test: 'go test ./...', lint: 'go vet ./...', build: 'go build ./...' },
    })
  })

  it('several in one tree are all named, and the first one wins command by command', async () => {
    const files = {
      'go.mod': '',
      Makefile: 'test:\nlint:\n',
      'package.json': manifest({ scripts: { test: 'x' } }),
      'ruff.toml': '',
    }

    expect(await detect(files)).toEqual({
      project: ['npm', 'ruff', 'make', 'go'],
      commands: { test: 'npm test', lint: 'ruff check .', build: 'go build ./...' },
    })
  })

  it('nothing suggests nothing', async () => {
    expect(await detect({ 'README.md': 'test:\n' })).toEqual({ project: [], commands: {} })
  })
})

describe('a tree is greenfield', () => {
  it('when nobody began a project in it', () => {
    expect(isGreenfield(['.gitignore', 'LICENSE', 'README.md', 'docs/test-plan.md', 'PLAN.md'])).toBe(true)
    expect(isGreenfield([])).toBe(true)
  })

  it.each([
    'package.json',
    'apps/web/package.json',
    'run.sh',
    'src/main.c',
    'test/all.t',
    'tests/test_a.py',
    'a.test.js',
    'go.mod',
    'yarn.lock',
    'Makefile',
  ])('never when it holds %s', path => {
    expect(isGreenfield(['README.md', path])).toBe(false)
  })
})
