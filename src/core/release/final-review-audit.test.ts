import { expect, it } from 'vitest'
import { completed, ready } from '../../../test/rig/core/facts.ts'
import { given, timeOf } from '../../../test/rig/core/given.ts'
import { commit } from '../plan/ids.ts'
import { finalReport, reportLines } from '../shown/final-report.ts'
import { viewRun } from '../shown/view.ts'
import type { BranchFinding, FinalReview } from './final-review.ts'
import { renderFinalReviews, renderOpenFindings } from './final-review-audit.ts'

const finding = (title: string): BranchFinding => ({
  severity: 'warning',
  title,
  detail: '',
  place: 'src/a.js:3',
  kind: 'fix',
})
const recorded = (review: FinalReview, tip: string) =>
  ({ type: 'final-review-recorded', tip: commit(tip), review }) as const
const needs = (title: string): FinalReview => ({
  verdict: 'needs-fixes',
  by: 'critic',
  summary: 'Almost.',
  findings: [finding(title)],
})

const landed = given(ready, completed('1'))
const twice = landed
  .after(recorded(needs('Two ways'), 'commit-1'))
  .and(completed('review.a'))
  .after(recorded(needs('Still two ways'), 'commit-review.a'))

it('every review is logged with its status, its findings and what follows', () => {
  expect(renderFinalReviews(twice.state).replaceAll(/\[2026.*?\]/g, '[time]')).toBe(`## Final Code Review

### [time] Review #1
- Status: NEEDS_FIXES
- Result: NEEDS_FIXES by critic, 1 finding
- Reviewed: commit-1
- Finding: warning: Two ways (src/a.js:3)
- Action: fix tasks review.a

### [time] Review #2
- Status: NEEDS_FIXES
- Result: NEEDS_FIXES by critic, 1 finding
- Reviewed: commit-review.a
- Finding: warning: Still two ways (src/a.js:3)
- Action: remaining findings are listed in issues.md
`)
  expect(renderFinalReviews(twice.state, timeOf(1))).toBe('')
})

it('findings stay issues only if no task was opened for them', () => {
  const once = landed.after(recorded(needs('Two ways'), 'commit-1'))
  expect(renderOpenFindings(once.state)).toBe('')
  expect(renderOpenFindings(twice.state)).toBe('## Final Code Review\n- [ ] warning: Still two ways (src/a.js:3)\n')
})

it.each<[string, FinalReview, string]>([
  ['nobody', { verdict: 'skipped', reason: 'no-reviewer' }, 'SKIPPED (no reviewer is configured)'],
  [
    'a crash',
    { verdict: 'degraded', by: 'critic', problem: 'it left no verdict' },
    'DEGRADED (critic: it left no verdict)',
  ],
  ['a good answer', { verdict: 'ship', by: 'critic', summary: '', findings: [] }, 'SHIP by critic'],
])('the report and the JSON of a run give the verdict as it was: %s', (_, review, words) => {
  const { state } = landed.after(recorded(review, 'commit-1'))
  expect(reportLines(finalReport(state))).toContain(`Review:  ${words}`)
  expect(viewRun(state).run.final_review).toMatchObject({ words, verdict: words.split(' ')[0], reviews: 1 })
})

it('a review that is under way has no verdict yet', () => {
  const { state } = landed.and({
    type: 'final-review-started',
    tip: commit('commit-1'),
    agent: 'critic',
    token: 't',
    prompt: '',
  })
  expect(viewRun(state).run).toMatchObject({
    phase: 'integrate',
    final_review: { verdict: null, words: 'critic reviews the whole branch', by: 'critic' },
  })
})
