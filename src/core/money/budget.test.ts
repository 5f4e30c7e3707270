import { describe, expect, it } from 'vitest'
import { completed, config, ended, opened, proofStarted, ready, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { commit } from '../plan/ids.ts'
import type { Config } from '../settings/config.ts'
import type { Meter } from './meter.ts'

const cost = (costUsd: number | null): { readonly meter: Meter } => ({
  meter: { model: null, version: null, tokens: null, tokensOver: 'launch', costUsd, costOver: 'launch' },
})
const base = commit('commit-1')
const beginning = (usdPerRun: number, parallel = 1, fields: Partial<Config> = {}): Given => {
  const bounded = config({ parallel, usdPerRun }, fields)
  return given(opened(plan(['1', '2', '3', '4'].map(id => task(id))), { config: bounded }), ready)
}
const kinds = (at: Given) => at.next().map(effect => ('task' in effect ? `${effect.type} ${effect.task}` : effect.type))

describe('the budget of a run', () => {
  it('lets a launch begin while it is expected to fit: as much as the dearest one so far', () => {
    expect(kinds(beginning(3).and(completed('1', cost(1))))).toEqual(['run-attempt 2'])
    expect(kinds(beginning(2).and(completed('1', cost(1))))).toEqual(['run-attempt 2'])
  })

  it('stops before the launch that could pass it', () => {
    const short = beginning(1.9).and(completed('1', cost(1)))
    expect(kinds(short)).toEqual(['stop-for-budget'])
    expect(short.reason('2')).toBe('the next launch may cost $1.00, and $0.90 of the budget of $1.90 is left')
    expect(short.why('2')[0]).toBe(
      'Task 2 is ready: it does not begin: the next launch may cost $1.00, and $0.90 of the budget of $1.90 is left.',
    )
    const [halted] = short.when({ type: 'budget-reached' }).events()
    expect(halted).toEqual({
      type: 'run-halted',
      reason: 'budget',
      problem:
        'the budget of the run does not allow another launch: the next launch may cost $1.00, and $0.90 of the budget of $1.90 is left',
      hints: [
        'pm-agent run --budget 4 continues with more; limits.usd_per_run in pm-agent.yaml is for new runs',
        'pm-agent report says what it was used for',
      ],
    })
  })

  it('counts what is under way as if it were spent', () => {
    const one = beginning(3.5, 3).and(completed('1', cost(1)))
    expect(kinds(one)).toEqual(['run-attempt 2', 'run-attempt 3'])
    expect(kinds(one.and(started('2', 1, { base })))).toEqual(['run-attempt 2', 'run-attempt 3'])
  })

  it('waits for what is under way before it stops: that may be cheaper than was thought', () => {
    const busy = beginning(3, 3).and(completed('1', cost(1)), started('2', 1, { base }), started('3', 1, { base }))
    expect(kinds(busy)).toEqual(['run-attempt 2', 'run-attempt 3'])
    const cheap = busy.and(ended('2', 1, cost(0.1)))
    expect(kinds(cheap)).toContain('prove 2')
    expect(kinds(cheap)).not.toContain('run-attempt 4')
    expect(kinds(busy.and(completed('2', cost(0.01)), completed('3', cost(0.01))))).toEqual(['run-attempt 4'])
  })

  it('sets aside what the judge of the work will cost', () => {
    const judge = { is: 'command', name: 'owl', command: 'node owl.mjs' } as const
    const judged = (usd: number) =>
      beginning(usd, 1, { judge }).and(started('1'), ended('1', 1, cost(1)), proofStarted('1'), {
        type: 'judge-ended',
        task: task('1').id,
        attempt: 1,
        agent: 'owl',
        ending: { is: 'exited', code: 0 },
        durationMs: 1,
        ...cost(0.5),
      })
    const landed = (at: Given) => at.and(completed('1', cost(1)).slice(3))
    expect(kinds(landed(judged(3)))).toEqual(['run-attempt 2'])
    expect(kinds(landed(judged(2.9)))).toEqual(['stop-for-budget'])
  })

  describe('before anything is known of what an agent costs', () => {
    const claude = (name: string) => ({ is: 'claude', name, model: null, path: '/bin/claude' }) as const
    const fresh = (usd: number, fields: Partial<Config> = {}) =>
      beginning(usd, 4, { worker: claude('worker'), judging: 'never', testing: 'never', ...fields })

    it('sets two dollars aside for each launch', () => {
      expect(kinds(fresh(25))).toEqual(['run-attempt 1', 'run-attempt 2', 'run-attempt 3', 'run-attempt 4'])
      expect(kinds(fresh(4.5))).toEqual(['run-attempt 1', 'run-attempt 2'])
    })

    it('lets one launch begin however small it is, and the next one when that has told its cost', () => {
      expect(kinds(fresh(0.5))).toEqual(['run-attempt 1'])
      const busy = fresh(0.5).and(started('1', 1, { base }))
      expect(kinds(busy)).toEqual(['run-attempt 1'])
      expect(busy.reason('2')).toBe(
        'what a launch costs is not known yet, and $0.00 of the budget of $0.50 is left beside what is set aside for others',
      )
      expect(kinds(fresh(0.5).and(completed('1', cost(0.1))))).toEqual([2, 3, 4].map(id => `run-attempt ${id}`))
      expect(kinds(fresh(0.5).and(completed('1', cost(0.4))))).toEqual(['stop-for-budget'])
    })

    it('sets the same aside for the judge and the tester that such an agent has, and for a reviewer', () => {
      expect(kinds(fresh(8.5, { testing: 'auto' }))).toEqual(['run-attempt 1', 'run-attempt 2'])
      expect(kinds(fresh(8.5, { judging: 'auto' }))).toEqual(['run-attempt 1', 'run-attempt 2'])
      expect(kinds(fresh(8.5, { reviewer: claude('owl') }))).toEqual(['run-attempt 1', 'run-attempt 2'])
    })

    it('never stops the run for a guess: what is left is tried with one launch', () => {
      const judged = fresh(3, { judging: 'auto', judge: claude('owl') }).and(completed('1', cost(2)))
      expect(kinds(judged)).toEqual(['stop-for-budget'])
      expect(kinds(fresh(4.1, { judging: 'auto', judge: claude('owl') }).and(completed('1', cost(2))))).toEqual([
        'run-attempt 2',
      ])
    })

    it('holds nobody up who never tells a cost', () => {
      expect(kinds(beginning(0.5, 4))).toHaveLength(4)
    })
  })

  it('does not bind where nobody can price a launch, nor in a run without a budget', () => {
    expect(kinds(beginning(0.01).and(completed('1', cost(null))))).toEqual(['run-attempt 2'])
    expect(kinds(beginning(Number.POSITIVE_INFINITY).and(completed('1', cost(1000))))).toEqual(['run-attempt 2'])
  })

  it('can be raised, and then the run goes on', () => {
    const halted = beginning(1.9)
      .and(completed('1', cost(1)))
      .after({ type: 'budget-reached' })
    expect(halted.next()).toEqual([])
    const raised = halted.after({ type: 'use-settings', usdPerRun: 5 }, { type: 'resume-run' })
    expect(kinds(raised)).toEqual(['run-attempt 2'])
    expect(kinds(halted.after({ type: 'resume-run' }))).toEqual(['stop-for-budget'])
  })
})
