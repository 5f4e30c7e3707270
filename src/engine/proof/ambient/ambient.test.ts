import { describe, expect, it } from 'vitest'
import { task } from '../../../../test/rig/core/plan.ts'
import { evidence, Proving } from '../../../../test/rig/proof/proving.ts'
import { FINDING, LIBRARY } from '../../../../test/rig/proof/toy-suite.ts'
import { readsOfCompiled } from './compiled.ts'
import { readsOfScript } from './javascript.ts'
import { readsOfPython } from './python.ts'

const inScript = async (text: string, path = 'a.ts') =>
  (await readsOfScript(text, path))!.map(({ source, name }) => `${source}: ${name}`)

describe('reads of a script', () => {
  it.each([
    ['if (process.env.CI) quit()', ['environment: process.env.CI', 'globals: quit']],
    ['const { env } = process', ['process: process']],
    ["import { env } from 'node:process'", ['environment: process.env']],
    ["import p from 'process'; p.argv.slice(2)", ['arguments: process.argv.slice']],
    ['const now = Date.now(), then = new Date(0), t = new Date()', ['clock: Date.now', 'clock: new Date()']],
    ['export const id = () => Math.random() + Math.max(1, 2)', ['chance: Math.random']],
    ['const { stack } = new Error()', ['stack: { stack }']],
    ["new Error().stack.includes('x')", ['stack: .stack']],
    ["const r = 'de' + 'scribe'; (globalThis as any)[r]", ['globals: globalThis']],
    ["if (typeof it === 'function') throw 1", ['globals: it']],
    ["const m = await import('fs'); m.x", ['files: fs']],
    ["const name = 'f' + 's'; require(name)", ['code: require(…)']],
    ['import.meta.env.MODE + import.meta.url', ['environment: import.meta.env', 'source: import.meta.url']],
    ['process.stdout.isTTY', ['terminal: process.stdout.isTTY']],
    ['eval("1")', ['code: eval']],
  ])('are found in %s', async (text, found) => {
    expect((await inScript(text)).toSorted()).toEqual(found.toSorted())
  })

  it.each([
    'export const f = (process: { env: string }) => process.env',
    'function f(it) { const { stack } = { stack: 1 }; return it }'.replace('{ stack }', '{ stacked }'),
    'module.exports = { add: (a, b) => a + b }',
    "process.stdout.write('done'); process.exitCode = 1",
    'class A { #x = 1; y = this.#x; env() { return [this.y] } }',
    'outer: for (const one of [1]) { if (one) break outer }',
    'export type T = Foo<Bar>; enum E { a, b } const x = { E } satisfies object',
    "import type { readFile } from 'node:fs'; try { f() } catch (error) { g(error) } function f() {} function g(e) { return e }",
  ])('are not invented in %s', async text => {
    expect(await inScript(text, text.includes('module.exports') ? 'a.cjs' : 'a.ts')).toEqual([])
  })

  it('leave out tags and attributes of elements', async () => {
    expect(await inScript('const A = () => <div className="a"><A b={1} /></div>', 'a.tsx')).toEqual([])
  })
})

describe('reads of Python', () => {
  const inPython = async (text: string) => (await readsOfPython(text))!.map(({ source, name }) => `${source}: ${name}`)

  it.each([
    ['import os\nif os.environ.get("CI"): pass\n', ['environment: os.environ.get']],
    ['import os as o\nx = o.getenv("A")\n', ['environment: os.getenv']],
    [
      'from sys import argv as words, modules\nprint(words, modules)\n',
      ['arguments: sys.argv', 'process: sys.modules'],
    ],
    ['import datetime\nnow = datetime.datetime.now()\n', ['clock: datetime.datetime.now']],
    ['import inspect\ndef f():\n    return inspect.stack()[1]\n', ['stack: inspect.stack']],
    ['x = open(__file__).read()\n', ['files: open', 'source: __file__']],
  ])('are found in %j', async (text, found) => {
    expect((await inPython(text)).toSorted()).toEqual(found.toSorted())
  })

  it.each([
    'import os\npath = os.path.join("a", "b")\n',
    'from .time import now\nnow()\n',
    'x.open()\n',
    'import sys\nsys.exit(1)\n',
  ])('are not invented in %j', async text => {
    expect(await inPython(text)).toEqual([])
  })
})

it.each([
  ['a.go', 'func f() string { return os.Getenv("CI") }', 'environment: os.Getenv'],
  ['a.go', 'func f() { pc, _, _, _ := runtime.Caller(1) }', 'stack: runtime.Caller'],
  ['a.rs', 'fn f() { std::env::var("CI"); }', 'environment: env.var'],
  ['a.c', 'int f(void) { return getenv("CI") != 0; }', 'environment: getenv'],
])('reads of compiled languages are found in %s: %s', async (path, text, found) => {
  expect((await readsOfCompiled(text, path))?.map(({ source, name }) => `${source}: ${name}`)).toEqual([found])
})

describe('a change with an ambient read', () => {
  const proven = (changes: Record<string, string>, title = 'Add find') =>
    new Proving(LIBRARY).prove(task('1', { title }), { ...FINDING, ...changes })

  it('has a note with its place, and is not refused', async () => {
    const receipt = await proven({ 'src/more.js': "export const quiet = process.env['QUIET']\n" })
    expect(receipt.gates.find(({ gate }) => gate === 'ambient')).toMatchObject({
      verdict: 'noted',
      blocking: false,
      places: ['src/more.js:1'],
    })
    expect(evidence(receipt, 'ambient')).toContain('src/more.js:1 reads the environment: process.env.QUIET')
  })

  it('has none if the task speaks of it, if the base reads it already, or if only tests read it', async () => {
    const text = 'export const quiet = process.env.QUIET\n'
    const noted = async (receipt: Awaited<ReturnType<typeof proven>>) => evidence(receipt, 'ambient')
    expect(await noted(await proven({ 'src/more.js': text }, 'Add find, unless QUIET is set'))).toBeNull()
    expect(await noted(await proven({ 'tests/more.test.js': text }))).toBeNull()
    const base = { ...LIBRARY, 'src/more.js': text }
    const changed = await new Proving(base).prove(task('1'), {
      ...FINDING,
      'src/more.js': `${text}export const a = 1\n`,
    })
    expect(await noted(changed)).toBeNull()
  })

  it('has a note about a file of the tests that the program loads', async () => {
    const receipt = await proven({
      'src/more.js': "import '../tests/quiet.js'\n",
      'tests/quiet.js': 'export const quiet = process.env.QUIET\n',
    })
    expect(evidence(receipt, 'ambient')).toContain('tests/quiet.js:1 reads the environment')
  })
})
