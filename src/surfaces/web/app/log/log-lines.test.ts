import { expect, test } from 'vitest'
import { chunksOf, type LogSentence, matchingLines, withLines } from './log-lines.ts'

const line = (version: number, words = `words ${version}`): LogSentence => ({
  version,
  at: '2026-01-01T00:00:00.000Z',
  task: '1',
  words,
  tone: 'plain',
})
const lines = (count: number) => Array.from({ length: count }, (_, at) => line(at + 1))

test('lines that are known already are not added again', () => {
  const known = lines(3)
  expect(withLines(known, [line(3), line(4)]).map(({ version }) => version)).toEqual([1, 2, 3, 4])
  expect(withLines(known, [line(2)])).toBe(known)
})

test('chunks have every line once, the newest first, and keep their keys when lines are added', () => {
  const before = chunksOf(lines(250))
  const after = chunksOf(lines(260))
  expect(before.flatMap(chunk => chunk.lines.map(({ version }) => version))).toEqual(
    Array.from({ length: 250 }, (_, at) => 250 - at),
  )
  expect(after.slice(1)).toEqual(before.slice(1))
  expect(after[0]!.key).toBe(before[0]!.key)
})

test('a filter looks for all of its words in the task and the sentence', () => {
  expect(matchingLines([line(1, 'proven'), line(2, 'failed again')], 'AGAIN fail')).toHaveLength(1)
})
