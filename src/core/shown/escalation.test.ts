import { describe, expect, it } from 'vitest'
import { ended, opened, ready, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import type { EscalationReason } from '../decisions/escalation-reason.ts'
import { type Escalation, escalationFor } from './escalation.ts'

const asked = (at: Given, reason: EscalationReason, reasons: readonly string[] = []): Escalation =>
  escalationFor(at.state, at.task('1'), {
    reason,
    reasons,
    fixes: at.task('1').fixes,
    relaunches: at.task('1').relaunches,
    branch: null,
  })

const alone = given(opened(plan([task('1', { title: 'Add search' })])), ready, started('1'), ended('1'))
const retry = {
  words: 'continue with its files, with a hint for the agent (--fresh: without them)',
  command: 'pm-agent retry 1 -m "…"',
  decision: 'retry',
}
const skip = { words: 'leave it out and continue without it', command: 'pm-agent skip 1 -m "…"', decision: 'skip' }

describe('a question to a human', () => {
  it('says the problem, what hangs on it, what can be done and what we would do', () => {
    expect(asked(alone, 'fixes-spent', ['test failed: 2 failed', 'lint failed: exit 1'])).toEqual({
      problem: 'Task 1 (Add search) fails its checks (limits.fixes: 0): test failed: 2 failed; lint failed: exit 1',
      impact: 'no other task waits for it; the plan cannot be finished',
      options: [retry, skip],
      recommended: 0,
      blocking: false,
    })
  })

  it.each([
    ['fixes-spent', 'Task 1 (Add search) fails its checks (limits.fixes: 0)'],
    ['same-failure', 'Task 1 (Add search) fails in the same way again and again'],
    ['relaunches-spent', 'The agent for task 1 (Add search) failed 1 time'],
    ['launches-spent', 'Task 1 (Add search) has used up its launches'],
    ['agent-blocked', 'The agent for task 1 (Add search) says that it is blocked'],
    ['agent-contradiction', 'The agent for task 1 (Add search) says that the task contradicts itself'],
    ['unproven', 'Task 1 (Add search) is not proven to be done'],
    ['verification-failed', 'Task 1 (Add search) found that the result does not meet its criteria'],
    ['environment', 'Task 1 (Add search) cannot be judged on this machine'],
  ] as const)('says %s in a sentence', (reason, problem) => {
    expect(asked(alone, reason).problem).toBe(problem)
  })
})

it('a question about an added task names it without our mark', () => {
  const added = given(opened(plan([task('1', { title: '(ADDED) Fix: the build fails' })])), ready)
  expect(asked(added, 'stopped').problem).toBe(
    'Task 1 (Fix: the build fails) was stopped and waits until you tell it to continue',
  )
})

describe('what hangs on a task', () => {
  it('is one task', () => {
    const at = given(opened(plan([task('1'), task('2', { needs: ['1'] })])))
    const { impact, blocking } = asked(at, 'unproven')
    expect([impact, blocking]).toEqual(['task 2 cannot start; independent tasks continue', true])
  })

  it('is every task behind it, in the order of the plan', () => {
    // 1 --> 3 --> 2, and 4 alone
    const tasks = [task('1'), task('2', { needs: ['3'] }), task('3', { needs: ['1'] }), task('4')]
    expect(asked(given(opened(plan(tasks))), 'unproven').impact).toBe(
      'tasks 2, 3 cannot start; independent tasks continue',
    )
  })

  it('is cut short when it is much', () => {
    const tasks = Array.from({ length: 12 }, (_, at) => task(String(at + 1), { needs: at > 0 ? [String(at)] : [] }))
    expect(asked(given(opened(plan(tasks.slice(0, 9)))), 'unproven').impact).toBe(
      'tasks 2, 3, 4, 5, 6, 7, 8, 9 cannot start; independent tasks continue',
    )
    expect(asked(given(opened(plan(tasks))), 'unproven').impact).toBe(
      'tasks 2, 3, 4, 5, 6, 7, 8, 9 and 3 more cannot start; independent tasks continue',
    )
  })
})
