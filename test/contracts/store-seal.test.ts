import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SealBreak } from '../../src/core/journal/seal-break.ts'
import type { Lease, Store } from '../../src/ports.ts'
import {
  alone,
  at,
  lead,
  memory,
  type Place,
  RUN,
  sqlite,
  stopped,
  type Tampering,
  type World,
} from '../rig/store-world.ts'

const FORGED = JSON.stringify(stopped('forger'))

describe.each<[string, Place]>([
  ['in memory', memory],
  ['in sqlite, by one connection', alone(sqlite)],
  ['in sqlite, by two connections', sqlite],
])('the seal of a journal %s', (_, place) => {
  let world: World
  let engine: Store
  let lease: Lease
  beforeEach(async () => {
    world = place(() => true)
    engine = world.connect()
    lease = await lead(engine)
    await engine.append(lease, 0, [at(1, 'a'), at(2, 'b')])
    await engine.append(lease, 2, [at(3, 'c'), at(4, 'd')])
    await engine.remember('tree command', 'red')
  })
  afterEach(() => world.end())

  it('holds for everything that the store wrote, before and after it is opened again', async () => {
    expect(await engine.verify()).toEqual([])
    const later = world.reopen()
    expect(await later.verify()).toEqual([])
    expect(await later.verify(RUN)).toEqual([])
    expect((await later.read(RUN, 3)).map(one => one.version)).toEqual([4])
  })

  const breaks: readonly (readonly [string, Tampering, readonly SealBreak[], string])[] = [
    [
      'a missing event',
      { remove: 2 },
      [{ is: 'missing', run: RUN, from: 2, to: 2 }],
      'event 2 of run run-1 is missing',
    ],
    ['a missing end', { remove: 4 }, [{ is: 'missing', run: RUN, from: 4, to: 4 }], 'event 4 of run run-1 is missing'],
    [
      'swapped events',
      { swap: [2, 3] },
      [
        { is: 'changed', run: RUN, version: 2 },
        { is: 'changed', run: RUN, version: 3 },
      ],
      'event 2 of run run-1 was changed; event 3 of run run-1 was changed',
    ],
    [
      'a changed event',
      { rewrite: 1, body: FORGED },
      [{ is: 'changed', run: RUN, version: 1 }],
      'event 1 of run run-1 was changed',
    ],
    [
      'an added event',
      { add: 5, body: FORGED },
      [{ is: 'added', run: RUN, version: 5 }],
      'event 5 of run run-1 was added by something else',
    ],
    [
      'an event far behind the last one',
      { add: 900_000_000, body: FORGED },
      [
        { is: 'missing', run: RUN, from: 5, to: 899_999_999 },
        { is: 'added', run: RUN, version: 900_000_000 },
      ],
      'events 5 to 899999999 of run run-1 are missing; event 900000000 of run run-1 was added by something else',
    ],
  ]
  it.each(breaks)('names %s with its place, to who verifies and to who reads', async (_name, how, expected, words) => {
    world.tamper(how)
    const later = world.reopen()

    expect(await later.verify()).toEqual(expected)
    await expect(later.read(RUN)).rejects.toMatchObject({
      name: 'StoreProblem',
      reason: 'journal-altered',
      message: expect.stringContaining(words),
      hint: 'pm-agent doctor --journal names every place and what you can do',
    })
  })

  it('is met by who has the journal open, too', async () => {
    world.tamper({ rewrite: 3, body: FORGED })

    expect(await engine.verify(RUN)).toEqual([{ is: 'changed', run: RUN, version: 3 }])
  })

  it('breaks for a remembered result that was changed: it is not believed, and dropped on request', async () => {
    world.tamper({ result: 'tree command', value: 'green' })
    const later = world.reopen()

    expect(await later.verify(RUN)).toEqual([{ is: 'result-changed', key: 'tree command' }])
    await expect(later.recall('tree command')).rejects.toMatchObject({ reason: 'journal-altered' })
    expect(await later.forgetChanged()).toBe(1)
    expect([await later.recall('tree command'), await later.verify()]).toEqual([null, []])
    await later.remember('tree command', 'green')
    expect(await later.recall('tree command')).toBe('green')
  })
})
