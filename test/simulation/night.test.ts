import { expect, test } from 'vitest'
import { allCosts, together } from '../../src/core/money/cost.ts'
import type { Recorded } from '../../src/core/run/event.ts'
import { evolve } from '../../src/core/run/evolve.ts'
import { fold, type RunState } from '../../src/core/run/state.ts'
import { explain } from '../../src/core/shown/explain.ts'
import { reasonFor, taskStatus } from '../../src/core/shown/status.ts'
import type { Night } from './night.ts'
import { simulate } from './simulate.ts'
import type { Story } from './story.ts'

const MINUTE = 60_000
const NIGHT: Night = {
  limits: [
    { fromMs: 20 * MINUTE, untilMs: 140 * MINUTE, isSaid: true },
    { fromMs: 160 * MINUTE, untilMs: 200 * MINUTE, isSaid: false },
    { fromMs: 230 * MINUTE, untilMs: 300 * MINUTE, isSaid: true },
  ],
  stuck: '77',
  forgotten: '40',
  usdPerLaunch: 0.08,
}
const STORY: Story = {
  seed: 8,
  tasks: 200,
  trouble: 0,
  parallel: 4,
  crashes: [
    { call: 2_500, when: 'after' },
    { call: 4_000, when: 'before' },
  ],
  human: false,
  night: NIGHT,
}

const at = (records: readonly Recorded[], time: number): RunState =>
  fold(
    records.filter(record => record.at <= time),
    evolve,
  )!

test('two hundred tasks come through three usage limits, two crashes, a lost session and a loop, within the budget', async () => {
  const told = await simulate(STORY)
  const { state, vendor, world, deaths, broken } = told
  expect(broken).toEqual([])
  const records = await world.openStore().read(state.opened.runId)
  const paused = records.flatMap(({ event }) => (event.type === 'agent-paused' ? [event] : []))

  // The night was as bad as it was meant to be.
  expect(deaths).toHaveLength(2)
  const isAsleep = (time: number) => [...at(records, time).troubles.values()].some(trouble => trouble.paused)
  expect(deaths.some(isAsleep), 'one of the deaths falls into a pause').toBe(true)
  expect(vendor!.limitsMet.size).toBe(3)
  expect(vendor!.forgotten).toBe(1)
  expect(new Set(paused.map(({ until }) => until)).size).toBeGreaterThan(3)

  // All of it came right but the loop, which a human is asked about.
  const open = state.tasks.filter(run => run.stage.is !== 'completed')
  expect(open.map(run => [run.task.id, run.stage.is === 'escalated' && run.stage.reason])).toEqual([
    ['77', 'no-progress'],
  ])
  expect(state.tasks.filter(run => run.relaunches > 0).map(run => run.task.id)).toEqual(['40'])
  expect(
    state.tasks.some(run =>
      run.decisions.some(({ fact }) => fact.type === 'task-triaged' && fact.disposition === 'wait'),
    ),
  ).toBe(true)

  // What it cost is what was billed, and less than was set aside.
  const spent = together(allCosts(state)).usd!
  expect(spent).toBeCloseTo(vendor!.billedUsd, 6)
  expect(spent).toBeLessThanOrEqual(state.config.limits.usdPerRun!)

  // Every task can say why it is where it is, and why it was launched more than once.
  for (const run of state.tasks) {
    const [now, ...story] = explain(state, run, { now: state.lastAt, isDriven: false })
    expect(now).toMatch(run.task.id === '77' ? /keep submitting files/ : /is completed/)
    const whys = story.filter(line => line.startsWith('Decision: ')).length
    expect(whys, `task ${run.task.id}`).toBeGreaterThanOrEqual(run.attempts.length - 1)
  }
  // And while it waited, it said for what.
  const asleep = at(records, deaths.find(isAsleep)!)
  const ready = asleep.tasks.filter(run => taskStatus(asleep, run) === 'ready')
  expect(ready.length).toBeGreaterThan(0)
  for (const run of ready) expect(reasonFor(asleep, run)).toMatch(/^waiting for the usage limit of simulated until /)
})

test('a budget that is too small for the night ends it before it is passed, and says so', async () => {
  const story = { ...STORY, crashes: [], night: { ...NIGHT, usdPerLaunch: 1 } }
  const { state, vendor, broken } = await simulate(story)
  expect(broken).toEqual([])
  expect(state.halted).toMatchObject({ reason: 'budget' })
  expect(vendor!.billedUsd).toBeGreaterThan(20)
  expect(vendor!.billedUsd).toBeLessThanOrEqual(25)
})

test('the engine may die anywhere around a pause, and the run ends the same', async () => {
  const limits = [{ fromMs: 45_000, untilMs: 3 * MINUTE, isSaid: true }]
  const short: Story = { ...STORY, tasks: 2, crashes: [], night: { ...NIGHT, limits, stuck: '', forgotten: '' } }
  const undisturbed = await simulate(short)
  expect(undisturbed.vendor!.limitsMet.size).toBe(1)
  const failures: string[] = []
  for (let call = 1; call <= undisturbed.calls; call++)
    for (const when of ['before', 'after'] as const) {
      const { broken, state } = await simulate({ ...short, crashes: [{ call, when }] })
      if (broken.length > 0) failures.push(`call ${call} ${when}: ${broken.join('; ')}`)
      else if (!state.finished) failures.push(`call ${call} ${when}: not finished`)
    }
  expect(failures).toEqual([])
})
