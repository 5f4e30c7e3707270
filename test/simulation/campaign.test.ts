import { expect, test } from 'vitest'
import { playCampaign } from './campaign.ts'
import { SABOTAGES } from './sabotage.ts'

/** Names that no story can meet, each with the reason. */
const UNMET: Readonly<Record<string, string>> = {
  'reason sub-plan-missing': 'the document of the simulation is one file, and has no sub-plans that could be missing',
}

const MINUTES_MS = 60_000

test('thousands of stories with crashes, failed calls, a second engine and a human break nothing and meet everything', {
  timeout: 20 * MINUTES_MS,
}, async () => {
  const { runs, broken, missing } = await playCampaign({ from: 1, count: 2000 })
  expect(runs).toBe(2000)
  expect(broken).toEqual([])
  expect(missing.filter(what => UNMET[what] === undefined)).toEqual([])
})

test.each(SABOTAGES)('stories notice %s', { timeout: 5 * MINUTES_MS }, async sabotage => {
  const { broken } = await playCampaign({ from: 1, count: 10_000, sabotage, untilBroken: true })
  expect(broken.length).toBeGreaterThan(0)
})
