import { expect, it } from 'vitest'
import { BASE, baseline, completed, opened, ready, reviewed, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { commit, taskId } from '../plan/ids.ts'
import { phaseOf } from './phase.ts'

const phases = (...at: readonly Given[]) => at.map(({ state }) => phaseOf(state))
const reject = { type: 'reject-task', task: taskId('1'), by: 'Ada', note: 'too wide' } as const

it('a run goes from intake to execute, integrate, release and done', () => {
  const begun = given({ type: 'branch-started', tip: BASE, planCommit: false })
  const measured = begun.and({ type: 'baseline-recorded', base: BASE, baseline: baseline() })
  const landed = measured.and(completed('1'))
  const closed = landed.and(reviewed())
  const done = closed.and({ type: 'run-finished' })
  expect(phases(begun, measured, landed, closed, done)).toEqual(['intake', 'execute', 'integrate', 'release', 'done'])
})

it('a run whose review asks for fixes goes back to execute, and is integrated again', () => {
  const asked = given(ready, completed('1')).after({
    type: 'final-review-recorded',
    tip: commit('commit-1'),
    review: {
      verdict: 'needs-fixes',
      by: 'critic',
      summary: '',
      findings: [{ severity: 'critical', title: 'One', detail: '', place: 'src/a.js:1', kind: 'fix' }],
    },
  })
  const fixed = asked.and(completed('review.a'))
  expect(phases(asked, fixed, fixed.and(reviewed()))).toEqual(['execute', 'integrate', 'release'])
})

it('a run whose only open task was rejected goes back to decompose until the task has another text', () => {
  const rejected = given(ready).after(reject)
  const text = plan([task('1', { title: 'Smaller' })])
  const rewritten = rejected.and({
    type: 'plan-edited',
    plan: text,
    planText: '',
    changes: [{ is: 'reworded', task: taskId('1'), title: 'Smaller', fields: ['title'] }],
  })
  expect(phases(rejected, rewritten)).toEqual(['decompose', 'execute'])
})

it('a run with a rejected task executes while others can go on', () => {
  const two = given(opened(plan([task('1'), task('2')])), ready).after(reject)
  expect(phases(two, two.and(started('2')))).toEqual(['execute', 'execute'])
})
