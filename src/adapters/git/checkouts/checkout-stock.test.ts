import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commitFiles, createWorld, fingerprint, type World, writeFiles } from '../../../../test/rig/git.ts'
import type { Tree } from '../../../core/plan/ids.ts'
import { CheckoutStock } from './checkout-stock.ts'
import { createRoomCheckout } from './clean-room.ts'
import { isExactly } from './exact-checkout.ts'
import { openRoomDir } from './lay-out.ts'

const FILES = { 'a.txt': 'aaaa', 'run*': '#!/bin/sh\n', 'deep/er/file': 'y', 'deep/other': 'z', thing: 'file' }

async function stocked(world: World) {
  symlinkSync('deep/er', join(world.user.top, 'link'))
  await commitFiles(world.user.top, {})
  const root = join(world.dir, 'rooms')
  const stock = new CheckoutStock({ vaultDir: world.vaultDir, root })
  const rooms = createRoomCheckout({ vaultDir: world.vaultDir, root, stock })
  const base = await world.vault.treeOf((await world.vault.importHead())!)
  const ahead = () => readdirSync(root).filter(name => name.startsWith('.ahead-'))
  const fresh = async (tree: Tree) => {
    const dir = join(world.dir, `fresh-${tree}`)
    await openRoomDir(world.vaultDir, tree, dir)
    return fingerprint(dir)
  }
  return { root, stock, rooms, base, ahead, fresh }
}

describe('a checkout made ahead', () => {
  it('becomes the requested tree, like a fresh one', async () => {
    using world = await createWorld(FILES)
    const { root, stock, rooms, base, ahead, fresh } = await stocked(world)
    const wanted = await world.vault.edit(base, [
      { path: 'a.txt', text: 'changed' },
      { path: 'run', text: 'still executable' },
      { path: 'deep/er/file', remove: true },
      { path: 'thing/inside/it', text: 'a folder now' },
      { path: 'link', text: 'a file now' },
      { path: 'new/folder/file', text: 'new' },
    ])
    await stock.expect(base, 2)
    const inodes = ahead().map(name => lstatSync(join(root, name, 'deep/other')).ino)
    const { dir } = await rooms.open(wanted)
    expect(inodes).toContain(lstatSync(join(dir, 'deep/other')).ino)
    expect(fingerprint(dir)).toEqual(await fresh(wanted))
    expect(existsSync(join(dir, 'deep/er'))).toBe(false)
    const again = await rooms.open(base)
    expect(inodes).toContain(lstatSync(join(again.dir, 'deep/other')).ino)
    expect(fingerprint(again.dir)).toEqual(await fresh(base))
    expect(ahead()).toEqual([])
  })

  it('is not used after it was modified; a fresh one replaces it', async () => {
    using world = await createWorld(FILES)
    const { root, stock, rooms, base, ahead, fresh } = await stocked(world)
    await stock.expect(base, 1)
    const [name] = ahead()
    const { mtime, ino } = lstatSync(join(root, name!, 'a.txt'))
    writeFileSync(join(root, name!, 'a.txt'), 'bbbb')
    utimesSync(join(root, name!, 'a.txt'), mtime, mtime)
    const { dir } = await rooms.open(base)
    expect(fingerprint(dir)).toEqual(await fresh(base))
    expect(lstatSync(join(dir, 'a.txt')).ino).not.toBe(ino)
  })

  it('is never reused, and nothing remains when no more are needed', async () => {
    using world = await createWorld(FILES)
    const { root, stock, rooms, base } = await stocked(world)
    await stock.expect(base, 1)
    const { dir } = await rooms.open(base)
    writeFiles(dir, { 'made/by/command.txt': 'x' })
    await rooms.close(dir)
    expect(existsSync(dir)).toBe(false)
    const next = await rooms.open(base)
    expect(existsSync(join(next.dir, 'made'))).toBe(false)
    await rooms.close(next.dir)
    // It may be in the middle of making one.
    void stock.expect(base, 3)
    await stock.settle()
    expect(readdirSync(root)).toEqual(['.removed'])
    expect(readdirSync(join(root, '.removed'))).toEqual([])
  })

  it('is deleted before many of them accumulate, even if none is needed', async () => {
    using world = await createWorld(FILES)
    const { root, rooms, base } = await stocked(world)
    const waiting = () => readdirSync(join(root, '.removed')).length
    for (let round = 0; round < 20; round++) await rooms.close((await rooms.open(base)).dir)
    await expect.poll(waiting, { timeout: 20_000 }).toBeLessThan(8)
  })

  it('is deleted when its pm-agent has died', async () => {
    using world = await createWorld(FILES)
    const { root, stock, rooms, base, ahead } = await stocked(world)
    const DEAD_PID = 2 ** 22 + 1
    writeFiles(join(root, `.ahead-${DEAD_PID}-x`), { 'a.txt': 'a' })
    writeFiles(join(root, `.history-${DEAD_PID}-x`), { 'a.txt': 'a' })
    await stock.expect(base, 1)
    expect(readdirSync(root).filter(name => name.includes(String(DEAD_PID)))).toEqual([])
    expect(ahead()).toHaveLength(1)
    await rooms.close((await rooms.open(base)).dir)
  })
})

/** Modifications that an agent could make to a checkout; time stamps are restored afterwards. */
const TAMPERINGS: Readonly<Record<string, (dir: string) => void>> = {
  'other bytes of the same length': dir => writeFileSync(join(dir, 'a.txt'), 'bbbb'),
  'a file more': dir => writeFileSync(join(dir, 'deep', '.hidden'), ''),
  'a folder more': dir => mkdirSync(join(dir, 'node_modules')),
  'a file less': dir => rmSync(join(dir, 'a.txt')),
  'a file under another name': dir => renameSync(join(dir, 'a.txt'), join(dir, 'b.txt')),
  'an executable that is none': dir => chmodSync(join(dir, 'run'), 0o644),
  'a file that others may write': dir => chmodSync(join(dir, 'a.txt'), 0o666),
  'a folder with other rights': dir => chmodSync(join(dir, 'deep'), 0o2755),
  'a link that leads elsewhere': dir => {
    rmSync(join(dir, 'link'))
    symlinkSync('/etc', join(dir, 'link'))
  },
  'a link in place of a file': dir => {
    renameSync(join(dir, 'a.txt'), `${dir}-a.txt`)
    symlinkSync(`${dir}-a.txt`, join(dir, 'a.txt'))
  },
  'a link in place of a folder': dir => {
    renameSync(join(dir, 'deep'), `${dir}-deep`)
    symlinkSync(`${dir}-deep`, join(dir, 'deep'))
  },
  'a second name for a file': dir => linkSync(join(dir, 'a.txt'), `${dir}-second`),
}

describe('the byte comparison', () => {
  for (const [what, tamper] of Object.entries(TAMPERINGS))
    it(`finds ${what}`, async () => {
      using world = await createWorld(FILES)
      const { base, root } = await stocked(world)
      const dir = join(root, 'room')
      await openRoomDir(world.vaultDir, base, dir)
      const place = { dir, sealedAt: Number.POSITIVE_INFINITY }
      expect(await isExactly(world.vaultDir, base, place)).toBe(true)
      tamper(dir)
      expect(await isExactly(world.vaultDir, base, place)).toBe(false)
    })

  it('finds that a file was touched, whatever the change', async () => {
    using world = await createWorld(FILES)
    const { base, root } = await stocked(world)
    const dir = join(root, 'room')
    await openRoomDir(world.vaultDir, base, dir)
    const { ctimeMs, mtime } = lstatSync(join(dir, 'a.txt'))
    utimesSync(join(dir, 'a.txt'), mtime, mtime)
    const sealedAt = ctimeMs - 1
    expect(await isExactly(world.vaultDir, base, { dir, sealedAt })).toBe(false)
  })
})
