import { appendFile, mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
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

test('a program is changed by one that is put in its place with the same size and times, by a new target of a link, and by removal', async () => {
  using place = scratch()
  const dir = await folderOfPrograms(place)
  await writeFile(join(dir, 'gone'), '', { mode: 0o755 })
  await writeFile(join(place.dir, 'other'), 'x', { mode: 0o755 })
  await symlink('tool', join(dir, 'link'))
  const pinned = new PinnedPrograms({ PATH: dir })
  // Twice, because the second look takes the names of the folder from memory.
  expect([pinned.changes(), pinned.changes()]).toEqual([[], []])
  const { atime, mtime } = await stat(join(dir, 'tool'))
  await writeFile(join(dir, 'new'), '#!/bin/xx\n', { mode: 0o755 })
  await utimes(join(dir, 'new'), atime, mtime)
  await rename(join(dir, 'new'), join(dir, 'tool'))
  await rm(join(dir, 'gone'))
  expect(pinned.changes().toSorted()).toEqual(['gone', 'link', 'tool'].map(name => join(dir, name)))
})

test('an own file in a folder that is new is a change, whenever it is put there', async () => {
  using place = scratch()
  const own = join(place.dir, 'own')
  await mkdir(own)
  const pinned = new PinnedPrograms({ PATH: '' }, [own])
  expect(pinned.changes()).toEqual([])
  for (const name of ['one', 'two']) {
    await mkdir(join(own, name))
    await writeFile(join(own, name, 'main.js'), '')
    expect(pinned.changes()).toContain(join(own, name, 'main.js'))
  }
})

test('new or changed settings of a registry, start-up files of Python and own files are changes', async () => {
  using place = scratch()
  const { dir } = place
  const [home, own, python] = [
    join(dir, 'home'),
    join(dir, 'own'),
    join(dir, 'home/.local/lib/python3.12/site-packages'),
  ]
  for (const folder of [own, python]) await mkdir(folder, { recursive: true })
  await writeFile(join(own, 'main.js'), '')
  const pinned = new PinnedPrograms({ HOME: home, PATH: '' }, [own])
  await writeFile(join(home, '.npmrc'), 'script-shell=/tmp/sh\n')
  await writeFile(join(python, 'load.pth'), 'import os\n')
  await appendFile(join(own, 'main.js'), 'exit\n')
  expect(pinned.changes().toSorted()).toEqual([
    join(home, '.local/lib/python3.12/site-packages/load.pth'),
    join(home, '.npmrc'),
    join(own, 'main.js'),
  ])
})
