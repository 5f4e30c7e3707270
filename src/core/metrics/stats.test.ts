import { describe, expect, it } from 'vitest'
import {
  completed,
  ended,
  finished,
  gate,
  opened,
  proofFinished,
  proofStarted,
  ready,
  receipt,
  refusedBy,
  started,
} from '../../../test/rig/core/facts.ts'
import { given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import { metricsOf } from './stats.ts'
import { statsLines } from './stats-words.ts'

/** Task 1 is proven at once; task 2 claims falsely, and its fix helps. */
const good = given(opened(plan([task('1'), task('2')])), ready, completed('1'), started('2')).after(finished('2'))
const fixed = good
  .and(proofStarted('2'))
  .after(proofFinished('2', refusedBy('test')))
  .and(started('2', 2, { kind: 'fix' }), ended('2', 2), proofStarted('2', 2))
  .after(proofFinished('2', receipt(), 2))

describe('the metrics of a repository', () => {
  it('are empty where nothing was run', () => {
    expect(metricsOf([])).toMatchObject({ runs: 0, fix_rate: { count: 0, of: 0, rate: null }, warnings: [] })
  })

  it('count false claims by the check that refuted them, and fixes that helped', () => {
    const stats = metricsOf([fixed.state])
    expect(stats.false_claims).toEqual({ total: 1, by_kind: { test: 1 } })
    expect(stats.fix_rate).toEqual({ count: 1, of: 1, rate: 1 })
    expect(stats.completed_with_failing_tests).toBe(0)
  })

  it('sum over all runs, and share time between agents and proofs', () => {
    const { runs, tasks, proof_time: time, proof_adds: adds } = metricsOf([fixed.state, good.state])
    expect([runs, tasks.total]).toEqual([2, 4])
    expect(time.of).toBeGreaterThan(time.count)
    expect(adds).toBeCloseTo(time.count / (time.of - time.count))
  })

  it('call recovered what was completed without a human', () => {
    const landing = fixed.and(
      { type: 'landing-started', task: task('2').id, attempt: 2, onto: fixed.state.tip!, message: '', tag: null },
      { type: 'task-landed', task: task('2').id, attempt: 2, commit: fixed.state.tip!, outputs: {} },
    )
    expect(metricsOf([landing.state]).autonomous_recovery).toEqual({ count: 1, of: 1, rate: 1 })
    const told = landing.and({ type: 'task-told', task: task('2').id, by: 'Ada', note: 'use the other one' })
    expect(metricsOf([told.state])).toMatchObject({
      autonomous_recovery: { count: 0, of: 1, rate: 0 },
      warnings: [{ metric: 'autonomous_recovery', value: 0, threshold: 0.8 }],
    })
  })

  it('say how many tests pass at completion, known failures of the base included', () => {
    const known = receipt({ gates: [gate('test', 'known-failure', { blocking: false }), gate('lint', 'passed')] })
    const at = given(opened(plan([task('1'), task('2')])), ready, completed('1'), completed('2', { receipt: known }))
    expect(metricsOf([at.state])).toMatchObject({
      tests_passing: { count: 1, of: 2, rate: 0.5 },
      warnings: expect.arrayContaining([{ metric: 'tests_passing', value: 0.5, threshold: 1 }]),
    })
  })

  it('warn of plans that are nested deeply, among those with sub-plans', () => {
    const nested = (levels: number) => {
      const chain = Array.from({ length: levels + 1 }, (_, at) =>
        Array(at + 1)
          .fill('1')
          .join('/'),
      )
      const tasks = chain.map((id, at) =>
        task(id, {
          ...(at > 0 ? { parent: taskId(chain[at - 1]!) } : {}),
          ...(at < levels ? { subPlan: `${at}/PLAN.md` } : {}),
        }),
      )
      return given(opened(plan(tasks)), ready).state
    }
    const flat = given(opened(plan([task('1')])), ready).state
    expect(metricsOf([flat, nested(3)])).toMatchObject({ deep_plans: { count: 0, of: 1 }, warnings: [] })
    const deep = metricsOf([flat, nested(3), nested(4)])
    expect(deep.warnings).toEqual([{ metric: 'deep_plans', value: 0.5, threshold: 0.2 }])
    expect(statsLines(deep).at(-1)).toBe(
      'WARNING: 50 % of the plans with sub-plans have more than three levels, more than 20 %',
    )
  })

  it('read as one line each, with warnings and their thresholds', () => {
    const slow = given(
      opened(plan([task('1')])),
      ready,
      completed('1', { durationMs: 1000, receipt: receipt({ durationMs: 900 }) }),
    )
    expect(statsLines(metricsOf([slow.state]))).toMatchInlineSnapshot(`
      [
        "STATS — 1 run, 1 task, 1 completed (1 proven, 0 waived)",
        "Completed with failing tests: 0 (must be 0)",
        "Tests passing at completion: 1 of 1 (100 %)",
        "Fix rate: nothing had to be fixed",
        "Recovered without a human: no proof was refused",
        "False claims of success: 0",
        "Proof: 900 ms of 1.9 s (47 % of the time)",
        "Judges: no cost known",
        "Waived: 0 of 1 (0 %)",
        "Proofs without tests: 0 of 1 (0 %)",
        "Cost per proven task: unknown",
        "",
        "WARNING: proofs add 90 % to the time of agents, more than 30 %",
      ]
    `)
  })
})
