import { describe, expect, it } from 'vitest'
import { completed, config, opened, ready, reviewed, skipped } from '../../../test/rig/core/facts.ts'
import { type Given, given, timeOf } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { commit, taskId } from '../plan/ids.ts'
import type { Ending } from '../run/ending.ts'
import type { Event } from '../run/event.ts'
import type { AgentSpec, Config } from '../settings/config.ts'
import type { BranchFinding, FinalReview } from './final-review.ts'
import { finalReviewPlan } from './final-reviewer.ts'

const CLAUDE: AgentSpec = { is: 'claude', name: 'claude', model: null, path: 'claude' }
const OWN: AgentSpec = { is: 'command', name: 'own', command: 'node own.mjs' }
const CRITIC: AgentSpec = { is: 'command', name: 'critic', command: 'node critic.mjs' }

const run = (fields: Partial<Config> = {}): Given =>
  given(opened(plan([task('1'), task('2')]), { config: config({}, fields) }), ready)

/** Both tasks have ended, and one of them landed. */
const settled = (fields: Partial<Config> = {}): Given =>
  run(fields).and(completed('1'), { type: 'branch-published', tip: commit('commit-1') }, skipped('2'))

const finding = (title: string, fields: Partial<BranchFinding> = {}): BranchFinding => ({
  severity: 'warning',
  title,
  detail: `${title}, in detail`,
  place: 'src/a.js:3',
  kind: 'fix',
  ...fields,
})

const needsFixes = (...findings: readonly BranchFinding[]): FinalReview => ({
  verdict: 'needs-fixes',
  by: 'critic',
  summary: 'Almost.',
  findings,
})

const SHIP: FinalReview = { verdict: 'ship', by: 'critic', summary: 'Good.', findings: [] }
const FINISH = [{ type: 'finish-run' }]
const gate = (tip: string) => [{ type: 'prove-release', tip }]
const review = (number: number, tip: string) => [{ type: 'review-branch', tip, number }]
const published = (id: string): Event => ({ type: 'branch-published', tip: commit(`commit-${id}`) })

describe('when every task has ended', () => {
  it('the branch is reviewed once, and then the release gate runs', () => {
    expect(settled().next()).toEqual(review(1, 'commit-1'))
    expect(settled().and(reviewed(SHIP, 'commit-1')).next()).toEqual(gate('commit-1'))
  })

  it('a quick run ends without a review', () => {
    expect(settled({ quick: true }).next()).toEqual(FINISH)
  })

  it('the findings that ask for a fix become at most three tasks, critical ones first, which are worked on like any other', () => {
    const findings = [
      finding('One'),
      finding('Told only', { severity: 'note' }),
      finding('Two', { kind: 'refactor' }),
      finding('Three'),
      finding('Worst', { severity: 'critical', place: 'src/b.js:9' }),
    ]
    const events = settled()
      .when({ type: 'final-review-recorded', tip: commit('commit-1'), review: needsFixes(...findings) })
      .events()
    const opens = events[1]
    expect(events.map(({ type }) => type)).toEqual(['final-review-recorded', 'remediation-opened'])
    expect(
      opens?.type === 'remediation-opened' && opens.tasks.map(({ id, title, kind, steps }) => [id, title, kind, steps]),
    ).toEqual([
      ['review.a', '(ADDED) Fix: Worst', 'fix', ['Fix at src/b.js:9: Worst, in detail']],
      ['review.b', '(ADDED) Fix: One', 'fix', ['Fix at src/a.js:3: One, in detail']],
      ['review.c', '(ADDED) Fix: Two', 'refactor', ['Fix at src/a.js:3: Two, in detail']],
    ])
    expect(settled().and(events).next()).toMatchObject([{ type: 'run-attempt', task: 'review.a', base: 'commit-1' }])
  })

  it('a fix that would be irreversible is not started without a human', () => {
    const asked = needsFixes(finding('Drop the table users', { severity: 'critical' }))
    settled()
      .when({ type: 'final-review-recorded', tip: commit('commit-1'), review: asked })
      .then([{ type: 'final-review-recorded', tip: commit('commit-1'), review: asked }])
  })
})

describe('after the fixes of a review', () => {
  const asked = settled().after({
    type: 'final-review-recorded',
    tip: commit('commit-1'),
    review: needsFixes(finding('One')),
  })
  const fixed = asked.and(completed('review.a'), published('review.a'))

  it('the whole branch is reviewed again', () => {
    expect(fixed.next()).toEqual(review(2, 'commit-review.a'))
  })

  it('a second review opens no tasks: what it still asks for stays, and the run goes on', () => {
    const again = fixed.after({
      type: 'final-review-recorded',
      tip: commit('commit-review.a'),
      review: needsFixes(finding('Another')),
    })
    expect(again.state.tasks.map(({ task: { id } }) => id)).toEqual(['1', '2', 'review.a'])
    expect(again.next()).toEqual(gate(again.state.tip!))
  })

  it('nothing is reviewed again if a human skipped them all', () => {
    expect(asked.and(skipped('review.a')).next()).toEqual(gate('commit-1'))
  })
})

describe('the reviewer', () => {
  const asks = (fields: Partial<Config>) => {
    const chosen = finalReviewPlan(settled(fields).state)
    return 'ask' in chosen ? chosen.ask.name : 'skip' in chosen ? chosen.skip.reason : 'spent'
  }

  it('is the named one, else the judge, else the CLI of the worker in a fresh context', () => {
    expect(asks({ worker: CLAUDE, judge: OWN, reviewer: CRITIC })).toBe('critic')
    expect(asks({ reviewer: OWN, roles: { 'final-reviewer': { agent: CRITIC } } })).toBe('critic')
    expect(asks({ worker: CLAUDE, judge: OWN })).toBe('own')
    expect(asks({ worker: CLAUDE })).toBe('claude')
  })

  it('is nobody if the worker is a command of the user, and if no judge is ever to be asked', () => {
    expect(asks({ worker: OWN })).toBe('no-reviewer')
    expect(asks({ worker: CLAUDE, judge: OWN, judging: 'never' })).toBe('no-reviewer')
    expect(asks({ worker: CLAUDE, judging: 'never', reviewer: CRITIC })).toBe('critic')
  })

  it('is not asked if nothing landed, or if the rest of the budget is too small', () => {
    const nothing = run({ worker: CLAUDE }).and(skipped('1'), skipped('2'))
    expect(finalReviewPlan(nothing.state)).toEqual({ skip: { reason: 'nothing-landed' } })
    const poor = given(
      opened(plan([task('1')]), { config: config({ usdPerRun: 0 }, { worker: CLAUDE }) }),
      ready,
      completed('1'),
    )
    expect(finalReviewPlan(poor.state)).toMatchObject({ skip: { reason: 'budget' } })
  })

  it('at its usage limit is waited for, and asked again', () => {
    const until = timeOf(60)
    const limited = settled({ worker: CLAUDE }).after({
      type: 'final-review-ended',
      agent: 'claude',
      ending: { is: 'usage-limit', problem: 'limit', resetsAt: until },
      durationMs: 1,
    })
    expect(limited.next()).toEqual([{ type: 'await-agent', agent: 'claude', until }])
    expect(limited.and({ type: 'agent-resumed', agent: 'claude' }).next()).toEqual(review(1, 'commit-1'))
  })

  it('that cannot be started twice in a row degrades the review, and the run goes on', () => {
    const broken = {
      type: 'final-review-ended',
      agent: 'claude',
      ending: { is: 'could-not-start', problem: 'no such file' },
      durationMs: 1,
    } as const
    const once = settled({ worker: CLAUDE }).after(broken)
    expect(once.next()).toMatchObject([{ type: 'await-agent' }])
    const twice = once.and({ type: 'agent-resumed', agent: 'claude' }).after(broken)
    expect(twice.state.release.reviews.map(({ review: { verdict } }) => verdict)).toEqual(['degraded'])
    expect(twice.next()).toEqual(gate('commit-1'))
  })
})

describe('a reviewer of the whole branch', () => {
  const begins: Event = {
    ...{ type: 'final-review-started', tip: commit('commit-1'), agent: 'claude', token: 't', prompt: '' },
  }
  const ends = (ending: Ending): Event => ({ type: 'final-review-ended', agent: 'claude', ending, durationMs: 1 })
  const begun = settled({ worker: CLAUDE }).and(begins)

  it('is launched twice for one review, restarts of pm-agent included', () => {
    expect(finalReviewPlan(begun.state)).toEqual({ ask: CLAUDE })
    expect(finalReviewPlan(begun.and(begins).state)).toEqual({ spent: CLAUDE })
    expect(finalReviewPlan(begun.and(ends({ is: 'exited', code: 1 }), begins).state)).toEqual({ spent: CLAUDE })
    expect(finalReviewPlan(begun.and(begins, reviewed(SHIP, 'commit-1')).state)).toEqual({ ask: CLAUDE })
  })

  it('has not been asked when a human or its vendor stopped it', () => {
    for (const ending of [{ is: 'stopped' }, { is: 'usage-limit', problem: '', resetsAt: null }] as const)
      expect(finalReviewPlan(begun.and(ends(ending), begins).state)).toEqual({ ask: CLAUDE })
  })

  it('may look at another commit as often', () => {
    const moved = begun.and(begins, { type: 'plan-edited', plan: more, planText: '', changes }, completed('3'))
    expect(finalReviewPlan(moved.state)).toEqual({ ask: CLAUDE })
  })
})

const more = plan([task('1'), task('2'), task('3')])
const changes = [{ is: 'added', task: taskId('3'), title: 'Make 3' }] as const

it('a task that lands while the branch is reviewed is not covered by that review', () => {
  const begun = given(opened(plan([task('1')])), ready, completed('1'), {
    ...{ type: 'final-review-started', tip: commit('commit-1'), agent: 'claude', token: 't', prompt: '' },
  })
  const more = plan([task('1'), task('2')])
  const changes = [{ is: 'added', task: taskId('2'), title: 'Make 2' }] as const
  const late = begun.and({ type: 'plan-edited', plan: more, planText: '', changes }, completed('2'))
  const after = late.and(reviewed(SHIP, 'commit-1'))
  expect(after.next()).toEqual(review(2, 'commit-2'))
})
