import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RoomsRig } from '../../../test/rig/proof/rooms.ts'

const CACHE = process.platform === 'darwin' ? 'Library/Caches/go-build' : '.cache/go-build'
const builds = (what: string) => `mkdir -p ~/${CACHE} && echo ${what} > ~/${CACHE}/${what}`
const LOOK = `ls ~/${CACHE} 2>/dev/null || echo nothing`

/** What a command in a new room finds in the cache of compilers. */
async function foundIn(world: RoomsRig): Promise<string> {
  const room = await world.open('other')
  const { stdout } = await world.run(room, LOOK)
  await world.rooms.close(room)
  return stdout.trim()
}

function rig(): RoomsRig {
  const world = new RoomsRig()
  world.write({ 'trees/base/a.txt': 'a', 'trees/draft/a.txt': 'b', 'trees/other/a.txt': 'c' })
  return world
}

test('a new room begins with what compilers built in runs of the base', async () => {
  using world = rig()
  const base = await world.open('base')
  expect(await foundIn(world)).toBe('nothing')
  await world.run(base, builds('library'), { ofBase: true })
  expect(await foundIn(world)).toBe('library')
  await world.run(base, builds('more'), { ofBase: true })
  expect(await foundIn(world)).toBe('library\nmore')
})

test('what compilers built for a draft stays in its room, and goes with it', async () => {
  using world = rig()
  const base = await world.open('base')
  await world.run(base, builds('library'), { ofBase: true })
  const draft = await world.open('draft')
  await world.run(draft, `${builds('poison')}; echo changed > ~/${CACHE}/library`)
  expect((await world.run(draft, LOOK)).stdout.trim()).toBe('library\npoison')
  expect(await foundIn(world)).toBe('library')
  expect((await world.run(base, `cat ~/${CACHE}/library`, { ofBase: true })).stdout.trim()).toBe('library')
  await world.rooms.close(draft)
  await world.rooms.close(base)
  expect(readdirSync(join(world.dir, 'temp'))).toEqual([])
})

test('what is kept is not used once somebody changed it', async () => {
  using world = rig()
  const base = await world.open('base')
  await world.run(base, builds('library'), { ofBase: true })
  appendFileSync(join(world.cacheDir, '.compilers', 'built', 'library'), 'more')
  expect(await foundIn(world)).toBe('nothing')
})

test('a link in the place of the cache is not followed', async () => {
  using world = rig()
  const precious = join(world.dir, 'precious')
  mkdirSync(join(precious, 'go-build'), { recursive: true })
  const draft = await world.open('draft')
  await world.run(draft, `mkdir -p ~/${join(CACHE, '..', '..')} && ln -s "${precious}" ~/${join(CACHE, '..')}`)
  expect(existsSync(join(precious, 'go-build'))).toBe(true)
})
