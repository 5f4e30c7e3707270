import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compareWith, digestOf, linksTo, takeSnapshot } from './setup-output.ts'

test('others have their turn while many files are looked at', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'many-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  for (const folder of ['a', 'b', 'c']) {
    mkdirSync(join(dir, folder))
    for (let nth = 0; nth < 1_000; nth++) writeFileSync(join(dir, folder, `${nth}`), '')
  }
  const before = await takeSnapshot(dir)
  const works = [() => takeSnapshot(dir), () => compareWith(before, dir), () => digestOf(dir), () => linksTo(dir, '/')]
  for (const work of works) {
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await work()
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(3)
  }
})
