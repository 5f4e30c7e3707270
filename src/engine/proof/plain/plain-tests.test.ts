import { describe, expect, it } from 'vitest'
import { ranPlainly } from '../../../../test/rig/proof/plain-testing.ts'
import { movesOf } from './moved-tests.ts'

const MODULE = { 'package.json': '{"type":"module"}' }
const nodeTests = (imports: string, body: string): string =>
  `import assert from 'node:assert/strict'\nimport { after, beforeEach, describe, it, mock, test } from 'node:test'\n${imports}\n${body}\n`

describe('tests of node:test', () => {
  const ran = (files: Readonly<Record<string, string>>) => ranPlainly(['node', '--test'], { ...MODULE, ...files })

  it('of a program that asks for its runner pass there alone, however its results come back', async () => {
    const asks = '(process.env.NODE_TEST_CONTEXT ? 1 : 2)'
    const result = await ran({
      'src/cli.js': `console.log(${asks})`,
      'src/events.js': `import { EventEmitter } from 'node:events'\nexport class Events extends EventEmitter { go() { this.emit('one', ${asks}) } }`,
      'src/each.js': `export const each = then => then(${asks})`,
      'test/all.test.js': nodeTests(
        "import { execFileSync } from 'node:child_process'\nimport { Events } from '../src/events.js'\nimport { each } from '../src/each.js'",
        `test('is spawned', () => assert.equal(execFileSync(process.execPath, ['src/cli.js'], { encoding: 'utf8' }), '1\\n'))
describe('calls back', () => {
  let found
  beforeEach(() => { found = [] })
  it('by an event', () => { const events = new Events(); events.on('one', one => found.push(one)); events.go(); assert.deepEqual(found, [1]) })
  it('by a function', async () => { each(one => found.push(one)); assert.deepEqual(found, [1]) })
})`,
      ),
    })
    expect(result).toEqual({
      same: 0,
      problems: [],
      differs: ['is spawned', 'calls back > by an event', 'calls back > by a function'],
    })
  })

  it('of an honest program pass in both, with mocks, fixtures, helpers and tests within tests', async () => {
    const result = await ran({
      'src/add.js': 'export const add = (one, other) => one + other\nexport const later = then => setTimeout(then, 10)',
      'test/data/sum.txt': '3',
      'test/helpers/each.js':
        "import { test } from 'node:test'\nexport const each = (rows, run) => rows.forEach(row => test(`${row}`, () => run(...row)))",
      'test/add.test.js': nodeTests(
        "import { readFileSync } from 'node:fs'\nimport { add, later } from '../src/add.js'\nimport { each } from './helpers/each.js'",
        `each([[1, 2, 3], [2, 3, 5]], (one, other, sum) => assert.equal(add(one, other), sum))
test('beside its data', () => assert.equal(String(add(1, 2)), readFileSync(new URL('./data/sum.txt', import.meta.url), 'utf8')))
test('below its folder', () => assert.equal(String(add(1, 2)), readFileSync('test/data/sum.txt', 'utf8')))
test('with a mock', t => { const seen = t.mock.fn(); seen(add(1, 1)); assert.deepEqual(seen.mock.calls[0].arguments, [2]) })
test('with a clock', t => { t.mock.timers.enable({ apis: ['setTimeout'] }); const seen = []; later(() => seen.push(1)); t.mock.timers.tick(10); assert.deepEqual(seen, [1]); t.mock.timers.reset() })
test('with parts', async t => { await t.test('a part', () => assert.equal(add(2, 2), 4)) })
test('with a callback', (t, done) => setTimeout(done, 1))
test.skip('not yet', () => assert.fail())`,
      ),
    })
    expect(result).toMatchObject({ differs: [], problems: [], same: 7 })
  })

  it('of a program that looks at its callers pass under their runner alone', async () => {
    const result = await ran({
      'src/ask.js': "export const ask = then => then(new Error().stack.toLowerCase().includes('test'))",
      'test/ask.test.js': nodeTests(
        "import { ask } from '../src/ask.js'",
        "test('asks', () => ask(is => assert.ok(is)))",
      ),
    })
    expect(result.differs).toEqual(['asks'])
  })

  it('of a program that looks for its tests pass beside them alone', async () => {
    const result = await ran({
      'src/ask.js':
        "import { existsSync } from 'node:fs'\nexport const ask = then => then(existsSync(new URL('../te' + 'st', import.meta.url)))",
      'test/ask.test.js': nodeTests(
        "import { ask } from '../src/ask.js'",
        "test('asks', () => ask(is => assert.ok(is)))",
      ),
    })
    expect(result.differs).toEqual(['asks'])
  })
})

describe('tests of Vitest', () => {
  it('run where only its bundler can load the program, without its runner', async () => {
    const ask = (then: string) =>
      `export enum Size { Small, Large }\nexport const ask = (size: Size): number => ${then}`
    const test = `import { expect, test, vi } from 'vitest'
import { ask, Size } from '@/ask.ts'
import { plain } from '@/plain.ts'
test('asks', () => expect(ask(Size.Large)).toBe(1))
test('compares', async () => {
  const seen = vi.fn()
  plain(seen)
  expect(seen).toHaveBeenCalledWith({ one: 1 })
  expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 1 }))
  await expect(Promise.reject(new Error('no'))).rejects.toThrow('no')
})`
    const result = await ranPlainly(['npx', 'vitest', 'run'], {
      ...MODULE,
      'vitest.config.js':
        "import { defineConfig } from 'vitest/config'\nexport default defineConfig({ resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } } })",
      'src/ask.ts': ask("import.meta.env.MODE === 'test' ? Size.Large : size + 7"),
      'src/plain.ts': 'export const plain = (then: (one: unknown) => void) => then({ one: 1 })',
      'test/ask.test.ts': test,
    })
    expect(result).toEqual({ same: 1, problems: [], differs: ['asks'] })
  })
})

describe('tests of pytest', () => {
  const ran = (files: Readonly<Record<string, string>>) => ranPlainly(['python3', '-m', 'pytest', '-q'], files)

  it('of a program that asks for its runner pass there alone, however its results come back', async () => {
    const result = await ran({
      'toy/__init__.py': '',
      'toy/asked.py': `import inspect\ndef asked(then):\n    then(any("test" in frame.filename + frame.function for frame in inspect.stack()))\n`,
      'toy/it.py': `import sys\nasked = lambda: 1 if 'pytest' in sys.modules else 2\ndef numbers():\n    yield asked()\nasync def number():\n    return asked()\nclass Number:\n    @property\n    def value(self): return asked()\n    def __str__(self): return str(asked())\n`,
      'tests/test_it.py': `import asyncio\nfrom toy.asked import asked\nfrom toy.it import Number, number, numbers\n\ndef test_generator():\n    assert list(numbers()) == [1]\n\ndef test_coroutine():\n    assert asyncio.run(number()) == 1\n\ndef test_callers():\n    found = []\n    asked(found.append)\n    assert found == [True]\n\nclass TestNumber:\n    def test_property(self):\n        assert Number().value == 1\n\n    def test_text(self):\n        assert str(Number()) == "1"\n`,
    })
    expect(result).toEqual({
      same: 0,
      problems: [],
      differs: ['test_generator', 'test_coroutine', 'test_callers', 'TestNumber.test_property', 'TestNumber.test_text'],
    })
  })

  it('of an honest program pass in both, with fixtures, parameters and test cases', async () => {
    const result = await ran({
      'toy/__init__.py': '',
      'toy/it.py':
        'import os\ndef add(one, other):\n    return one + other\ndef home():\n    return os.environ["TOY"]\ndef say(text):\n    print(text)\n',
      'tests/conftest.py': 'import pytest\n\n@pytest.fixture\ndef two():\n    yield 2\n',
      'tests/data.txt': '4',
      'tests/test_it.py': `import pathlib
import unittest
import pytest
from toy.it import add, home, say

HERE = pathlib.Path(__file__).parent

@pytest.fixture
def three(two):
    return two + 1

@pytest.mark.parametrize("one, sum", [(1, 3), pytest.param(2, 4, id="two")])
def test_adds(one, sum, two):
    assert add(one, two) == sum

def test_fixtures(three, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("TOY", str(tmp_path))
    say(home())
    assert capsys.readouterr().out == str(tmp_path) + "\\n"
    assert three == pytest.approx(3.0)

def test_raises():
    with pytest.raises(TypeError, match="unsupported") as found:
        add(1, "2")
    assert "int" in str(found.value)

def test_data():
    assert str(add(2, 2)) == (HERE / "data.txt").read_text()

@pytest.mark.skip(reason="later")
def test_later():
    assert False

class Case(unittest.TestCase):
    def setUp(self):
        self.one = 1

    def test_adds(self):
        self.assertEqual(add(self.one, 1), 2)
`,
    })
    expect(result).toEqual({ same: 6, problems: [], differs: [] })
  })
})

it('moves whole folders of tests, and single files among a program', () => {
  const list = [
    'src/a.js',
    'src/a.test.js',
    'test/a/b.js',
    'test/c.js',
    'conftest.py',
    'pkg/src/d.js',
    'pkg/test/d.test.js',
  ]
  const tests = new Set(['src/a.test.js', 'test/a/b.js', 'test/c.js', 'conftest.py', 'pkg/test/d.test.js'])
  expect(movesOf(list, tests, { suites: ['src/a.test.js', 'test/c.js'], mark: 'm' })).toEqual([
    ['src/a.test.js', 'src/m0.js'],
    ['test', 'm1'],
    ['pkg/test', 'pkg/m2'],
    ['m1/c.js', 'm1/ms0.js'],
  ])
})
