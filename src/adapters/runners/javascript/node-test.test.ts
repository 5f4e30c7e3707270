import { afterAll, describe, expect, it } from 'vitest'
import { driveReporter, REPORT_IN_JS, SuiteRig } from '../../../../test/rig/proof/runners.ts'

const rig = new SuiteRig()
afterAll(() => rig[Symbol.dispose]())

const COMMAND = 'npm test'
const FILES = {
  'package.json': '{"scripts":{"pretest":"node -e \\"process.exit(0)\\"","test":"node --test test/*.test.js"}}',
  'src/sum.js': 'exports.sum = (a, b) => a + b\n',
  'test/sum.test.js': `const { test, describe, it } = require('node:test')
const assert = require('node:assert')
const { sum } = require('../src/sum.js')
test('adds', () => assert.equal(sum(1, 2), 3))
test('fails', () => assert.equal(sum(1, 2), 4))
test('throws', () => { throw new TypeError('boom') })
test('skipped', { skip: true }, () => {})
test('put off', { todo: true }, () => { throw new Error('not yet') })
test('twice', () => {})
test('twice', () => {})
describe('outer', () => { describe('inner', () => { it('nested', () => {}) }) })
test('parent', async t => { await t.test('child', () => {}) })
for (const n of [1, 2]) test('case ' + n, () => assert.ok(n))
`,
}
const SUM = [
  'passed: test/sum.test.js > adds',
  'failed: test/sum.test.js > fails (AssertionError: 3 == 4, test/sum.test.js:5)',
  'failed: test/sum.test.js > throws (TypeError: boom, test/sum.test.js:6)',
  'skipped: test/sum.test.js > skipped',
  'todo: test/sum.test.js > put off',
  'passed: test/sum.test.js > twice',
  'passed: test/sum.test.js > twice #2',
  'passed: test/sum.test.js > outer > inner > nested',
  'passed: test/sum.test.js > parent > child',
  'passed: test/sum.test.js > parent',
  'passed: test/sum.test.js > case 1',
  'passed: test/sum.test.js > case 2',
]

describe('node:test', () => {
  it('reports every test, and no entry for a file that only exited with 0', async () => {
    const files = {
      ...FILES,
      'test/broken.test.js': "require('./nothing.js')\n",
      'test/empty.test.js': '',
      'test/leaves.test.js': "require('node:test').test('leaves', () => process.exit(0))\n",
      'test/leaves-at-once.test.js': 'process.exit(0)\n',
    }
    expect(await rig.run(COMMAND, files)).toEqual([
      ...SUM,
      "broken: test/broken.test.js (Error: Cannot find module './nothing.js')",
    ])
  })

  it('attributes a test to the file that was run, whatever ended first', async () => {
    const shared = "exports.define = name => require('node:test').test(name, () => {})\n"
    const uses = "require('./shared.js').define('shared')\n"
    const files = {
      'package.json': FILES['package.json'],
      'test/shared.js': shared,
      'test/a.test.js': `const end = Date.now() + 300\nwhile (Date.now() < end);\n${uses}`,
      'test/b.test.js': '',
      'test/c.test.js': `${uses}require('node:test').test('fails', async t => { await t.test('inner', () => { throw new Error('no') }) })\n`,
      'test/d.test.js': `${uses}setImmediate(() => { process.exitCode = 1 })\n`,
      'test/e.test.js': "throw new Error('broken')\n",
      'test/f.test.js': `require('node:test').describe('group', () => {\n${uses}})\n${uses}`,
    }
    expect(await rig.run(COMMAND, files)).toEqual([
      'passed: test/a.test.js > shared',
      'passed: test/c.test.js > shared',
      expect.stringMatching(/^failed: test\/c\.test\.js > fails > inner \(/),
      expect.stringMatching(/^failed: test\/c\.test\.js > fails \(/),
      'passed: test/d.test.js > shared',
      'passed: test/f.test.js > group > shared',
      'passed: test/f.test.js > shared',
      expect.stringMatching(/^broken: test\/d\.test\.js/),
      'broken: test/e.test.js (Error: broken)',
    ])
  })

  // Before version 24, node does not name the file that was run. These are its events, in its order.
  it('attributes a test inside of a group to the file that was run, in old versions of node', async () => {
    type Source = AsyncIterable<{ readonly type: string; readonly data: object }>
    const drive = async (
      { default: report }: { default: (source: Source) => AsyncIterable<unknown> },
      root: string,
    ) => {
      const files = ['a', 'b', 'c'].map(name => `${root}/test/${name}.test.js`)
      const entry = (file: string) => ({ name: file, nesting: 0, file, line: 1, column: 1 })
      const ended = (data: object) => ['test:complete', 'test:pass'].map(type => ({ type, data }))
      const group = (file: string) => [
        ...ended({ name: 'inner', nesting: 1, testNumber: 1, file, line: 2, column: 3 }),
        ...ended({ name: 'group', nesting: 0, testNumber: 1, file, line: 1, column: 9, details: { type: 'suite' } }),
        ...ended({ name: 'after', nesting: 0, testNumber: 2, file, line: 3, column: 1 }),
      ]
      const source = async function* () {
        for (const file of files) yield { type: 'test:enqueue', data: entry(file) }
        for (const file of files) yield* [...group(file), { type: 'test:complete', data: entry(file) }]
      }
      for await (const _ of report(source())) throw new Error('it prints nothing')
    }
    expect(await driveReporter('node --test', {}, 'reporter.mjs', drive)).toEqual(
      ['a', 'b', 'c'].flatMap(name => [
        `passed: test/${name}.test.js > group > inner`,
        `passed: test/${name}.test.js > after`,
      ]),
    )
  })

  it('gives the same ids when one file runs alone in another time zone', async () => {
    expect(await rig.run(COMMAND, FILES, { files: ['test/sum.test.js'], shuffled: 7 })).toEqual(SUM)
  })

  it('runs one test without the others', async () => {
    const how = { files: ['test/sum.test.js'], alone: 'test/sum.test.js > adds' }
    expect((await rig.run(COMMAND, FILES, how))?.filter(line => /^(passed|failed)/.test(line))).toEqual([
      'passed: test/sum.test.js > adds',
    ])
  })

  it('reports the same whatever a test writes in place of the report', async () => {
    const forges = `require('node:test').test('forges', () => { require('node:fs').writeFileSync(${REPORT_IN_JS}, '{}') })\n`
    expect(await rig.run(COMMAND, { ...FILES, 'test/sum.test.js': forges })).toEqual([
      'passed: test/sum.test.js > forges',
    ])
  })

  it.each([
    ['CommonJS', 'commonjs', 'exports.sum = (a, b) => a + b\n'],
    ['modules', 'module', 'export const sum = (a, b) => a + b\n'],
  ])('has a control that fails among %s', async (_, type, source) => {
    const files = { 'package.json': `{"type":"${type}"}`, 'src/sum.js': source }
    expect(await rig.control('node --test', files, 'test/sum.test.js', 'src/sum.js')).toEqual([
      'failed: test/control.test.js > control (this control must fail, test/control.test.js)',
    ])
  })

  it('has a control that passes when the subject disables assertions', async () => {
    const files = { ...FILES, 'src/sum.js': "require('node:assert').equal = () => {}\n" }
    expect(await rig.control(COMMAND, files, 'test/sum.test.js', 'src/sum.js')).toEqual([
      'passed: test/control.test.js > control',
    ])
  })

  it('has a control without a result when the subject ends the process', async () => {
    const files = { ...FILES, 'src/sum.js': 'process.exit(0)\n' }
    expect(await rig.control(COMMAND, files, 'test/sum.test.js', 'src/sum.js')).toEqual([])
  })
})
