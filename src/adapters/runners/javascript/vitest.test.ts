import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { REPORT_IN_JS, SuiteRig } from '../../../../test/rig/proof/runners.ts'

const packages = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))
const rig = new SuiteRig({
  'node_modules/vitest': `${packages}vitest`,
  'node_modules/.bin/vitest': `${packages}vitest/vitest.mjs`,
})
afterAll(() => rig[Symbol.dispose]())

const COMMAND = 'npm test'
const FILES = {
  'package.json': '{"type":"module","scripts":{"test":"cross-env A=1 vitest --coverage --reporter verbose"}}',
  'src/sum.js': 'export const sum = (a, b) => a + b\n',
  'test/sum.test.js': `import { beforeAll, describe, expect, test } from 'vitest'
import { sum } from '../src/sum.js'
test('adds', () => { expect(sum(1, Number(process.env.A))).toBe(2) })
test('fails', () => { expect(sum(1, 2)).toBe(4) })
test('throws', () => { throw new TypeError('boom') })
test.skip('skipped', () => {})
test.todo('put off')
test('twice', () => {})
test('twice', () => {})
describe('outer', () => { describe('inner', () => { test('nested', () => {}) }) })
test.each([1, 2])('case %i', () => {})
test.fails('known', () => { throw new Error('as ever') })
let tries = 0
test('again', { retry: 2 }, () => { if (tries++ < 1) throw new Error('first') })
describe('bad hook', () => { beforeAll(() => { throw new Error('hook') }); test('under it', () => {}) })
`,
}
const SUM = [
  'passed: test/sum.test.js > adds',
  'failed: test/sum.test.js > fails (AssertionError: expected 3 to be 4 // Object.is equality, test/sum.test.js:4)',
  'failed: test/sum.test.js > throws (TypeError: boom, test/sum.test.js:5)',
  'skipped: test/sum.test.js > skipped',
  'todo: test/sum.test.js > put off',
  'passed: test/sum.test.js > twice',
  'passed: test/sum.test.js > twice #2',
  'passed: test/sum.test.js > outer > inner > nested',
  'passed: test/sum.test.js > case 1',
  'passed: test/sum.test.js > case 2',
  'expected-failure: test/sum.test.js > known',
  'failed: test/sum.test.js > again (passed only when repeated)',
  'failed: test/sum.test.js > bad hook > under it (hook, test/sum.test.js:15)',
]

describe('vitest', () => {
  it('reports every test, and the files that could not be loaded', async () => {
    const files = {
      ...FILES,
      'test/broken.test.js': "import './nothing.js'\n",
      'test/leaves.test.js': "import { test } from 'vitest'\ntest('leaves', () => process.exit(0))\n",
      'test/only.test.js': "import { test } from 'vitest'\ntest('one', () => {})\ntest.only('two', () => {})\n",
    }
    expect(await rig.run(COMMAND, files)).toEqual([
      'failed: test/leaves.test.js > leaves (process.exit unexpectedly called with "0" (test file: test/leaves.test.js), test/leaves.test.js:2)',
      'skipped: test/only.test.js > one',
      'failed: test/only.test.js > two ([Vitest] Unexpected .only modifier. Remove it or pass --allowOnly argument to bypass this error)',
      ...SUM,
      "broken: test/broken.test.js (Cannot find module './nothing.js' imported from test/broken.test.js)",
    ])
  })

  it('gives the same ids when one file runs alone', async () => {
    expect(await rig.run(COMMAND, FILES, { files: ['test/sum.test.js'] })).toEqual(SUM)
  })

  it('runs one test without the others', async () => {
    const how = { files: ['test/sum.test.js'], alone: 'test/sum.test.js > adds' }
    expect((await rig.run(COMMAND, FILES, how))?.filter(line => /^(passed|failed)/.test(line))).toEqual([
      'passed: test/sum.test.js > adds',
    ])
  })

  it('runs in another order, time zone and locale on request', async () => {
    const says = "expect([process.env.LC_ALL, new Date('2020-01-01').getTimezoneOffset()]).toEqual(['C', -840])"
    const test = `import { expect, test } from 'vitest'\ntest('elsewhere', () => { ${says} })\n`
    const files = { ...FILES, 'test/sum.test.js': test }
    expect(await rig.run(COMMAND, files, { files: null, shuffled: 7 })).toEqual([
      'passed: test/sum.test.js > elsewhere',
    ])
  })

  it('reports the same whatever a test writes in place of the report', async () => {
    const test = `import { createRequire } from 'node:module'
import { test } from 'vitest'
const require = createRequire(import.meta.url)
test('forges', () => { require('node:fs').writeFileSync(${REPORT_IN_JS}, '{}') })
`
    expect(await rig.run(COMMAND, { ...FILES, 'test/sum.test.js': test })).toEqual([
      'passed: test/sum.test.js > forges',
    ])
  })

  it('has no result when a process of the suite replaces the report later, or when the settings end vitest', async () => {
    const late = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const path = ${REPORT_IN_JS}
process.on('exit', () => require('node:fs').writeFileSync(path, '00\\n{"tests":[]}'))
export default {}
`
    expect(await rig.run(COMMAND, { ...FILES, 'vitest.config.js': late })).toBe(null)
    expect(await rig.run(COMMAND, { ...FILES, 'vitest.config.js': 'process.exit(0)\n' })).toBe(null)
  })

  it('has a control that fails', async () => {
    expect(await rig.control(COMMAND, FILES, 'test/sum.test.js', 'src/sum.js')).toEqual([
      'failed: test/control.test.js > control (this control must fail, test/control.test.js)',
    ])
  })
})
