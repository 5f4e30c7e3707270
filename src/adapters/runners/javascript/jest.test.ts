import { afterAll, describe, expect, it } from 'vitest'
import { linksOf, NOT_BROUGHT } from '../../../../test/contracts/runner-packages.ts'
import { driveReporter, REPORT_IN_JS, SuiteRig } from '../../../../test/rig/proof/runners.ts'

const COMMAND = 'npm test'
const FILES = {
  'package.json': '{"scripts":{"test":"jest --coverage --verbose"}}',
  'src/sum.js': 'exports.sum = (a, b) => a + b\n',
  'test/sum.test.js': `const { sum } = require('../src/sum.js')
test('adds', () => { expect(sum(1, 2)).toBe(3) })
test('fails', () => { expect(sum(1, 2)).toBe(4) })
test('throws', () => { throw new TypeError('boom') })
test.skip('skipped', () => {})
test.todo('put off')
test('twice', () => {})
test('twice', () => {})
describe('outer', () => { describe('inner', () => { test('nested', () => {}) }) })
test.each([1, 2])('case %i', () => {})
test.failing('known', () => { throw new Error('as ever') })
jest.retryTimes(2)
let tries = 0
test('again', () => { if (tries++ < 1) throw new Error('first') })
describe('bad hook', () => { beforeAll(() => { throw new Error('hook') }); test('under it', () => {}) })
`,
}
const SUM = [
  'passed: test/sum.test.js > adds',
  'failed: test/sum.test.js > fails (Error: expect(received).toBe(expected) // Object.is equality, test/sum.test.js:3)',
  'failed: test/sum.test.js > throws (TypeError: boom, test/sum.test.js:4)',
  'skipped: test/sum.test.js > skipped',
  'todo: test/sum.test.js > put off',
  'passed: test/sum.test.js > twice',
  'passed: test/sum.test.js > twice #2',
  'passed: test/sum.test.js > outer > inner > nested',
  'passed: test/sum.test.js > case 1',
  'passed: test/sum.test.js > case 2',
  'expected-failure: test/sum.test.js > known',
  'failed: test/sum.test.js > again (passed only when repeated)',
  'failed: test/sum.test.js > bad hook > under it (Error: hook, test/sum.test.js:15)',
]

interface JestReporter {
  onTestResult(test: unknown, result: unknown): void
  onRunComplete(contexts: unknown, results: unknown): void
}

it('the jest reporter reads the data of jest 30', async () => {
  const report = await driveReporter(COMMAND, FILES, 'reporter.cjs', (Reporter: new () => JestReporter, root) => {
    const one = { ancestorTitles: [], failureMessages: [], invocations: 1, retryReasons: [] }
    const bad = `TypeError: boom\n    at Object.<anonymous> (${root}/test/sum.test.js:4:30)\n    at x (${root}/node_modules/jest-circus/a.js:1:1)`
    const reporter = new Reporter()
    reporter.onTestResult(null, {
      testFilePath: `${root}/test/sum.test.js`,
      testResults: [
        { ...one, title: 'adds', status: 'passed' },
        { ...one, title: 'throws', status: 'failed', failureMessages: [bad] },
        { ...one, title: 'skipped', status: 'pending' },
        { ...one, title: 'put off', status: 'todo' },
        { ...one, title: 'known', status: 'passed', failing: true },
        { ...one, title: 'again', status: 'passed', invocations: 2, retryReasons: ['Error: first'] },
        { ...one, ancestorTitles: ['outer', 'inner'], title: 'nested', status: 'passed' },
      ],
    })
    reporter.onTestResult(null, {
      testFilePath: `${root}/test/broken.test.js`,
      testResults: [],
      testExecError: { message: 'Cannot find module' },
      failureMessage:
        "  ● Test suite failed to run\n\n    Cannot find module './nothing.js' from 'test/broken.test.js'\n",
    })
    reporter.onRunComplete(new Set(), {})
  })
  expect(report).toEqual([
    'passed: test/sum.test.js > adds',
    'failed: test/sum.test.js > throws (TypeError: boom, test/sum.test.js:4)',
    'skipped: test/sum.test.js > skipped',
    'todo: test/sum.test.js > put off',
    'expected-failure: test/sum.test.js > known',
    'failed: test/sum.test.js > again (passed only when repeated)',
    'passed: test/sum.test.js > outer > inner > nested',
    "broken: test/broken.test.js (Cannot find module './nothing.js' from 'test/broken.test.js')",
  ])
})

const links = linksOf('jest')

describe.skipIf(!links)(`jest${links ? '' : ` (${NOT_BROUGHT})`}`, () => {
  const rig = new SuiteRig(links ?? {})
  afterAll(() => rig[Symbol.dispose]())

  it('reports every test, and the files that could not be loaded', async () => {
    const files = {
      ...FILES,
      'test/broken.test.js': "require('./nothing.js')\n",
      'test/only.test.js': "test('one', () => {})\ntest.only('two', () => {})\n",
    }
    expect(await rig.run(COMMAND, files)).toEqual([
      'skipped: test/only.test.js > one',
      'passed: test/only.test.js > two',
      ...SUM,
      "broken: test/broken.test.js (Cannot find module './nothing.js' from 'test/broken.test.js')",
    ])
  })

  it('gives the same ids when one file runs alone', async () => {
    expect(await rig.run(COMMAND, FILES, { files: ['test/sum.test.js'] })).toEqual(SUM)
    const shuffled = (await rig.run(COMMAND, FILES, { files: ['test/sum.test.js'], shuffled: 7 })) ?? []
    expect([...shuffled].sort()).toEqual([...SUM].sort())
  })

  it('runs one test without the others', async () => {
    const how = { files: ['test/sum.test.js'], alone: 'test/sum.test.js > outer > inner > nested' }
    expect((await rig.run(COMMAND, FILES, how))?.filter(line => /^(passed|failed)/.test(line))).toEqual([
      'passed: test/sum.test.js > outer > inner > nested',
    ])
  })

  it('has no result when a test ends the process, even if the test wrote a report', async () => {
    const forges = `require('node:fs').writeFileSync(${REPORT_IN_JS}, '{}')`
    const only = { 'package.json': FILES['package.json'] }
    const run = (body: string) => rig.run(COMMAND, { ...only, 'a.test.js': `test('a', () => { ${body} })\n` })
    expect(await run(forges)).toEqual(['passed: a.test.js > a'])
    expect(await run(`${forges}; process.exit(0)`)).toBe(null)
  })

  it('has a control that fails', async () => {
    expect(await rig.control(COMMAND, FILES, 'test/sum.test.js', 'src/sum.js')).toEqual([
      'failed: test/control.test.js > control (Error: this control must fail, test/control.test.js)',
    ])
  })
})
