import { expect, test } from 'vitest'
import { planId } from './plan-id.ts'

test.each([
  ['what the front matter says comes first', { path: 'docs/plans/a.md', given: 'My Plan', title: 'T' }, 'my-plan'],
  [
    'a PLAN.md is called like its folder',
    { path: '.dev/specs/webhook-retries/PLAN.md', given: null, title: 'T' },
    'webhook-retries',
  ],
  ['so is a tasks.md', { path: 'specs/003-login/tasks.md', given: null, title: 'T' }, '003-login'],
  ['another file gives its own name', { path: 'docs/plans/login.md', given: null, title: 'T' }, 'login'],
  ['without a date in front', { path: 'docs/plans/2026-01-02-login.md', given: null, title: 'T' }, 'login'],
  [
    'a file that is only a date is called like its title',
    { path: 'docs/2026-01-02.md', given: null, title: 'Log in' },
    'log-in',
  ],
  [
    'a PLAN.md at the root is called like its title',
    { path: 'PLAN.md', given: null, title: 'Retry failed webhooks' },
    'retry-failed-webhooks',
  ],
  ['a dot in front makes no folder', { path: './PLAN.md', given: null, title: 'T' }, 't'],
  ['nor do two', { path: '../PLAN.md', given: null, title: 'T' }, 't'],
  ['other separators are known', { path: 'specs\\login\\PLAN.md', given: null, title: 'T' }, 'login'],
  ['a plan without any name is a plan', { path: 'PLAN.md', given: null, title: '' }, 'plan'],
  ['letters of any script stay', { path: '결제.md', given: null, title: '' }, '결제'.normalize('NFKD')],
])('%s', (_sentence, given, id) => {
  expect(planId(given).normalize('NFC')).toBe(id.normalize('NFC'))
})

test('an id has forty characters at most', () => {
  expect(planId({ path: `${'abcdefghi-'.repeat(9)}.md`, given: null, title: '' })).toHaveLength(39)
})
