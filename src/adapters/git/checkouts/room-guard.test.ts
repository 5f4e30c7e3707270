import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../../test/rig/git.ts'
import { createRoomCheckout } from './clean-room.ts'

const FILES = {
  'src/a.js': 'export const a = 1\n',
  'src/b.js': 'export const b = 2\n',
  'src/deep/c.js': '',
  'run.sh': 'exit 0\n',
}

async function room() {
  const world = await createWorld(FILES)
  const tree = await world.vault.treeOf((await world.vault.importHead())!)
  const rooms = createRoomCheckout({ vaultDir: world.vaultDir, root: join(world.dir, 'rooms') })
  const { dir, guard } = await rooms.open(tree)
  const after = async (command: (at: (path: string) => string) => void) => {
    guard.begin()
    command(path => join(dir, path))
    return guard.look()
  }
  return { after, [Symbol.dispose]: () => world[Symbol.dispose]() }
}

const NOTHING = { changed: [], restored: [] }

describe('the guard of a room', () => {
  it('says nothing about files that are not tracked', async () => {
    using world = await room()
    const seen = await world.after(at => {
      mkdirSync(at('dist'))
      writeFileSync(at('dist/a.js'), 'built')
      writeFileSync(at('src/a.js.map'), '{}')
    })
    expect(seen).toEqual(NOTHING)
  })

  it('names a file with other bytes, and one that is gone', async () => {
    using world = await room()
    const seen = await world.after(at => {
      writeFileSync(at('src/a.js'), 'export const a = 7\n')
      rmSync(at('run.sh'))
    })
    expect(seen).toEqual({ changed: ['run.sh', 'src/a.js'], restored: [] })
  })

  it('names every file below a folder that has become a file', async () => {
    using world = await room()
    const seen = await world.after(at => {
      rmSync(at('src'), { recursive: true })
      writeFileSync(at('src'), 'no folder')
    })
    expect(seen).toEqual({ changed: ['src', 'src/deep', 'src/a.js', 'src/b.js', 'src/deep/c.js'], restored: [] })
  })

  it('is not misled by a time that is put back', async () => {
    using world = await room()
    const seen = await world.after(at => {
      const { atime, mtime } = statSync(at('src/a.js'))
      writeFileSync(at('src/a.js'), 'export const a = 7\n')
      utimesSync(at('src/a.js'), atime, mtime)
    })
    expect(seen.changed).toEqual(['src/a.js'])
  })

  it('names a file that became executable', async () => {
    using world = await room()
    expect(await world.after(at => chmodSync(at('run.sh'), 0o755))).toEqual({ changed: ['run.sh'], restored: [] })
  })

  it('names a folder that leads elsewhere, even where the same files lie there', async () => {
    using world = await room()
    const seen = await world.after(at => {
      renameSync(at('src'), at('elsewhere'))
      symlinkSync('elsewhere', at('src'))
    })
    expect(seen.changed).toEqual(['src'])
  })

  it('names a file that is another one for a while as one that was put back', async () => {
    using world = await room()
    const seen = await world.after(at => {
      const before = readFileSync(at('src/b.js'))
      writeFileSync(at('src/b.js'), 'export const b = 3\n')
      writeFileSync(at('src/b.js'), before)
    })
    expect(seen).toEqual({ changed: [], restored: ['src/b.js'] })
  })

  it('speaks of each command alone: what an earlier one put back is not said again', async () => {
    using world = await room()
    await world.after(at => writeFileSync(at('src/b.js'), FILES['src/b.js']))
    expect(await world.after(() => {})).toEqual(NOTHING)
  })
})
