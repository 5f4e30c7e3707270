import { expect, test } from 'vitest'
import { loudRun } from '../rig/agents/loud.ts'

// `npm run soak` plays it with 100 MB each against the packed program, which takes less; the source takes more.
// Every proof under way has a thread of its own, which costs about 40 MB: eight at once are most of this.
test('eight agents that print at once lose no output, and cost pm-agent little memory', async () => {
  const { faults, memoryMb } = await loudRun(10)
  expect(faults).toEqual([])
  expect(memoryMb).toBeGreaterThan(0)
  expect(memoryMb).toBeLessThan(600)
})
