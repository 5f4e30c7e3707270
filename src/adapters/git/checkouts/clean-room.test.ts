import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commitFiles, createWorld, fingerprint, gitIn, writeFiles } from '../../../../test/rig/git.ts'
import { createRoomCheckout } from './clean-room.ts'

describe('a clean room', () => {
  it('contains the bytes of the tree, whatever its git attributes', async () => {
    using world = await createWorld({})
    const marker = join(world.dir, 'marker')
    const files = {
      'lf.txt': 'one\ntwo\n',
      'crlf.txt': 'one\r\ntwo\r\n',
      'ident.txt': '$Id$\n',
      'binary.bin': Buffer.from([0, 1, 255, 13, 10]),
    }
    await gitIn(world.user.top, 'config', 'core.autocrlf', 'false')
    await commitFiles(world.user.top, files)
    const attributes = '* text eol=crlf ident filter=evil working-tree-encoding=UTF-16\n[attr]text filter=evil\n'
    await gitIn(world.user.top, 'config', 'filter.evil.smudge', `touch '${marker}'; cat`)
    const { vault } = world
    const head = await vault.treeOf((await vault.importHead())!)
    const tree = await vault.edit(head, [{ path: '.gitattributes', text: attributes }])
    const rooms = createRoomCheckout({ vaultDir: world.vaultDir, root: join(world.dir, 'rooms') })
    const { dir } = await rooms.open(tree)
    for (const [name, content] of Object.entries(files)) {
      expect([name, readFileSync(join(dir, name))]).toEqual([name, Buffer.from(content)])
    }
    expect(existsSync(marker)).toBe(false)
  })

  it('contains links, executables and odd names, and no git files', async () => {
    using world = await createWorld({ 'run*': '#!/bin/sh\n', 'two\nlines 🎉': 'x', 'deep/er/file': 'y' })
    symlinkSync('deep/er', join(world.user.top, 'link'))
    await commitFiles(world.user.top, {})
    const tree = await world.vault.treeOf((await world.vault.importHead())!)
    const rooms = createRoomCheckout({ vaultDir: world.vaultDir, root: join(world.dir, 'rooms') })
    const { dir } = await rooms.open(tree)
    expect(readdirSync(dir).sort()).toEqual(['deep', 'link', 'run', 'two\nlines 🎉'])
    expect(lstatSync(join(dir, 'run')).mode & 0o111).toBe(0o111)
    expect(readlinkSync(join(dir, 'link'))).toBe('deep/er')
  })

  it('is a new directory each time, and deleted when it is closed', async () => {
    using world = await createWorld({ 'a.txt': 'a' })
    const tree = await world.vault.treeOf((await world.vault.importHead())!)
    const root = join(world.dir, 'rooms')
    const rooms = createRoomCheckout({ vaultDir: world.vaultDir, root })
    const opened = await Promise.all(Array.from({ length: 4 }, () => rooms.open(tree)))
    const [first, ...others] = opened.map(room => room.dir)
    expect(new Set([first, ...others]).size).toBe(4)
    writeFiles(first!, { 'made/by/command.txt': 'x' })
    mkdirSync(join(first!, 'locked'), { mode: 0o500 })
    await rooms.close(first!)
    await rooms.close(first!)
    expect(existsSync(first!)).toBe(false)
    expect(readdirSync(join(root, '.removed'))).toEqual([])
    for (const dir of others) expect(Object.keys(fingerprint(dir))).toEqual(['a.txt'])
  })

  it('may be empty', async () => {
    using world = await createWorld({})
    const rooms = createRoomCheckout({ vaultDir: world.vaultDir, root: join(world.dir, 'rooms') })
    const { dir } = await rooms.open(await world.vault.emptyTree())
    expect(readdirSync(dir)).toEqual([])
  })
})
