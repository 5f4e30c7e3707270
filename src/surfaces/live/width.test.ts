import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToWidth, displayWidth, oneLine, padToWidth, wrapToWidth } from './width.ts'

test.each([
  ['abc', 3],
  ['가나다', 6],
  ['ｆｕｌｌ', 8],
  ['e\u0301', 1],
  ['각', 2],
  ['\u1100\u1161\u11a8', 2],
  ['🚀', 2],
  ['👩‍👩‍👧', 2],
  ['👍🏽', 2],
  ['🇰🇷', 2],
  ['☎️', 2],
  ['☎', 1],
  ['1️⃣', 2],
  ['नमस्ते', 4],
  ['✓ ● ◐ ─ …', 9],
  ['a\u200bb', 2],
])('%s takes %i columns', (text, columns) => expect(displayWidth(text)).toBe(columns))

test('a text is cut between characters as people see them, and says that it was', () => {
  expect(cutToWidth('가나다라', 8)).toBe('가나다라')
  expect(cutToWidth('가나다라', 7)).toBe('가나다…')
  expect(cutToWidth('가나다라', 6)).toBe('가나…')
  expect(cutToWidth('a👩‍👩‍👧b', 3)).toBe('a…')
  expect(cutToWidth('abc', 0)).toBe('')
})

test('a text is filled up to a width that it does not reach', () => {
  expect(padToWidth('가', 4)).toBe('가  ')
  expect(padToWidth('abcdef', 4)).toBe('abc…')
})

test('control characters, escapes and turned writing lose their power', () => {
  expect(oneLine('a\tb\nc\u001b[31md\u0007\u009b2J\u202ee\ud800')).toBe('a b c[31md2Je')
})

test('a long line is broken between words and indented from the second one on', () => {
  expect(wrapToWidth('one two three four', 9, 2)).toEqual(['one two', '  three', '  four'])
  expect(wrapToWidth('가나다 라마바 사아자', 8, 1)).toEqual(['가나다', ' 라마바', ' 사아자'])
  expect(wrapToWidth('unbreakable', 4)).toEqual(['unbr', 'eaka', 'ble'])
  expect(wrapToWidth('', 4)).toEqual([''])
})

test('what is cut, filled or wrapped always fits, and wrapping loses nothing but spaces', () => {
  const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 40 }))
  fc.assert(
    fc.property(anyText, fc.nat(40), fc.nat(10), (text, columns, indent) => {
      expect(displayWidth(cutToWidth(text, columns))).toBeLessThanOrEqual(columns)
      expect(displayWidth(padToWidth(text, columns))).toBe(columns)
      const lines = wrapToWidth(text, columns, indent)
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
      const solid = (of: string) => of.replace(/\s/g, '')
      if (columns > 12 && !lines.at(-1)!.endsWith('…')) expect(solid(lines.join(''))).toBe(solid(oneLine(text)))
    }),
    { numRuns: 500 },
  )
})
