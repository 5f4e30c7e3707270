import { fileURLToPath } from 'node:url'
import type { RunnerKit } from './runner-kit.ts'
import { linksOf, NOT_BROUGHT } from './runner-packages.ts'

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const SUM = { 'src/sum.js': 'exports.sum = (a, b) => a + b\n' }
/** A project with this test script. */
export const script = (test: string) => ({ 'package.json': JSON.stringify({ scripts: { test } }), ...SUM })
/** A file that cannot be loaded. */
export const LOADS_NOTHING = "require('./nothing.js')\n"

export const vitest: RunnerKit = {
  name: 'vitest',
  missing: null,
  command: 'npm test',
  links: { 'node_modules/vitest': `${packages}vitest`, 'node_modules/.bin/vitest': `${packages}vitest/vitest.mjs` },
  files: {
    'package.json': '{"type":"module","scripts":{"test":"vitest"}}',
    'src/sum.js': 'export const sum = (a, b) => a + b\n',
    'test/sum.test.js': `import { expect, test } from 'vitest'
import { sum } from '../src/sum.js'
test('adds', () => expect(sum(1, 2)).toBe(3))
test('fails', () => expect(sum(1, 2)).toBe(4))
test.skip('skipped', () => {})
`,
  },
  says: [
    'passed: test/sum.test.js > adds',
    'failed: test/sum.test.js > fails (AssertionError: expected 3 to be 4 // Object.is equality, test/sum.test.js:4)',
    'skipped: test/sum.test.js > skipped',
  ],
  message: ['AssertionError: expected 3 to be 4 // Object.is equality', '- Expected', '+ Received', '- 4', '+ 3'],
  broken: {
    files: { 'test/broken.test.js': "import './nothing.js'\n" },
    says: ["broken: test/broken.test.js (Cannot find module './nothing.js' imported from test/broken.test.js)"],
  },
  empty: { files: { 'package.json': '{"type":"module","scripts":{"test":"vitest"}}' }, says: [] },
  control: {
    beside: 'test/sum.test.js',
    subject: 'src/sum.js',
    says: 'failed: test/control.test.js > control (this control must fail, test/control.test.js)',
  },
  alone: 'test/sum.test.js',
}

export const jest: RunnerKit = {
  name: 'jest',
  missing: linksOf('jest') ? null : NOT_BROUGHT,
  command: 'npm test',
  links: linksOf('jest') ?? {},
  files: {
    ...script('jest'),
    'test/sum.test.js': `const { sum } = require('../src/sum.js')
test('adds', () => { expect(sum(1, 2)).toBe(3) })
test('fails', () => { expect(sum(1, 2)).toBe(4) })
test.skip('skipped', () => {})
`,
  },
  says: [
    'passed: test/sum.test.js > adds',
    'failed: test/sum.test.js > fails (Error: expect(received).toBe(expected) // Object.is equality, test/sum.test.js:3)',
    'skipped: test/sum.test.js > skipped',
  ],
  message: ['Error: expect(received).toBe(expected) // Object.is equality', 'Expected: 4', 'Received: 3'],
  broken: {
    files: { 'test/broken.test.js': LOADS_NOTHING },
    says: ["broken: test/broken.test.js (Cannot find module './nothing.js' from 'test/broken.test.js')"],
  },
  empty: { files: script('jest'), says: null },
  control: {
    beside: 'test/sum.test.js',
    subject: 'src/sum.js',
    says: 'failed: test/control.test.js > control (Error: this control must fail, test/control.test.js)',
  },
  alone: 'test/sum.test.js',
}

export const mocha: RunnerKit = {
  name: 'mocha',
  missing: linksOf('mocha') ? null : NOT_BROUGHT,
  command: 'npm test',
  links: linksOf('mocha') ?? {},
  files: {
    ...script('mocha'),
    'test/sum.js': `const assert = require('node:assert')
const { sum } = require('../src/sum.js')
it('adds', () => { assert.equal(sum(1, 2), 3) })
it('fails', () => { assert.equal(sum(1, 2), 4) })
it.skip('skipped', () => {})
`,
  },
  says: [
    'passed: test/sum.js > adds',
    'failed: test/sum.js > fails (AssertionError: 3 == 4, test/sum.js:4)',
    'skipped: test/sum.js > skipped',
  ],
  message: ['AssertionError: 3 == 4'],
  broken: {
    files: { 'test/broken.js': LOADS_NOTHING },
    says: ["broken: test/broken.js (Exception during run: Error: Cannot find module './nothing.js')"],
  },
  empty: { files: { ...script('mocha'), 'test/empty.js': '' }, says: [] },
  control: {
    beside: 'test/sum.js',
    subject: 'src/sum.js',
    says: 'failed: test/control.js > control (this control must fail, test/control.js)',
  },
  alone: 'test/sum.js',
}

export const nodeTest: RunnerKit = {
  name: 'node:test',
  missing: null,
  command: 'npm test',
  files: {
    ...script('node --test test/*.test.js'),
    'test/sum.test.js': `const { test } = require('node:test')
const assert = require('node:assert')
const { sum } = require('../src/sum.js')
test('adds', () => assert.equal(sum(1, 2), 3))
test('fails', () => assert.strictEqual(sum(1, 2), 4))
test('skipped', { skip: true }, () => {})
`,
  },
  says: [
    'passed: test/sum.test.js > adds',
    'failed: test/sum.test.js > fails (AssertionError: Expected values to be strictly equal:, test/sum.test.js:5)',
    'skipped: test/sum.test.js > skipped',
  ],
  message: ['AssertionError: Expected values to be strictly equal:', '3 !== 4'],
  broken: {
    files: { 'test/broken.test.js': LOADS_NOTHING },
    says: ["broken: test/broken.test.js (Error: Cannot find module './nothing.js')"],
  },
  empty: { files: { ...script('node --test test/*.test.js'), 'test/empty.test.js': '' }, says: [] },
  control: {
    beside: 'test/sum.test.js',
    subject: 'src/sum.js',
    says: 'failed: test/control.test.js > control (this control must fail, test/control.test.js)',
  },
  alone: 'test/sum.test.js',
}

export const tape: RunnerKit = {
  name: 'tape',
  missing: linksOf('tape') ? null : NOT_BROUGHT,
  command: 'npm test',
  links: linksOf('tape') ?? {},
  files: {
    ...script('tape test/*.js'),
    'test/sum.js': `const test = require('tape')
const { sum } = require('../src/sum.js')
test('adds', t => { t.equal(sum(1, 2), 3); t.equal(sum(0, 0), 0); t.end() })
test('fails', t => {
  t.equal(sum(1, 2), 4)
  t.end()
})
test('skipped', { skip: true }, t => { t.end() })
`,
  },
  says: ['passed: adds', 'failed: fails (should be strictly equal, test/sum.js:5)', 'skipped: skipped'],
  message: ['should be strictly equal', 'expected: 4', 'actual: 3'],
  // tape runs everything in one process: the other tests are then unknown.
  broken: {
    files: { 'test/broken.js': LOADS_NOTHING },
    says: ["broken: test/broken.js (Error: Cannot find module './nothing.js')"],
  },
  empty: { files: { ...script('tape test/*.js'), 'test/empty.js': '' }, says: [] },
  control: {
    beside: 'test/sum.js',
    subject: 'src/sum.js',
    says: 'failed: control (this control must fail, test/control.js)',
  },
  alone: null,
}

export const tap: RunnerKit = {
  ...tape,
  name: 'tap',
  missing: linksOf('tap') ? null : NOT_BROUGHT,
  links: linksOf('tap') ?? {},
  files: {
    ...script('tap'),
    'test/sum.js': tape.files['test/sum.js']!.replace(
      "const test = require('tape')",
      "const { test } = require('tap')",
    ),
  },
  says: [
    'passed: test/sum.js > adds',
    'failed: test/sum.js > fails (should be equal, test/sum.js:5)',
    'skipped: test/sum.js > skipped',
  ],
  message: ['should be equal', '--- expected', '+++ actual', '@@ -1,1 +1,1 @@', '-4', '+3'],
  empty: { files: { ...script('tap'), 'test/empty.js': '' }, says: [] },
  control: {
    beside: 'test/sum.js',
    subject: 'src/sum.js',
    says: 'failed: test/control.js > control (this control must fail, test/control.js)',
  },
  alone: 'test/sum.js',
}
