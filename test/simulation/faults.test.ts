import { expect, test } from 'vitest'
import type { Fault } from './fault.ts'
import { simulate } from './simulate.ts'
import { type Story, storyOf } from './story.ts'

// Two tasks that meet in a merge: every kind of call and event of a longer plan.
const calm: Story = { seed: 1, tasks: 2, trouble: 0, parallel: 2, crashes: [], human: false }
const HOW: readonly Fault['how'][] = ['before', 'after', 'refused']

test.each([
  ['agents work', calm],
  ['judges look', { ...calm, seed: 2, judge: true }],
] as const)('any call to the outside may fail while %s, and the next run brings the plan home', async (_, story) => {
  const undisturbed = await simulate(story)
  const failures: string[] = []
  for (let call = 1; call <= undisturbed.calls; call++)
    for (const how of HOW) {
      const told = await simulate({ ...story, faults: [[{ call, how }]] })
      const broken = told.broken.length > 0 ? told.broken : told.state.finished ? [] : ['not finished']
      if (broken.length > 0) failures.push(`${told.faults}: ${broken.join('; ')}`)
    }
  expect(failures).toEqual([])
})

test('a heartbeat that fails is made again for as long as the lease lasts', async () => {
  const told = await simulate(calm, ports => {
    let beats = 0
    const { store } = ports
    const renewLease: typeof store.renewLease = async (lease, now) => {
      beats++
      if (beats % 10 < 9) throw new Error('the journal is locked')
      return store.renewLease(lease, now)
    }
    return { ...ports, store: { ...store, renewLease } }
  })
  expect(told.broken).toEqual([])
  expect([told.lives, told.state.finished]).toEqual([1, true])
})

test('a heart that never beats again ends the run with the reason', async () => {
  const told = await simulate(calm, ports => ({
    ...ports,
    store: {
      ...ports.store,
      renewLease: async () => {
        throw new Error('the journal is locked')
      },
    },
  }))
  expect(told.broken).toEqual([expect.stringMatching(/^the engine fails: Error: the journal is locked/)])
})

test('a merged draft waits for a place where its judge may look at it', async () => {
  const told = await simulate({
    seed: 7001217,
    tasks: 9,
    trouble: 0.3,
    parallel: 1,
    crashes: [],
    human: true,
    judge: true,
  })
  expect(told.broken).toEqual([])
})

test('an engine that was taken over touches nothing of the judge that the other one asks', async () => {
  expect((await simulate(storyOf(469))).broken).toEqual([])
})

test('a command that comes as the run ends is answered', async () => {
  expect((await simulate(storyOf(2432))).broken).toEqual([])
})

test('a criterion may be the very command with which the runner is started', async () => {
  expect((await simulate(storyOf(1349))).broken).toEqual([])
})

test('a parent waits for a task inside it that had begun when its document lost it', async () => {
  expect((await simulate(storyOf(2643))).broken).toEqual([])
})

test('a diagnoser takes the place of an agent', async () => {
  expect((await simulate(storyOf(10002026))).broken).toEqual([])
})

test('an engine that has lost its run ends in good order while a planner is at work', async () => {
  expect((await simulate(storyOf(10003023))).broken).toEqual([])
})

test('a task that was divided may add as many others as any task', async () => {
  expect((await simulate(storyOf(40000538))).broken).toEqual([])
})

test('a task that began without one that was skipped lands without it, also if a human takes that in again', async () => {
  expect((await simulate(storyOf(40004377))).broken).toEqual([])
})

test('what an earlier run of the plan had is not asked of the next one', async () => {
  expect((await simulate(storyOf(40008580))).broken).toEqual([])
})
