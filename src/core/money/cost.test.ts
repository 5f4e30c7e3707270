import { describe, expect, it } from 'vitest'
import { ended, finished, opened, proofStarted, ready, started } from '../../../test/rig/core/facts.ts'
import { type Given, given } from '../../../test/rig/core/given.ts'
import { plan, task } from '../../../test/rig/core/plan.ts'
import { taskId } from '../plan/ids.ts'
import { finalReport, reportLines } from '../shown/final-report.ts'
import { viewRun, viewTaskInFull } from '../shown/view.ts'
import { allCosts, launchCosts, moneyWords, together, tokenWords } from './cost.ts'
import type { Meter } from './meter.ts'
import { estimateUsd } from './prices.ts'

const meter = (fields: Partial<Meter> = {}): Meter => ({
  model: 'some-model',
  version: '1.0',
  tokens: { input: 1000, cached: 500, output: 100 },
  tokensOver: 'launch',
  costUsd: 0.5,
  costOver: 'launch',
  ...fields,
})

const running = given(opened(plan([task('1'), task('2')])), ready)

/** Attempts of task 1, each with what it says it used and the session it went on in. */
function attempts(...said: readonly (readonly [Meter | undefined, string | null, (string | null)?])[]): Given {
  let at = running
  for (const [before, [used, session, ended1 = session]] of said.entries()) {
    const kind = before === 0 ? 'implement' : 'fix'
    at = at.and(
      started('1', before + 1, { session: before === 0 ? null : session, kind }),
      ended('1', before + 1, { session: ended1, ...(used ? { meter: used } : {}) }),
    )
  }
  return at
}
const usd = (at: Given) => launchCosts(at.task('1')).map(cost => cost.usd)

describe('what a launch cost', () => {
  it('is what it says, by what it was for', () => {
    expect(launchCosts(attempts([meter(), null], [meter({ costUsd: 0.25 }), null]).task('1'))).toMatchObject([
      { attempt: 1, purpose: 'build', agent: 'worker', usd: 0.5, isEstimate: false },
      { attempt: 2, purpose: 'fix', agent: 'worker', usd: 0.25, isEstimate: false },
    ])
  })

  it('is what came on top where the meter goes on over the session', () => {
    const over = (costUsd: number, input: number) =>
      meter({ costUsd, costOver: 'session', tokensOver: 'session', tokens: { input, cached: 0, output: input } })
    const at = attempts([over(0.5, 100), 's'], [over(0.75, 150), 's'], [over(1, 160), 's'])
    expect(usd(at)).toEqual([0.5, 0.25, 0.25])
    expect(launchCosts(at.task('1')).map(({ tokens }) => tokens?.input)).toEqual([100, 50, 10])
    expect(together(launchCosts(at.task('1'))).usd).toBe(1)
  })

  it('is the whole count where another session answered, or where the count began anew', () => {
    const over = (costUsd: number) => meter({ costUsd, costOver: 'session' })
    expect(usd(attempts([over(0.5), 's'], [over(0.75), 's', 'other']))).toEqual([0.5, 0.75])
    expect(usd(attempts([over(0.5), 's'], [over(0.2), 's']))).toEqual([0.5, 0.2])
    expect(usd(attempts([undefined, 's'], [over(0.75), 's']))).toEqual([null, 0.75])
  })

  it('is estimated from the price list where only tokens are counted, and says so', () => {
    const at = attempts([meter({ model: 'gpt-5-codex', costUsd: null }), null])
    expect(launchCosts(at.task('1'))[0]).toMatchObject({
      isEstimate: true,
      usd: (1000 * 1.25 + 500 * 0.125 + 1000) / 1e6,
    })
    expect(moneyWords(together(allCosts(at.state)))).toBe('$0.0023 (estimate)')
  })

  it('is unknown, and never 0, where nobody says and no price is known', () => {
    const at = attempts([meter({ costUsd: null }), null])
    expect(usd(at)).toEqual([null])
    expect(moneyWords(together(allCosts(at.state)))).toBe('unknown')
    expect(viewRun(at.state).run.cost_usd).toBeNull()
    expect(usd(attempts([undefined, null]))).toEqual([null])
  })
})

describe('the price list', () => {
  const million = { input: 1_000_000, cached: 0, output: 0 }
  it('knows a model by the beginning of its name, the longest that fits', () => {
    expect(estimateUsd('gpt-5', million)).toBe(1.25)
    expect(estimateUsd('openai/gpt-5-mini-2025-08-07', million)).toBe(0.25)
    expect(estimateUsd('claude-opus-4-5-20251101', million)).toBe(5)
  })
  it('does not guess at models that it does not name', () => {
    for (const model of ['gpt-55', 'gpt-5.9', 'claude-opus-9', 'llama', '', null])
      expect(estimateUsd(model, million)).toBeNull()
  })
})

describe('the cost of a run', () => {
  const judge = { type: 'judge-ended', task: taskId('1'), attempt: 1, agent: 'owl', durationMs: 5 } as const
  const at = running
    .and(started('1'), ended('1', 1, { meter: meter() }), proofStarted('1'))
    .and({ ...judge, ending: { is: 'exited', code: 0 }, meter: meter({ costUsd: 0.125 }) })
    .and(started('2'), ended('2', 1, { ending: { is: 'lost' } }))

  it('is split by what it was for, and is said to be a part where some of it is unknown', () => {
    expect(viewRun(at.state).run).toMatchObject({
      cost_usd: 0.625,
      cost: {
        usd: 0.625,
        at_least: true,
        estimate: false,
        words: 'at least $0.63',
        budget_usd: 25,
        by_purpose: { build: { usd: 0.5, at_least: true }, judge: { usd: 0.125, at_least: false } },
      },
    })
    expect(viewTaskInFull(at.state, at.task('1'))).toMatchObject({
      cost_usd: 0.625,
      history: [{ cost: [{ purpose: 'build' }, { purpose: 'judge', agent: 'owl' }] }],
    })
  })

  it('has a tester as a part of its own', () => {
    const tested = at.and({
      ...judge,
      role: 'tester',
      ending: { is: 'exited', code: 0 },
      meter: meter({ costUsd: 0.25 }),
    })
    expect(viewRun(tested.state).run.cost.by_purpose).toMatchObject({ test: { usd: 0.25 }, judge: { usd: 0.125 } })
    expect(reportLines(finalReport(tested.state)).join('\n')).toContain('test $0.25')
  })

  it('is in the report and in the story of an attempt', () => {
    expect(reportLines(finalReport(at.state))).toContain(
      'Cost:    at least $0.63 of $25.00: build $0.50, judge $0.13; 3k in (1k cached), 200 out',
    )
    expect(at.why('1')[1]).toBe(
      'Attempt 1 (implement, worker): it exited with code 0; it said "success"; 1 changed file; $0.63, 3k in (1k cached), 200 out.',
    )
    expect(at.why('2')[1]).not.toContain('$')
  })

  it('stays when the proof is made again on a newer base', () => {
    const again = at.and({
      type: 'merge-conflicted',
      task: taskId('1'),
      attempt: 1,
      draft: at.task('1').attempts[0]!.ended!.draft!,
      paths: [],
    })
    expect(together(launchCosts(again.task('1'))).usd).toBe(0.625)
  })
})

it('counts tokens in words that fit on a line', () => {
  expect(tokenWords({ input: 1_200_000, cached: 0, output: 999 })).toBe('1.2M in, 999 out')
})

it('takes the meter of an attempt from what the engine saw', () => {
  const at = running.and(started('1')).after(finished('1', 1, { meter: meter() }))
  expect(usd(at)).toEqual([0.5])
})
