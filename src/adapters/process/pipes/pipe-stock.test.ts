import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type OpenPipe, PipeStock } from './pipe-stock.ts'

function place(): string {
  const dir = mkdtempSync(join(tmpdir(), 'pm-agent-pipes-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

const close = (pipes: readonly OpenPipe[]) => {
  for (const { readEnd, writeEnd } of pipes) for (const end of [readEnd, writeEnd]) closeSync(end)
}

test('pipes are made for several children at once, each for one of them only, and leave no name behind', async () => {
  const dir = place()
  let made = 0
  const stock = new PipeStock(async paths => ++made > 0 && spawnSync('mkfifo', paths).status === 0)
  const taken = (await Promise.all([1, 2, 3].map(nth => stock.take(join(dir, `${nth}`), 2)))).flatMap(pipes => pipes!)
  expect([made, new Set(taken.flatMap(({ readEnd, writeEnd }) => [readEnd, writeEnd])).size]).toEqual([1, 12])
  expect(readdirSync(dir)).toEqual([])
  for (const [nth, { writeEnd }] of taken.entries()) writeSync(writeEnd, `words ${nth}`)
  const read = taken.map(({ readEnd }) => {
    const bytes = Buffer.alloc(100)
    return bytes.toString('utf8', 0, readSync(readEnd, bytes))
  })
  expect(read).toEqual(taken.map((_, nth) => `words ${nth}`))
  close(taken)
  close((await stock.take(join(dir, 'rest'), 10))!)
})

test('where no pipe can be made, none is given, and a name that was made is removed', async () => {
  const dir = place()
  const stock = new PipeStock(async paths => spawnSync('mkfifo', [paths[0]!]).status !== 0)
  expect(await stock.take(join(dir, 'child'), 2)).toBe(null)
  expect(readdirSync(dir)).toEqual([])
})
