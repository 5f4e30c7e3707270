import { describe, expect, it } from 'vitest'
import { criterion, spokenCriterion } from '../../../../../test/rig/core/plan.ts'
import { reviewed, weight } from '../../../../../test/rig/proof/reading.ts'
import { alignmentOf } from './alignment.ts'

const NOTE = { summary: 'what', risks: [], rollback: 'run the down migration' }

describe('new behaviour', () => {
  const code = { 'src/a.js': 'export const a = 1\n' }
  it('without a test is shown', async () => {
    expect(await weight('tests-added', code)).toBe('warning')
  })
  it.each([
    ['with a test', { ...code, 'tests/a.test.js': 'expect(a).toBe(1)\n' }, {}],
    ['that a criterion shows', code, { criteria: [criterion('c1', 'node a.js')] }],
    ['where the contract wants none', code, { tests: { is: 'none', reason: 'generated' } }],
    ['that is none', code, { kind: 'refactor' }],
    ['that is none by its title', code, { title: 'Refactor `a`: pull the loop out into a function' }],
    ['that is a page', { 'README.md': 'hello\n' }, {}],
  ] as const)('%s is fine', async (_, changes, options) => {
    expect(await weight('tests-added', changes, options)).toBe('nothing')
  })
})

describe('pages about the project', () => {
  const base = { 'src/index.ts': 'export const a = 1\n', 'src/b.ts': 'process.env.SHOP_PORT\n' }
  it.each([
    ['warning', { 'src/index.ts': 'export const a = 1\nexport const b = 2\n' }],
    ['warning', { 'src/b.ts': 'process.env.SHOP_PORT\nprocess.env.SHOP_HOST\n' }],
    ['nothing', { 'src/index.ts': 'export const a = 1\nexport const b = 2\n', 'README.md': 'b is 2\n' }],
    ['nothing', { 'src/c.ts': 'export const c = 3\n' }],
    ['nothing', { 'src/b.ts': 'start(process.env.SHOP_PORT)\n' }],
  ])('%s: %j', async (expected, changes) => {
    expect(await weight('docs-updated', changes, { base })).toBe(expected)
  })
})

describe('the way back', () => {
  const migration = { 'db/migrations/007.sql': 'ALTER TABLE a ADD b INT;\n' }
  it.each([
    ['warning', migration, {}],
    ['question', migration, { tier: 'critical' }],
    ['warning', { 'infra/main.tf': 'resource "a" {}\n' }, {}],
    ['nothing', migration, { claimed: { reviewNote: NOTE } }],
    ['nothing', { ...migration, 'docs/upgrade.md': 'To roll back, drop the column.\n' }, {}],
    ['nothing', { 'migrations/7.js': 'exports.up = a\nexports.down = b\n' }, {}],
    ['nothing', { 'src/a.js': 'migrate()\n' }, {}],
  ] as const)('%s: %j %j', async (expected, changes, options) => {
    expect(await weight('way-back', changes, options)).toBe(expected)
  })
})

it('a critical change has a review note', async () => {
  const code = { 'src/a.js': 'a\n' }
  expect(await weight('review-note', code, { tier: 'critical' })).toBe('warning')
  expect(await weight('review-note', code, { tier: 'critical', claimed: { reviewNote: NOTE } })).toBe('nothing')
  expect(await weight('review-note', code)).toBe('nothing')
})

describe('criteria and the change', () => {
  const changes = {
    'src/retry.ts': 'export const other = 1\nexport function retryWebhook() {}\n',
    'src/b.ts': 'unrelated()\n',
    'test/retry.test.ts': "import '../src/b.ts'\nretryWebhook().then(node)\n",
  }
  it('are brought together by names and paths, on lines that say something, and in the program first', async () => {
    const criteria = [
      spokenCriterion('c1', '`retryWebhook` is called again after a failure'),
      spokenCriterion('c2', 'src/b.ts is small'),
      spokenCriterion('c3', 'Everything looks good'),
      spokenCriterion('c4', '`node -e "import(\'./src/b.ts\').then(retryWebhook)"` → 8'),
    ]
    expect(alignmentOf(await reviewed(changes, { criteria }))).toEqual([
      { criterion: 'c1', places: ['src/retry.ts:2', 'test/retry.test.ts:2'] },
      { criterion: 'c2', places: ['src/b.ts:1'] },
      { criterion: 'c3', places: [] },
      { criterion: 'c4', places: ['src/b.ts:1', 'src/retry.ts:2', 'test/retry.test.ts:2'] },
    ])
  })
  it.each([
    ['warning', 'The policy is in `src/policy.ts`'],
    ['nothing', 'The policy is in `src/retry.ts`'],
    ['nothing', 'There is no `src/policy.ts` any more'],
    ['nothing', 'It answers `GET /a/b` with `application/json`'],
  ])('%s: %s', async (expected, text) => {
    expect(await weight('plan-alignment', changes, { criteria: [spokenCriterion('c1', text)] })).toBe(expected)
  })
})
