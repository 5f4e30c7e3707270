/** truncate in TypeScript, with something around it. */
import { report, write } from '../agent.mjs'

export function typescript({ head = '', tail = '' } = {}) {
  write('src/truncate.ts', `${head}/** At most so many characters, with dots where something was cut. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  return max < 3 ? '.'.repeat(max) : text.slice(0, max - 3) + '...'
}
${tail}`)
  write('test/truncate.test.ts', `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { truncate } from '../src/truncate.ts'

test('a short text stays', () => {
  assert.equal(truncate('abc', 5), 'abc')
})

test('a long text is cut', () => {
  assert.equal(truncate('abcdefgh', 6), 'abc...')
})
`)
  report()
}
