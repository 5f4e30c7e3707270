import { describe, expect, it } from 'vitest'
import { treeOf } from '../../../test/rig/proof/runners.ts'
import { createRunners } from './runners.ts'

const scripts = (test: string, more: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({ scripts: { test, ...more } })

/** The command that would start the suite, without the options that are always added; null if unrecognised. */
async function start(command: string, manifest = '{}', how: { files: readonly string[] | null } = { files: null }) {
  const tree = treeOf({ 'package.json': manifest, 'go.mod': 'module example.org/demo\n', 'Cargo.toml': '[package]\n' })
  const runner = await createRunners().recognise(command, tree)
  const added =
    / --(?:reporters?|passWithNoTests|coverage\.enabled|coverage|allowOnly|retry|bail|retries|test-reporter|test-reporter-destination|color)=\S+| --(?:ci|forbid-only|no-bail)\b| -p (?:pm_agent_reporter|no:\w+)| --continue-on-collection-errors|PYTHON\w+=\S+ |export PATH=\S+ && /g
  return runner ? `${runner.name}: ${runner.launch(how).command.replace(added, '')}` : null
}

describe('a test command that is recognised', () => {
  it.each([
    ['npx vitest run', 'vitest: node_modules/.bin/vitest run'],
    ['vitest', 'vitest: node_modules/.bin/vitest run'],
    ['vitest --watch src --project unit --reporter dot', 'vitest: node_modules/.bin/vitest run src --project unit'],
    ['vitest run --coverage.provider v8 --odd value', 'vitest: node_modules/.bin/vitest run --odd value'],
    ['node ./node_modules/vitest/vitest.mjs run', 'vitest: node ./node_modules/vitest/vitest.mjs run'],
    ['yarn jest src', 'jest: node_modules/.bin/jest src'],
    ['pnpm vitest run', 'vitest: node_modules/.bin/vitest run'],
    ['pnpm exec jest --watchAll --bail', 'jest: node_modules/.bin/jest'],
    [
      'node --experimental-vm-modules node_modules/jest/bin/jest.js -t "a b"',
      'jest: node --experimental-vm-modules node_modules/jest/bin/jest.js -t "a b"',
    ],
    ["mocha -r ts-node/register 'test/**/*.ts'", "mocha: node_modules/.bin/mocha -r ts-node/register 'test/**/*.ts'"],
    ['node --test test/', 'node:test: node --test test/'],
    ['node --import tsx --test --watch test/*.ts', 'node:test: node --import tsx --test test/*.ts'],
    ['c8 --reporter=lcov node --test', 'node:test: node --test'],
    ['pytest -x -k "not slow" tests', 'pytest: pytest -k "not slow" tests'],
    ['python -m pytest -q', 'pytest: python {tools}/start.py'],
    ['/opt/python-3.11/bin/python3 -m pytest', 'pytest: /opt/python-3.11/bin/python3 {tools}/start.py'],
    ['coverage run -m pytest tests', 'pytest: python {tools}/start.py tests'],
    [
      'ctest --test-dir build -j 4',
      'ctest: ctest --test-dir build -j 4 --output-junit {tools}/report --no-tests=error',
    ],
    ['cargo test --workspace -- --nocapture', 'cargo test: cargo test --no-fail-fast --workspace 2>&1'],
    [
      'go test -v -race ./...',
      "go test: { grep -rn --include='*_test.go' '^func [A-Z]' . || true; } && go test -json -count=1 -race ./... 2>&1",
    ],
    ['npx tape test/*.js', 'tape: pwd >{tools}/report && node_modules/.bin/tape test/*.js 2>>{tools}/report'],
    [
      'tap -R terse',
      'tap: pwd >{tools}/report && node_modules/.bin/tap --reporter=tap --disable-coverage 2>>{tools}/report',
    ],
    ['phpunit --log-junit {junit}', "JUnit XML: pwd && sh -c 'phpunit --log-junit {tools}/report'"],
    ['pytest --junitxml={junit}', 'pytest: pytest'],
  ])('%s', async (command, started) => {
    expect((await start(command))?.replace(' --reporter=tap', '')).toBe(started.replace(' --reporter=tap', ''))
  })
})

it('gets the options of its version: tap before version 18', async () => {
  const manifest = JSON.stringify({ devDependencies: { tap: '^16.3.0' } })
  expect(await start('tap --no-coverage', manifest)).toBe(
    'tap: pwd >{tools}/report && node_modules/.bin/tap --no-coverage 2>>{tools}/report',
  )
})

describe('a script of the manifest', () => {
  it.each([
    ['npm test', 'vitest run'],
    ['npm run test', 'npx vitest'],
    ['npm t', 'cross-env NODE_ENV=test vitest'],
    ['pnpm test', 'vitest --coverage'],
    ['pnpm run test', 'nyc vitest'],
    ['yarn test', './node_modules/.bin/vitest run'],
    ['yarn run test', 'npm run unit'],
  ])('is followed from %s to %s', async (command, test) => {
    const started = await start(command, scripts(test, { unit: 'vitest run' }))
    expect(started?.replace('NODE_ENV=test ', '')).toBe('vitest: node_modules/.bin/vitest run')
  })

  it('keeps what comes before, its variables and what is passed on', async () => {
    const manifest = scripts('tsc -p . && TZ=UTC mocha', { pretest: 'node make.js; echo "made"' })
    expect(await start('npm test -- --grep one', manifest)).toBe(
      `mocha: sh -c 'node make.js; echo "made"' && tsc -p . && TZ=UTC node_modules/.bin/mocha --grep one`,
    )
  })

  it('is narrowed to the requested files', async () => {
    expect(await start('npm test', scripts('mocha test/*.js'), { files: ['test/a b.js'] })).toBe(
      "mocha: node_modules/.bin/mocha 'test/a b.js'",
    )
    expect(await start('npm test', scripts('vitest src'), { files: ['a.test.ts'] })).toBe(
      'vitest: node_modules/.bin/vitest run "$PWD"/a.test.ts',
    )
  })
})

describe('nothing is recognised in', () => {
  it.each([
    ['make test', '{}'],
    ['bun test', '{}'],
    ['vitest run || true', '{}'],
    ['vitest run; true', '{}'],
    ['vitest run | tee log', '{}'],
    ['vitest run && eslint .', '{}'],
    ['cd packages/a && vitest run', '{}'],
    ['vitest run > log', '{}'],
    ['vitest run $ARGS', '{}'],
    ['vitest bench', '{}'],
    ['node scripts/test.js', '{}'],
    ['./scripts/vitest run', '{}'],
    ['npm test', '{}'],
    ['yarn run vitest', '{}'],
    ['yarn yarn', '{}'],
    ['npm test', scripts('npm test')],
    ['npm test', scripts('echo passed')],
    ['npm test --workspace=a', scripts('vitest')],
    ['npm test', 'not JSON'],
    ["vitest run 'unclosed", '{}'],
    ['', '{}'],
  ])('%s (%s)', async (command, manifest) => {
    expect(await start(command, manifest)).toBe(null)
  })
})

it('every launch has its own secret', async () => {
  const runner = await createRunners().recognise('vitest', treeOf({}))
  expect(runner?.launch({ files: null }).tools.secret).toMatch(/^[\da-f]{64}$/)
  expect(runner?.launch({ files: null }).tools.secret).not.toBe(runner?.launch({ files: null }).tools.secret)
})

it.each([
  ['vitest', 'src/a.test.ts', 'src/a.ts'],
  ['jest', 'src/__tests__/a.js', 'src/a.js'],
  ['mocha', 'test/a.js', 'lib/a.js'],
  ['node --test', 'test/a.mjs', 'src/a.mjs'],
  ['pytest', 'tests/test_a.py', 'tests/conftest.py'],
  ['go test ./...', 'a/b_test.go', 'a/b.go'],
  ['cargo test', 'tests/a.rs', 'src/a.rs'],
])('%s looks for tests in %s and not in %s', async (command, test, other) => {
  const runner = await createRunners().recognise(command, treeOf({ 'go.mod': 'module a\n' }))
  expect([runner?.isTestFile(test), runner?.isTestFile(other)]).toEqual([true, false])
})

it.each([
  ['pytest -q test.py', '{}', ['test.py']],
  ['pytest "test.py::TestCart" -k slow', '{}', ['test.py']],
  ['pytest', '{}', []],
  ['mocha -r ./setup.js checks/*.js', '{}', ['checks/a.js', 'checks/b.js']],
  ['mocha checks', '{}', []],
  ['npm test', scripts('node test.js'), ['test.js']],
  ['node -r ./setup.js test.js src/a.js', '{}', ['test.js']],
  ['python3 -m unittest test.py', '{}', ['test.py']],
  ['node --test', '{}', ['test-odd.js', 'test.js']],
  ['vitest run src/cart.check.ts', '{}', ['src/cart.check.ts']],
  ['node setup.js && node test.js', '{}', ['test.js']],
  ['make test', '{}', ['test-odd.js', 'test.js', 'test.py']],
  ['npm test', scripts('xo && ava && tsd'), ['test-odd.js', 'test.js', 'test.py']],
])('%s (%s) runs %j as tests', async (command, manifest, expected) => {
  const files = [
    'checks/a.js',
    'checks/b.js',
    'setup.js',
    'src/a.js',
    'src/cart.check.ts',
    'test-odd.js',
    'test.js',
    'test.py',
  ]
  const tree = treeOf({ ...Object.fromEntries(files.map(path => [path, ''])), 'package.json': manifest })
  expect(await createRunners().testFiles(command, tree)).toEqual(expected)
})
