import { expect, test } from 'vitest'
import { loudRun } from '../rig/agents/loud.ts'

// `npm run soak` plays it with 100 MB each.
test('eight agents that print at once lose no output, and cost pm-agent little memory', async () => {
  const { faults, memoryMb } = await loudRun(10)
  expect(faults).toEqual([])
  expect(memoryMb).toBeGreaterThan(0)
  expect(memoryMb).toBeLessThan(300)
})
