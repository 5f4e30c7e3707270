import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedText } from './bounded-text.ts'

const kept = (headBytesMax: number, tailBytesMax: number, chunks: readonly (string | Buffer)[]): string => {
  const text = new BoundedText({ headBytesMax, tailBytesMax })
  for (const chunk of chunks) text.push(Buffer.from(chunk))
  return text.text()
}

test('short text is kept whole, however it arrives', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 8 }), { maxLength: 5 }), chunks => {
      expect(kept(32, 128, chunks)).toBe(chunks.join(''))
    }),
  )
})

test('of long text the beginning and the end are kept, and a line says how much is missing', () => {
  expect(kept(4, 6, ['abcdefgh', 'ijklmnop', 'q', 'rst'])).toBe('abcd\n… 10 bytes left out …\nopqrst')
})

test('the end is right whatever the sizes of the pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 30 }), sizes => {
      let next = 0
      const chunks = sizes.map(size =>
        Array.from({ length: size }, () => String.fromCharCode(97 + (next++ % 26))).join(''),
      )
      const whole = chunks.join('')
      const text = kept(7, 11, chunks)
      const cut = `${whole.slice(0, 7)}\n… ${whole.length - 18} bytes left out …\n${whole.slice(-11)}`
      expect(text).toBe(whole.length <= 18 ? whole : cut)
    }),
  )
})

test('a cut never leaves half a character', () => {
  for (let head = 1; head < 9; head++)
    for (let tail = 4; tail < 9; tail++)
      expect(kept(head, tail, ['a😀é', '…ß'.repeat(20), '😀é'])).not.toContain('\ufffd')
})
