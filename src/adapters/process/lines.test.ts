import { expect, test } from 'vitest'
import { createLineReader } from './lines.ts'

const linesOf = (chunks: readonly string[], lineBytesMax = 100): string[] => {
  const lines: string[] = []
  const reader = createLineReader({ lineBytesMax }, line => lines.push(line.toString()))
  for (const chunk of chunks) reader.push(Buffer.from(chunk))
  reader.end()
  return lines
}

test('lines are put together across pieces, and the last one needs no line break', () => {
  expect(linesOf(['on', 'e\ntwo\nth', 'r', 'ee'])).toEqual(['one', 'two', 'three'])
})

test('empty lines are not lines', () => {
  expect(linesOf(['\n\none\n\n'])).toEqual(['one'])
})

test('a line that is too long is passed over, and the next one is read', () => {
  expect(linesOf(['x'.repeat(60), 'x'.repeat(60), 'x\nshort\n'])).toEqual(['short'])
})

test('a line that arrives byte by byte is whole', () => {
  const line = 'abc'.repeat(2_000)
  expect(linesOf([...line, '\n'], 10_000)).toEqual([line])
})
