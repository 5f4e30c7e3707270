import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { INSTRUMENTS, replayed } from '../../../../test/rig/proof/witnessing.ts'
import { compareTrace, solvedProblems, type TraceComparison } from './trace.ts'
import { callText, outcomeText } from './values-as-text.ts'

const witnessed = async (...given: Parameters<typeof replayed>): Promise<TraceComparison> => {
  const { trace, replays } = await replayed(...given)
  return compareTrace(trace, replays)
}

const sentences = ({ differs }: TraceComparison): readonly string[] =>
  differs.map(({ call, outside }) => `${callText(call.name, call.args, call.isNew)} ${outcomeText(outside)}`)

const MODULE = { 'package.json': '{"type":"module"}' }
const tested = (imports: string, body: string): string =>
  `import { test } from 'node:test'\nimport assert from 'node:assert/strict'\n${imports}\ntest('it', async () => {\n${body}\n})\n`

describe('a program that loads its tests', () => {
  const files = (data: string) => ({
    ...MODULE,
    'src/a.js': `import { readFileSync } from 'node:fs'\nreadFileSync('${data}')\nexport const a = () => 1`,
    [data]: '',
    'test/a.test.js': tested("import { a } from '../src/a.js'", 'assert.equal(a(), 1)'),
  })

  it('loads only beside them', async () => {
    const [outside, beside] = [
      await replayed('javascript', files('test/data.txt')),
      await replayed('javascript', files('src/data.txt')),
    ]
    expect(solvedProblems([outside.replays], [beside.replays])).toEqual([
      "ENOENT: no such file or directory, open 'test/data.txt'",
    ])
    expect(solvedProblems([beside.replays], [beside.replays])).toEqual([])
    expect(solvedProblems([outside.replays], [outside.replays])).toEqual([])
  })
})

describe('calls of a JavaScript test in a plain process', () => {
  it('belong to the object that they were made on, although objects of a class share their methods', async () => {
    const result = await witnessed('javascript', {
      ...MODULE,
      'src/list.js': `export class List {
        items = []
        add(text) { this.items.push(text) }
        last() { if (this.items.length === 0) throw new Error('empty'); return this.items.at(-1) }
      }`,
      'test/list.test.js': tested(
        "import { List } from '../src/list.js'",
        `const [one, two] = [new List(), new List()]
        one.add('a')
        two.add('b')
        assert.equal(two.last(), 'b')
        assert.equal(one.last(), 'a')`,
      ),
    })
    expect(sentences(result)).toEqual([])
    expect(result.same).toBe(6)
  })

  it('differ for a program that looks for its tests, whatever it looks at', async () => {
    const result = await witnessed('javascript', {
      ...MODULE,
      'src/ask.js': `import { existsSync } from 'node:fs'
        export const variable = () => process.env.NODE_TEST_CONTEXT !== undefined
        export const stack = () => new Error('x').stack.includes('node:internal/test_runner')
        export const files = () => existsSync('test')
        export const program = () => process.argv[1].includes('test')
        export const mode = () => process.env.NODE_ENV !== 'production'
        export const terminal = () => !process.stdin.isTTY
        export const nothing = () => true`,
      'test/ask.test.js': tested(
        "import * as ask from '../src/ask.js'",
        'for (const asks of Object.values(ask)) assert.equal(asks(), true)',
      ),
    })
    expect(sentences(result)).toEqual(
      ['files', 'mode', 'program', 'stack', 'terminal', 'variable'].map(name => `${name}() returns false`),
    )
    expect(result.same).toBe(1)
  })

  it('are the same for functions, classes, promises, errors and results of results', async () => {
    const result = await witnessed('javascript', {
      ...MODULE,
      'src/cart.js': `
        export class Cart { #items = []; add(item, count = 1) { this.#items.push([item, count]); return this } get size() { return this.#items.length }
          total(prices) { return this.#items.reduce((sum, [item, count]) => sum + prices.get(item) * count, 0) } }
        export const open = async name => ({ name, close() { return [name, 'closed'] } })
        export default function parse(text) { if (text === '') throw new RangeError('empty'); return { at: new Date(0), text } }
        export const version = '1'`,
      'test/cart.test.js': tested(
        "import parse, { Cart, open as openIt, version } from '../src/cart.js'\nimport * as all from '../src/cart.js'",
        `const cart = new Cart().add('a').add('b', 2)
        assert.equal(cart.size, 2)
        assert.equal(cart.total(new Map([['a', 1], ['b', 5]])), 11)
        assert.ok(cart instanceof Cart)
        assert.deepEqual((await openIt('x')).close(), ['x', 'closed'])
        assert.throws(() => parse(''), RangeError)
        assert.equal(all.default('y').text + version, 'y1')`,
      ),
    })
    expect(result).toEqual({ same: 8, differs: [], drifts: [], unrepeatable: 0, problem: null })
  })

  it('let the program go on where the test waited for it', async () => {
    const result = await witnessed('javascript', {
      ...MODULE,
      'src/open.js': `import { createServer } from 'node:http'
        let ready = false
        export const begin = () => { setTimeout(() => { ready = true }, 1) }
        export const isReady = () => ready
        export const open = () => createServer(() => {}).listen(0, '127.0.0.1')`,
      'test/open.test.js': tested(
        "import { once } from 'node:events'\nimport { begin, isReady, open } from '../src/open.js'",
        `begin()
        await new Promise(done => setTimeout(done, 5))
        assert.equal(isReady(), true)
        const server = open()
        await once(server, 'listening')
        assert.ok(server.address().port > 0)
        server.close()`,
      ),
    })
    expect(sentences(result)).toEqual([])
    expect(result.same).toBeGreaterThan(1)
  })

  it('say nothing of an object after a call of it that cannot be repeated', async () => {
    const result = await witnessed('javascript', {
      ...MODULE,
      'src/open.js': `import { createServer } from 'node:http'
        export const open = () => createServer(() => {})`,
      'test/open.test.js': tested(
        "import { open } from '../src/open.js'",
        `const server = open()
        await new Promise(done => server.listen(0, '127.0.0.1', done))
        assert.ok(server.address().port > 0)
        server.close()`,
      ),
    })
    expect(sentences(result)).toEqual([])
    expect(result.unrepeatable).toBe(3)
  })

  it('know variables and clocks that the test set, and say what cannot be repeated', async () => {
    const result = await witnessed('javascript', {
      ...MODULE,
      'src/a.js': `
        export const port = () => Number(process.env.PORT ?? 1)
        export const year = () => new Date().getFullYear()
        export const each = (list, work) => list.map(work)
        export const dice = () => Math.random()
        export const read = path => require(path)\nimport { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)`,
      'test/a.test.js': tested(
        "import { each, dice, port, read, year } from '../src/a.js'\nimport { writeFileSync, mkdtempSync } from 'node:fs'",
        `process.env.PORT = '80'
        assert.equal(port(), 80)
        const OwnDate = Date
        globalThis.Date = class extends OwnDate { constructor() { super(0) } static now() { return 0 } }
        assert.equal(year(), 1970)
        globalThis.Date = OwnDate
        assert.deepEqual(each([1], one => one + 1), [2])
        assert.ok(dice() < 1)
        const file = mkdtempSync('/tmp/data-') + '/x.json'
        writeFileSync(file, '{"a":1}')
        assert.equal(read(file).a, 1)
        (await import('node:fs')).rmSync(file)`.replace('\n        (await', '\n        ;(await'),
      ),
    })
    expect(result).toMatchObject({ same: 2, differs: [], unrepeatable: 3 })
  })

  it('at another time and place are compared separately', async () => {
    const result = await witnessed('javascript', {
      ...MODULE,
      'src/a.js': 'export const a = () => (Date.now() < 1_850_000_000_000 ? 1 : 2)\n',
      'test/a.test.js': tested("import { a } from '../src/a.js'", 'assert.equal(a(), 1)'),
    })
    expect([result.same, result.drifts.map(({ outside }) => outside)]).toEqual([1, ['{"v":2}']])
  })

  it('are recorded through require', async () => {
    const result = await witnessed('javascript', {
      'lib/a.js': 'module.exports = { a: n => (process.env.NODE_TEST_CONTEXT ? n : 0), b: n => n }\n',
      'test/a.test.js':
        "const test = require('node:test')\nconst { a, b } = require('../lib/a')\ntest('a', () => { if (a(2) + b(1) !== 3) throw new Error() })\n",
    })
    expect([sentences(result), result.same]).toEqual([['a(2) returns 0'], 1])
  })

  it('are not recorded in a test that replaces modules, or loads nothing of the program', async () => {
    const { recorded } = INSTRUMENTS[0]!
    const program = { list: ['src/a.js'], isTest: () => false }
    const names = { recorder: 'r1', log: '.log' }
    for (const text of [
      "import { a } from '../src/a.js'\nvi.mock('../src/a.js')\n",
      "import fs from 'node:fs'\nfs.x()\n",
      'import {',
    ])
      expect(await recorded({ path: 'test/a.test.js', text }, names, program)).toBeNull()
  })
})

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)(
  `calls of a Python test in a plain process${hasPython ? '' : ' (not run: python3 is not here)'}`,
  () => {
    const suite = (imports: string, body: string): string =>
      `import unittest\n${imports}\n\nclass T(unittest.TestCase):\n    def test_it(self):\n${body.replace(/^/gm, '        ')}\n`

    it('differ for a program that looks for its runner, and are the same for the rest', async () => {
      const result = await witnessed('python', {
        'shop/__init__.py': '',
        'shop/slug.py':
          'import sys\n\ndef slug(text):\n    return text.lower() if "unit" + "test" in sys.modules else text\n\ndef plain(a, *, b=1):\n    return (a, b)\n\nclass Cart:\n    def __init__(self, owner):\n        self.items = [owner]\n    def add(self, item):\n        self.items.append(item)\n        return self\n    def total(self):\n        return len(self.items)\n',
        'tests/__init__.py': '',
        'tests/test_slug.py': suite(
          'import shop.slug\nfrom shop.slug import Cart, plain, slug',
          'self.assertEqual(slug("A"), "a")\nself.assertEqual(plain({1: {2}}, b=None), ({1: {2}}, None))\nself.assertEqual(Cart("x").add(b"y").total(), 2)\nself.assertEqual(shop.slug.plain(1), (1, 1))\n',
        ),
      })
      expect(sentences(result)).toEqual(['slug("A") returns "A"'])
      expect([result.same, result.unrepeatable]).toEqual([5, 0])
    })

    it('find times of the program the same at another time, and only the time of day another one', async () => {
      const result = await witnessed('python', {
        'shop/__init__.py': '',
        'shop/at.py':
          'import datetime\nfrom datetime import datetime as short\n\nclass Own(datetime.datetime):\n    pass\n\ndef made():\n    return [datetime.datetime(2020, 1, 2), short.fromisoformat("2020-01-02"), Own(2020, 1, 2)]\n\ndef knows(text):\n    return isinstance(short.strptime(text, "%Y"), datetime.datetime) and isinstance(short(2020, 1, 1) - datetime.timedelta(1), short) and not isinstance(short(2020, 1, 1), Own)\n\ndef early():\n    return short.now().year < 2029\n',
        'tests/__init__.py': '',
        'tests/test_at.py': suite(
          'from shop.at import early, knows, made',
          'self.assertEqual(len(made()), 3)\nself.assertTrue(knows("2020"))\nself.assertTrue(early())\n',
        ),
      })
      expect([sentences(result), result.same]).toEqual([[], 3])
      expect(result.drifts.map(({ call, outside }) => [call.name, outside])).toEqual([['early', '{"v":false}']])
    })
  },
)
