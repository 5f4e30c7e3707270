import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'
import { storyOf } from './story.ts'

/** A story with a planner and a sub-plan that is not written yet. */
const withPlanner = (seed: number) => ({
  ...storyOf(seed),
  shape: { ...storyOf(seed).shape, later: true },
  planner: true as const,
})

test.each([
  [3, 'takes a place of the agents that may be at work at once'],
  [35, 'is asked about one task at a time, also after a crash'],
  [21, 'whose answers are no use is not asked for ever, when its limit comes in between'],
])(
  'a planner in story %s %s',
  async (seed, _) => {
    expect((await simulate(withPlanner(seed))).broken).toEqual([])
  },
  60_000,
)

test('a text that a human took is lost when its document cannot be read, and the human is asked again', async () => {
  const met = new Map<string, number>()
  const failures: string[] = []
  for (let seed = 1; seed <= 12; seed++) {
    const told = await simulate({ ...storyOf(seed), words: true, planner: true, human: true, reviews: 'seldom' })
    if (told.broken.length > 0) failures.push(`seed ${seed}: ${told.broken.join('; ')}`)
    const records = told.state === null ? [] : await told.world.openStore().read(told.state.opened.runId)
    for (const { event, version } of records) {
      met.set(event.type, (met.get(event.type) ?? 0) + 1)
      if (event.type !== 'rewrite-lost') continue
      // Version 1 is the first record.
      expect(records[version]!.event).toMatchObject({ type: 'task-escalated', task: event.task, reason: 'rejected' })
    }
  }
  expect(failures).toEqual([])
  for (const what of ['task-clarified', 'rewrite-proposed', 'rewrite-taken', 'rewrite-lost'])
    expect(met.get(what) ?? 0, what).toBeGreaterThan(0)
}, 120_000)
