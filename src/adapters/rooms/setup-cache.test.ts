import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RoomsRig } from '../../../test/rig/proof/rooms.ts'
import { tree } from '../../core/plan/ids.ts'
import { DEFAULT_LIMITS, fittingsOf } from '../../core/settings/config.ts'
import { readEntry, SetupCache } from './setup-cache.ts'

const COUNT = 'echo called >> ../../calls'
const INSTALL = `${COUNT}; mkdir node_modules; cp package-lock.json node_modules/installed`

function rig(): RoomsRig {
  const made = new RoomsRig()
  made.write({
    'trees/a/package-lock.json': 'one',
    'trees/a/src/a.js': 'a',
    'trees/b/package-lock.json': 'one',
    'trees/b/src/a.js': 'changed',
    'trees/c/package-lock.json': 'two',
  })
  return made
}

const kept = (world: RoomsRig): string => join(world.cacheDir, readdirSync(world.cacheDir)[0]!)
const installed = (dir: string): string => readFileSync(join(dir, 'node_modules/installed'), 'utf8')

test('what setup made is there without running it, as long as the lock files are the same', async () => {
  using world = rig()
  const first = await world.setUp(await world.open('a'), INSTALL)
  expect([first.ending, first.cached]).toEqual([{ is: 'exited', code: 0 }, undefined])
  const room = await world.open('b')
  const second = await world.setUp(room, INSTALL)
  expect([second.ending, second.cached, installed(room.dir)]).toEqual([{ is: 'exited', code: 0 }, true, 'one'])
  const other = await world.open('c')
  await world.setUp(other, INSTALL)
  expect([world.lines('calls').length, installed(other.dir)]).toEqual([2, 'two'])
})

test('rooms that need the same at the same time wait for one setup', async () => {
  using world = rig()
  const rooms = await Promise.all(['a', 'b', 'a', 'b'].map(id => world.open(id)))
  await Promise.all(rooms.map(room => world.setUp(room, INSTALL)))
  expect(world.lines('calls')).toHaveLength(1)
  expect(rooms.map(room => installed(room.dir))).toEqual(['one', 'one', 'one', 'one'])
})

test('another command, another variable and another script of the command are another setup', async () => {
  using world = rig()
  world.write({ 'trees/a/tools/setup.sh': COUNT, 'trees/b/tools/setup.sh': `${COUNT} # changed` })
  const key = async (id: string, command: string, fittings = fittingsOf({})) =>
    world.rooms.setupKey((await world.open(id)).dir, command, fittings)
  const passing = fittingsOf({ env: { pass: ['SECRET'], set: {} } })
  const keys = [
    await key('a', 'sh tools/setup.sh'),
    await key('b', 'sh tools/setup.sh'),
    await key('a', 'sh ./tools/setup.sh'),
    await key('a', 'sh tools/setup.sh', passing),
  ]
  expect(new Set(keys).size).toBe(4)
  expect(await key('a', 'npm ci')).toBe(await key('b', 'npm ci'))
})

test('nobody shares a file with the cache, and what a room does to its copy stays there', async () => {
  using world = rig()
  const first = await world.open('a')
  await world.setUp(first, INSTALL)
  writeFileSync(join(first.dir, 'node_modules/installed'), 'spoilt')
  const second = await world.open('a')
  await world.setUp(second, INSTALL)
  expect(installed(second.dir)).toBe('one')
  const inodes = [first.dir, second.dir, join(kept(world), 'made')].map(
    dir => statSync(join(dir, 'node_modules/installed')).ino,
  )
  expect(new Set(inodes).size).toBe(3)
})

test.each([
  [
    'another content of the same length and time',
    (file: string) => {
      const { atime, mtime } = statSync(file)
      writeFileSync(file, 'own')
      utimesSync(file, atime, mtime)
    },
  ],
  ['a file more', (file: string) => writeFileSync(join(file, '../evil'), '')],
])('a cache in which somebody put %s is made again', async (_, tamper) => {
  using world = rig()
  await world.setUp(await world.open('a'), INSTALL)
  tamper(join(kept(world), 'made/node_modules/installed'))
  const room = await world.open('a')
  const result = await world.setUp(room, INSTALL)
  expect([result.cached, world.lines('calls').length]).toEqual([undefined, 2])
  expect([installed(room.dir), readdirSync(join(room.dir, 'node_modules'))]).toEqual(['one', ['installed']])
  expect((await world.setUp(await world.open('a'), INSTALL)).cached).toBe(true)
})

test('what a draft brings is never kept, and a failed setup neither', async () => {
  using world = rig()
  await world.setUp(await world.open('a'), INSTALL, { ofBase: false })
  await world.setUp(await world.open('a'), `${INSTALL}; false`)
  expect(readdirSync(world.cacheDir)).toEqual([])
})

test.each([
  ['makes a folder of the project', `${INSTALL}; mkdir dist`, 'it also makes dist'],
  ['changes a file of the project', `${INSTALL}; echo x >> src/a*`, 'it changes files of the project: src/a.js'],
  ['links in packages from elsewhere', `${COUNT}; ln -s /usr node_modules`, 'node_modules only leads elsewhere'],
  ['changes its lock file', `${INSTALL}; echo x >> package-lock.json`, 'it changes files that decide what it makes'],
])('a setup that %s runs each time, and the reason is kept', async (_, command, reason) => {
  using world = rig()
  await world.setUp(await world.open('a'), command)
  expect((await world.setUp(await world.open('a'), command)).cached).toBe(undefined)
  expect(world.lines('calls')).toHaveLength(2)
  expect(readEntry(kept(world))?.refusal).toContain(reason)
})

test('scripts and links that name the folder they were made in name the one they are in', async () => {
  using world = rig()
  const venv =
    'mkdir -p .venv/bin; printf "#!%s\\n" "$PWD/.venv/bin/python" > .venv/bin/tool; chmod 755 .venv/bin/tool; ln -s "$PWD/src/a.js" .venv/a'
  const first = await world.open('a')
  await world.setUp(first, venv)
  await world.rooms.close(first)
  const room = await world.open('b')
  expect((await world.setUp(room, venv)).cached).toBe(true)
  expect(readFileSync(join(room.dir, '.venv/bin/tool'), 'utf8')).toBe(`#!${room.dir}/.venv/bin/python\n`)
  expect(statSync(join(room.dir, '.venv/bin/tool')).mode & 0o777).toBe(0o755)
  expect(readFileSync(join(room.dir, '.venv/a'), 'utf8')).toBe('changed')
})

test('nothing is put through a link that a tree brought', async () => {
  using world = rig()
  world.write({ 'trees/a/pkg/package.json': '{}', 'user/pkg/.env': 'secret', 'outside/package.json': '{}' })
  await world.setUp(await world.open('a'), 'mkdir -p pkg/node_modules; touch pkg/node_modules/x')
  const entry = readEntry(kept(world))!
  expect(entry.paths).toEqual(['pkg/node_modules'])
  symlinkSync(join(world.dir, 'outside'), join(world.dir, 'trees/b/pkg'))
  const room = await world.open('b', { copy: ['pkg/.env'] })
  const cache = new SetupCache(world.cacheDir, { copy: () => Promise.reject(), naming: async () => null })
  expect(await cache.put(entry, { dir: room.dir, as: room.dir })).toBe(false)
  expect(readdirSync(join(world.dir, 'outside'))).toEqual(['package.json'])
})

test('a workspace gets what setup makes, made in a room of its own where it must be, and only what is ignored there', async () => {
  using world = rig()
  world.write({ 'user/.env.local': 'secret' })
  const command = `${INSTALL}; mkdir vendor`
  const workspace = join(world.dir, 'workspace')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'package-lock.json'), 'one')
  const spec = { command, minutes: 1, limits: DEFAULT_LIMITS, token: 'token', home: 'users', ofBase: true } as const
  const furniture = {
    as: workspace,
    isIgnored: async (path: string) => path === 'node_modules',
    tree: tree('a'),
    setup: spec,
    fittings: fittingsOf({ copy: ['.env.local'] }),
  }
  await world.rooms.furnish(workspace, furniture, new AbortController().signal)
  expect(readdirSync(workspace).sort()).toEqual(['.env.local', 'node_modules', 'package-lock.json'])
  expect(installed(workspace)).toBe('one')
  expect(readdirSync(join(world.dir, 'rooms'))).toEqual([])
})
