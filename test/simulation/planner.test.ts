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
