import { expect, test } from 'vitest'
import { playCampaign } from './campaign.ts'
import { SABOTAGES } from './sabotage.ts'

const MINUTES_MS = 60_000

test('thousands of stories with crashes, failed calls, a second engine and a human break nothing and meet everything', {
  timeout: 20 * MINUTES_MS,
}, async () => {
  const { runs, broken, missing } = await playCampaign({ from: 1, count: 2000 })
  expect(runs).toBe(2000)
  expect(broken).toEqual([])
  expect(missing).toEqual([])
})

test.each(SABOTAGES)('stories notice %s', { timeout: 5 * MINUTES_MS }, async sabotage => {
  const { broken } = await playCampaign({ from: 1, count: 10_000, sabotage, untilBroken: true })
  expect(broken.length).toBeGreaterThan(0)
})
