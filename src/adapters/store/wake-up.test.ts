import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { Bell } from './wake-up.ts'

const AN_HOUR_MS = 3_600_000
let file: string
let version: number
const dataVersion = (): number => version
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'pm-agent-bell-')), 'bell')
  version = 1
})

it('a ring is heard without waiting for the timer', async () => {
  const [ringer, hearer] = [new Bell(file, { dataVersion }), new Bell(file, { dataVersion, fallbackMs: AN_HOUR_MS })]
  ringer.hang()
  const heard = nextCall(hearer)
  version = 2
  ringer.ring()

  await heard
  hearer.close()
})

it('a ring without news wakes no listener', async () => {
  const bell = new Bell(file, { dataVersion, fallbackMs: AN_HOUR_MS })
  bell.hang()
  const calls: number[] = []
  bell.watch(() => calls.push(version))
  bell.ring()
  // A second watcher of the same file gets the ring at the same time, which shows that it arrived.
  const other = new Bell(file, { dataVersion: () => Math.random(), fallbackMs: AN_HOUR_MS })
  const heard = nextCall(other)
  bell.ring()
  await heard
  version = 2
  const called = nextCall(bell)
  bell.ring()
  await called

  expect(calls).toEqual([2])
  bell.close()
  other.close()
})

it('a process that cannot watch the file polls it', async () => {
  const bell = new Bell(join(file, 'nowhere'), { dataVersion, fallbackMs: 5 })
  const called = nextCall(bell)
  version = 2

  await called
  bell.close()
})

it('a deleted bell file is recreated by the next ring', () => {
  const bell = new Bell(file, { dataVersion })
  bell.hang()
  rmSync(file)
  bell.ring()

  expect(statSync(file).size).toBe(0)
})

it('ringing without write access is harmless', () => {
  new Bell(join(file, 'nowhere'), { dataVersion }).ring()
})

it('a closed bell calls no listener, not even one that was about to be called', async () => {
  const bell = new Bell(file, { dataVersion })
  bell.hang()
  bell.watch(() => expect.unreachable('a closed bell called'))
  bell.wake()
  bell.close()

  await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
})

const nextCall = (bell: Bell): Promise<void> =>
  new Promise(resolve => {
    const stop = bell.watch(() => {
      stop()
      resolve()
    })
  })
