import { EventEmitter } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { linksOf, NOT_BROUGHT } from '../../../../test/contracts/runner-packages.ts'
import { driveReporter, REPORT_IN_JS, SuiteRig } from '../../../../test/rig/proof/runners.ts'

const COMMAND = 'npm test'
const FILES = {
  'package.json': '{"scripts":{"test":"mocha --reporter dot"}}',
  'src/sum.js': 'exports.sum = (a, b) => a + b\n',
  'test/sum.js': `const assert = require('node:assert')
const { sum } = require('../src/sum.js')
it('adds', () => { assert.equal(sum(1, 2), 3) })
it('fails', () => { assert.equal(sum(1, 2), 4) })
it('throws', () => { throw new TypeError('boom') })
it.skip('skipped', () => {})
it('put off')
it('twice', () => {})
it('twice', () => {})
describe('outer', () => { describe('inner', () => { it('nested', () => {}) }) })
for (const n of [1, 2]) it('case ' + n, () => {})
let tries = 0
it('again', function () { this.retries(2); if (tries++ < 1) throw new Error('first') })
`,
}
const SUM = [
  'passed: test/sum.js > adds',
  'failed: test/sum.js > fails (AssertionError: 3 == 4, test/sum.js:4)',
  'failed: test/sum.js > throws (TypeError: boom, test/sum.js:5)',
  'skipped: test/sum.js > skipped',
  'skipped: test/sum.js > put off',
  'passed: test/sum.js > twice',
  'passed: test/sum.js > twice #2',
  'passed: test/sum.js > case 1',
  'passed: test/sum.js > case 2',
  'failed: test/sum.js > again (passed only when repeated)',
  'passed: test/sum.js > outer > inner > nested',
]

it('the mocha reporter reads the data of mocha 12', async () => {
  const report = await driveReporter(
    COMMAND,
    FILES,
    'reporter.cjs',
    (Reporter: new (runner: EventEmitter) => unknown, root) => {
      const runner = new EventEmitter()
      new Reporter(runner)
      const test = (titles: readonly string[], retry = 0) => ({
        file: `${root}/test/sum.js`,
        titlePath: () => titles,
        currentRetry: () => retry,
      })
      runner.emit('pass', test(['adds']))
      runner.emit('pass', test(['again'], 1))
      runner.emit('pending', test(['skipped']))
      const error = {
        name: 'AssertionError',
        message: '3 == 4',
        stack: 'Error\n    at Context.<anonymous> (test/sum.js:4:16)',
      }
      runner.emit('fail', test(['outer', 'fails']), error)
      runner.emit('end')
    },
  )
  expect(report).toEqual([
    'passed: test/sum.js > adds',
    'failed: test/sum.js > again (passed only when repeated)',
    'skipped: test/sum.js > skipped',
    'failed: test/sum.js > outer > fails (AssertionError: 3 == 4, test/sum.js:4)',
  ])
})

const links = linksOf('mocha')

describe.skipIf(!links)(`mocha${links ? '' : ` (${NOT_BROUGHT})`}`, () => {
  const rig = new SuiteRig(links ?? {})
  afterAll(() => rig[Symbol.dispose]())

  it('reports every test, with the same ids when one file runs alone', async () => {
    expect(await rig.run(COMMAND, FILES)).toEqual(SUM)
    const other = { ...FILES, 'test/other.js': "it('elsewhere', () => {})\n" }
    expect(await rig.run(COMMAND, other, { files: ['test/sum.js'], shuffled: 7 })).toEqual(SUM)
  })

  it('runs one test without the others', async () => {
    const how = { files: ['test/sum.js'], alone: 'test/sum.js > outer > inner > nested' }
    expect(await rig.run(COMMAND, FILES, how)).toEqual(['passed: test/sum.js > outer > inner > nested'])
  })

  it.each([
    ['cannot be loaded', "require('./nothing.js')\n", "Error: Cannot find module './nothing.js'"],
    ['has .only', "it.only('two', () => {})\n", 'Error: `.only` forbidden by --forbid-only'],
  ])('says which file %s, which is all that is known then', async (_, text, words) => {
    const [line, ...others] = (await rig.run(COMMAND, { ...FILES, 'test/odd.js': text })) ?? []
    expect(line).toContain(`broken: test/odd.js (Exception during run: ${words}`)
    expect(others).toEqual([])
  })

  it('has no result when a test ends the process, even if the test wrote a report', async () => {
    const forges = `require('node:fs').writeFileSync(${REPORT_IN_JS}, '{}')`
    const run = (body: string) => rig.run(COMMAND, { ...FILES, 'test/sum.js': `it('a', () => { ${body} })\n` })
    expect(await run(forges)).toEqual(['passed: test/sum.js > a'])
    expect(await run(`${forges}; process.exit(0)`)).toBe(null)
  })

  it('has a control that fails', async () => {
    expect(await rig.control(COMMAND, FILES, 'test/sum.js', 'src/sum.js')).toEqual([
      'failed: test/control.js > control (this control must fail, test/control.js)',
    ])
  })
})
