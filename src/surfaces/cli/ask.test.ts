import { PassThrough } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'
import { expect, test } from 'vitest'
import { askerAt } from './ask.ts'

/** A terminal, its keyboard and the text on it. */
function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  const ask = askerAt(input as unknown as ReadStream, output as unknown as WriteStream)!
  return { input, ask, text: () => String(output.read()) }
}

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('after %s there is no answer, and what follows begins on a line of its own', async (_name, key) => {
  const { input, ask, text } = terminal()
  const answered = ask('Really? ')
  input.write(key)
  expect(await answered).toBe(null)
  expect(text()).toMatch(/Really\? [^\n]*\n$/)
})

test('an answer is what was typed before enter', async () => {
  const { input, ask } = terminal()
  const answered = ask('Really? ')
  input.write('yes\r')
  expect(await answered).toBe('yes')
})
