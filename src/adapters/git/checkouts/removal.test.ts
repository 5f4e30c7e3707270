import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeDeep } from '../../../../test/rig/deep-folder.ts'
import { scratch, writeFiles } from '../../../../test/rig/git.ts'
import { removeDir } from './removal.ts'

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
