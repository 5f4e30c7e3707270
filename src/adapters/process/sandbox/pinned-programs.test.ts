import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Scratch, scratch } from '../../../../test/rig/git.ts'
import { PinnedPrograms } from './pinned-programs.ts'

async function folderOfPrograms({ dir }: Scratch): Promise<string> {
  await writeFile(join(dir, 'tool'), '#!/bin/sh\n', { mode: 0o755 })
  return dir
}

test('a program with other bytes is a change, and is named by its path', async () => {
  using place = scratch()
  const dir = await folderOfPrograms(place)
  const pinned = new PinnedPrograms({ PATH: dir })
  expect(pinned.changes()).toEqual([])
  await appendFile(join(dir, 'tool'), 'exit 0\n')
  expect(pinned.changes()).toEqual([join(dir, 'tool')])
})

test('a program that is installed during the run changes no other, also where a link in the folder leads to the folder itself', async () => {
  using place = scratch()
  const dir = await folderOfPrograms(place)
  await symlink('.', join(dir, 'X11'))
  await mkdir(join(dir, 'extensions'))
  const pinned = new PinnedPrograms({ PATH: dir })
  await writeFile(join(dir, 'another'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(dir, 'extensions', 'one'), '')
  expect(pinned.changes()).toEqual([])
})
