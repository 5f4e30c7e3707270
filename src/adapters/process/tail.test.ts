import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTail } from './tail.ts'

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'pm-agent-tail-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function file(content: string | Buffer): string {
  const path = join(dir, 'output.log')
  writeFileSync(path, content)
  return path
}

test('a short output comes whole, with the line that is being written and the time of the last word', async () => {
  const path = file('one\ntwo\nthr')
  utimesSync(path, new Date(5_000), new Date(5_000))
  expect(await readTail(path)).toEqual({ lines: ['one', 'two', 'thr'], changedAt: 5_000 })
})

test('of a long output only the end is read, from the start of a line', async () => {
  const path = file(Array.from({ length: 100_000 }, (_, at) => `line ${at}`).join('\n'))
  const tail = await readTail(path)
  expect(tail!.lines.at(-1)).toBe('line 99999')
  expect(tail!.lines.every(line => /^line \d+$/.test(line))).toBe(true)
  expect(tail!.lines.join('\n').length).toBeLessThanOrEqual(8 * 1024)
})

test('a single line that is longer than what is read shows its end', async () => {
  expect((await readTail(file(`${'x'.repeat(50)}end`), 10))!.lines).toEqual(['xxxxxxxend'])
})

test('a character that the cut goes through is not in the way', async () => {
  expect((await readTail(file('가나다\n라마바'), 11))!.lines).toEqual(['라마바'])
})

test('colours and progress lines are as a person would have seen them in the end', async () => {
  const path = file('\u001b[31mred\u001b[0m\n10%\r50%\r100%\n\u001b[2J\u0007done\n')
  expect((await readTail(path))!.lines).toEqual(['red', '100%', 'done'])
})

test('a file that is empty has no lines, and one that is not there is no tail', async () => {
  expect((await readTail(file('')))!.lines).toEqual([])
  expect(await readTail(join(dir, 'nowhere.log'))).toBeNull()
  expect(await readTail(dir)).toBeNull()
})
