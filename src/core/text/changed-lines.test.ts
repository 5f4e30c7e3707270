import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

const shown = (before: string, after: string) =>
  changedLines(before, after).map(
    ({ line, before: old, after: fresh }) => `${line}: -${old.join('|')} +${fresh.join('|')}`,
  )

test('the differences of two texts are runs of lines, whatever their line ends', () => {
  expect(shown('a\nb\nc\n', 'a\nb\nc\n')).toEqual([])
  expect(shown('a\r\nb\r\nc', 'a\nx\nc')).toEqual(['2: -b +x'])
  expect(shown('a\n\nb\n', 'a\n\nnew\n\nb\n')).toEqual(['3: - +new|'])
  expect(shown('a\nb\nc\nd', 'x\nb\nc\ny')).toEqual(['1: -a +x', '4: -d +y'])
})
