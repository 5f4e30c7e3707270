import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RoomsRig } from '../../../test/rig/proof/rooms.ts'
import { findProcesses } from '../process/process-table.ts'
import { servicesToken } from '../process/services-token.ts'

const LOG = (word: string) => `echo "${word} $PM_AGENT_PORT_BASE" >> ../../log`

/** A server in the background that writes its port when it is there. */
const SERVICES = {
  up: `${LOG('up')}; (sleep 0.2; echo ready > served; exec sleep 1000) &`,
  ready: 'test -e served',
  down: `${LOG('down')}; rm -f served`,
  exclusive: false,
}

function rig(): RoomsRig {
  const world = new RoomsRig()
  world.write({ 'trees/a/a.txt': 'a', 'trees/b/b.txt': 'b' })
  return world
}

const words = (world: RoomsRig): readonly string[] => world.lines('log').map(line => line.split(' ')[0]!)

test('services are up and ready before the first command, stay for the next, and go down with the room', async () => {
  using world = rig()
  const token = randomUUID()
  const room = await world.open('a', { services: SERVICES })
  await world.run(room, `cat served && ${LOG('command')}`, { token })
  await world.run(room, `cat served && ${LOG('command')}`, { token })
  expect(findProcesses(servicesToken(token), null).pids.length).toBeGreaterThan(0)
  await world.rooms.close(room)
  expect(words(world)).toEqual(['up', 'command', 'command', 'down'])
  expect(new Set(world.lines('log').map(line => line.split(' ')[1])).size).toBe(1)
  expect(findProcesses(servicesToken(token), null).pids).toEqual([])
})

test('they go down after a failure and after an interruption too', async () => {
  using world = rig()
  const failing = await world.open('a', { services: SERVICES })
  expect((await world.run(failing, 'false')).ending).toEqual({ is: 'exited', code: 1 })
  await world.rooms.close(failing)
  const stopping = await world.open('a', { services: SERVICES })
  const stop = new AbortController()
  const running = world.run(stopping, 'touch ../../begun; sleep 1000', {}, stop.signal)
  await expect.poll(() => world.lines('begun').length, { timeout: 10_000 }).toBe(1)
  stop.abort()
  expect((await running).ending).toEqual({ is: 'stopped' })
  await world.rooms.close(stopping)
  expect(words(world)).toEqual(['up', 'down', 'up', 'down'])
})

test('services that do not come up keep the command from running, say why, and go down', async () => {
  using world = rig()
  const room = await world.open('a', { services: { ...SERVICES, up: 'echo no such image; exit 3', ready: null } })
  const result = await world.run(room, LOG('command'))
  expect(result.ending).toEqual({
    is: 'could-not-start',
    problem: 'services.up (echo no such image; exit 3) failed: no such image',
  })
  expect(words(world)).toEqual(['down'])
})

test('a server in the foreground is asked whether it is ready, and is gone with its room', async () => {
  using world = rig()
  const room = await world.open('a', { services: { ...SERVICES, up: 'touch served; exec sleep 1000', down: null } })
  expect((await world.run(room, 'test -e served')).ending).toEqual({ is: 'exited', code: 0 })
  await world.rooms.close(room)
})

test('two rooms with services have different ports', async () => {
  using world = rig()
  const served = { services: { ...SERVICES, up: 'true', ready: null, down: null } }
  const rooms = await Promise.all([world.open('a', served), world.open('b', served), world.open('a', served)])
  const ports = await Promise.all(rooms.map(async room => (await world.run(room, 'echo $PM_AGENT_PORT_BASE')).stdout))
  await Promise.all(rooms.map(room => world.rooms.close(room)))
  expect(new Set(ports).size).toBe(3)
  expect(ports[0]).toMatch(/^\d{5}\n$/)
})

test('exclusive services are up in one room at a time, also when a proof has two rooms open', async () => {
  using world = rig()
  const services = { ...SERVICES, exclusive: true }
  const [one, other] = [await world.open('a', { services }), await world.open('b', { services })]
  await Promise.all([world.run(one, LOG('command')), world.run(other, LOG('command')), world.run(one, LOG('command'))])
  await world.rooms.close(one)
  await world.rooms.close(other)
  expect(words(world)).toEqual(['up', 'command', 'down', 'up', 'command', 'down', 'up', 'command', 'down'])
})

test('variables reach commands by name and by value, and nothing else of the user does', async () => {
  using world = rig()
  const room = await world.open('a', { env: { pass: ['SECRET'], set: { COLOUR: 'blue' } } })
  expect((await world.run(room, 'echo $SECRET $COLOUR')).stdout).toBe('hush blue\n')
  expect((await world.run(await world.open('a'), 'echo $SECRET')).stdout).toBe('\n')
})

test('the sandbox says what is reached, and a restricted network is one or is not called so', async () => {
  using world = rig()
  const at = async (network: 'off' | 'loopback' | 'on' | null, services = null as typeof SERVICES | null) => {
    const fittings = { copy: [], services, env: { pass: [], set: {} }, network }
    return (await world.rooms.environment(fittings)).sandbox
  }
  expect([await at(null), await at('on'), await at('off', SERVICES)]).toEqual([
    'no sandbox (process group only)',
    'no sandbox (process group only)',
    'no sandbox (process group only), network not restricted',
  ])
  const room = await world.open('a', { network: 'off' })
  const devices = (await world.run(room, "grep -c ':' /proc/net/dev")).stdout.trim()
  // Where namespaces are not allowed nothing is restricted, and it says so.
  expect(await at('off')).toBe(
    devices === '1'
      ? 'no sandbox (process group only), no network'
      : 'no sandbox (process group only), network not restricted',
  )
})

test('a result depends on the copied files and the variables, and a missing file is named', async () => {
  using world = rig()
  const fittings = { copy: ['.env'], services: null, env: { pass: ['SECRET'], set: {} }, network: null }
  expect((await world.rooms.environment(fittings)).missing).toEqual([
    '.env, which pm-agent.yaml says to copy, is not in your checkout',
  ])
  world.write({ 'user/.env': 'one' })
  const before = await world.rooms.environment(fittings)
  expect(before.missing).toBe(undefined)
  world.write({ 'user/.env': 'two' })
  expect((await world.rooms.environment(fittings)).toolchain.copied).not.toBe(before.toolchain.copied)
  const room = await world.open('a', fittings)
  expect((await world.run(room, 'cat .env')).stdout).toBe('two')
  expect(JSON.stringify(before)).not.toContain('hush')
  expect(join(world.dir, 'user')).toBe(world.usersTop)
})
