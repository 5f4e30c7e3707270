import { expect, test } from 'vitest'
import type { Timeline } from '../../../../core/shown/timeline.ts'
import { endOf, marksOf, markWords, rowsOf } from './lanes.ts'

const END = 100_000
const at = (second: number) => new Date(second * 1_000).toISOString()
const bar = (task: string, from: number, to: number | null) => ({
  task,
  attempt: 1,
  role: 'worker' as const,
  began_at: at(from),
  ended_at: to === null ? null : at(to),
})
const timeline = (
  bars: Timeline['lanes'][number]['bars'],
  pauses: Timeline['lanes'][number]['pauses'] = [],
): Timeline => ({
  began_at: at(0),
  ended_at: at(100),
  lanes: [{ agent: 'claude', bars, pauses }],
})

test('launches that overlap are in rows of their own, and a free row is used again', () => {
  const rows = rowsOf(timeline([bar('1', 0, 40), bar('2', 10, 20), bar('3', 30, 50)]), END)
  expect(rows.map(({ bars }) => bars.map(({ task }) => task))).toEqual([['1'], ['2', '3']])
  expect(rows.map(({ isFirst }) => isFirst)).toEqual([true, false])
})

test('a bar is a share of the whole run, and one at work reaches to its end', () => {
  const [row] = rowsOf(timeline([bar('1', 25, 75), bar('2', 80, null)]), END)
  expect(row!.bars[0]).toMatchObject({ from: 0.25, share: 0.5, durationMs: 50_000, isOpen: false })
  expect(row!.bars[1]).toMatchObject({ from: 0.8, isOpen: true })
  expect(row!.bars[1]!.share).toBeCloseTo(0.2)
})

test('a pause of an agent without any launch has a row', () => {
  const pause = { reason: 'usage limit', began_at: at(10), ended_at: null }
  expect(rowsOf(timeline([], [pause]), END)).toMatchObject([{ bars: [], pauses: [{ from: 0.1, durationMs: 90_000 }] }])
})

test('a run that nobody drives ends with its last work, and one that is driven with the look at it', () => {
  expect(endOf(timeline([bar('1', 0, 40), bar('2', 10, 20)]), false)).toBe(40_000)
  expect(endOf(timeline([bar('1', 0, 40)]), true)).toBe(END)
  expect(endOf(timeline([]), false)).toBe(END)
})

test('the scale has few, round marks', () => {
  expect(marksOf(100_000)).toEqual([0, 15_000, 30_000, 45_000, 60_000, 75_000, 90_000])
  for (const whole of [500, 7_000, 90_000, 4_000_000, 90_000_000]) expect(marksOf(whole).length).toBeLessThan(10)
  expect([0, 30_000, 300_000, 7_200_000].map(markWords)).toEqual(['0 s', '30 s', '5 min', '2 h'])
})
