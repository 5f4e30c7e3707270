import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch, writeFiles } from '../../../../test/rig/git.ts'
import { removeDir } from './removal.ts'

/** Some sixteen thousand bytes deep, created from the inside out, because no path could name its end. */
function makeDeep(dir: string): void {
  const around = `${dir}-around`
  mkdirSync(dir)
  for (let depth = 0; depth < 80; depth++) {
    mkdirSync(around)
    renameSync(dir, join(around, 'deeper'.repeat(33)))
    renameSync(around, dir)
  }
}

it('deletes folders nested deeper than the maximum path length, and read-only ones', async () => {
  using place = scratch()
  const dir = join(place.dir, 'work')
  writeFiles(dir, { 'cache/read-only/file.txt': 'x' })
  for (const name of ['one', 'two']) makeDeep(join(dir, name))
  execFileSync('chmod', ['-R', 'a-w', join(dir, 'cache')])
  await removeDir(place.dir, dir)
  expect(existsSync(dir)).toBe(false)
  expect(readdirSync(join(place.dir, '.removed'))).toEqual([])
})
