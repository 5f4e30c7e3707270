import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commitFiles, createUserRepository, createWorld } from '../../../../test/rig/git.ts'

it('reading paths distinguishes files, executables, links and submodules, and returns small texts', async () => {
  using world = await createWorld({
    'a.txt': 'first\n',
    'copy.txt': 'first\n',
    'with\nline.txt': 'é',
    'bin/run*': '#!/bin/sh\n',
  })
  const { vault, user } = world
  symlinkSync('../a.txt', join(user.top, 'bin/link'))
  mkdirSync(join(user.top, 'part'))
  await createUserRepository(join(user.top, 'part'), { 'b.txt': 'b' })
  await commitFiles(user.top, { 'pixels.png': Buffer.from([1, 0, 2]), 'large.txt': 'x'.repeat(101), 'empty.txt': '' })
  const tree = await vault.treeOf((await vault.importHead())!)
  const names = ['a.txt', 'copy.txt', 'with\nline.txt', 'bin/run', 'bin/link', 'part', 'pixels.png', 'large.txt']
  expect(Object.fromEntries(await vault.look(tree, [...names, 'empty.txt', 'gone.txt'], 100))).toEqual({
    'a.txt': { is: 'file', sizeBytes: 6, text: 'first\n' },
    'copy.txt': { is: 'file', sizeBytes: 6, text: 'first\n' },
    'with\nline.txt': { is: 'file', sizeBytes: 2, text: 'é' },
    'bin/run': { is: 'executable', sizeBytes: 10, text: '#!/bin/sh\n' },
    'bin/link': { is: 'link', sizeBytes: 8, text: '../a.txt' },
    part: { is: 'submodule', sizeBytes: 0, text: null },
    'pixels.png': { is: 'file', sizeBytes: 3, text: null },
    'large.txt': { is: 'file', sizeBytes: 101, text: null },
    'empty.txt': { is: 'file', sizeBytes: 0, text: '' },
  })
  expect((await vault.look(tree, [], 100)).size).toBe(0)
})
