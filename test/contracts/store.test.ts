import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEASE_TTL_MS } from '../../src/core/lease.ts'
import { runId, taskId } from '../../src/core/plan/ids.ts'
import { err, ok } from '../../src/core/result.ts'
import type { Event } from '../../src/core/run/event.ts'
import type { Command } from '../../src/core/run/input.ts'
import type { LeaseHolder, Store } from '../../src/ports.ts'
import {
  ACCEPTED,
  alone,
  at,
  BESIDE,
  ELSEWHERE,
  HERE,
  lead,
  memory,
  nextCall,
  type Place,
  REFUSED,
  ROW,
  RUN,
  STOP,
  sqlite,
  stopped,
  type World,
} from '../rig/store-world.ts'

describe.each<[string, Place]>([
  ['in memory, by one process', alone(memory)],
  ['in memory, by two processes', memory],
  ['in sqlite, by one connection', alone(sqlite)],
  ['in sqlite, by two connections', sqlite],
])('a journal %s', (_, place) => {
  let world: World
  let engine: Store
  let surface: Store
  let dead: LeaseHolder[]
  let asleep: LeaseHolder[]
  beforeEach(() => {
    dead = []
    asleep = []
    const isAmong = (holders: readonly LeaseHolder[], { pid, startTime }: LeaseHolder) =>
      holders.some(one => one.pid === pid && one.startTime === startTime)
    world = place(
      holder => !isAmong(dead, holder),
      holder => isAmong(asleep, holder),
    )
    engine = world.connect()
    surface = world.connect()
  })
  afterEach(() => world.end())

  it('gives back what was appended, with versions that count from one', async () => {
    const lease = await lead(engine)
    const skipped: Event = { type: 'task-skipped', task: taskId('3.a'), by: 'ann', note: 'not now' }

    const versions = [
      await engine.append(lease, 0, [at(5, 'ann'), { at: 6, event: skipped }]),
      await engine.append(lease, 2, [at(7, 'Grüße \u{1f44b} "\n\u0000')]),
    ]

    expect(versions).toEqual([ok(2), ok(3)])
    expect(await surface.read(RUN)).toEqual([
      { version: 1, at: 5, event: stopped('ann') },
      { version: 2, at: 6, event: skipped },
      { version: 3, at: 7, event: stopped('Grüße \u{1f44b} "\n\u0000') },
    ])
  })

  it('reads only what came after a version', async () => {
    const lease = await lead(engine)
    await engine.append(lease, 0, [at(1, 'a'), at(2, 'b'), at(3, 'c')])

    expect(await surface.read(RUN, 2)).toEqual([{ version: 3, at: 3, event: stopped('c') }])
    expect(await surface.read(RUN, 3)).toEqual([])
    expect(await surface.read(runId('another'))).toEqual([])
  })

  it('hands out copies or frozen records, so that a caller cannot change the journal', async () => {
    const lease = await lead(engine)
    const event = { type: 'run-stopped' as const, by: 'ann' }
    await engine.append(lease, 0, [{ at: 1, event }])
    event.by = 'mallory'
    // A copy takes the change and a frozen record refuses it.
    Reflect.set((await engine.read(RUN))[0]!.event, 'by', 'mallory')

    expect(await engine.read(RUN)).toEqual([{ version: 1, at: 1, event: stopped('ann') }])
  })

  it('refuses an append that expects another version, with version-conflict, and writes nothing', async () => {
    const lease = await lead(engine)
    await engine.append(lease, 0, [at(1, 'a')])

    expect(await engine.append(lease, 0, [at(2, 'b')])).toEqual(err('version-conflict'))
    expect(await engine.append(lease, 2, [at(2, 'b')])).toEqual(err('version-conflict'))
    expect(await surface.read(RUN)).toEqual([{ version: 1, at: 1, event: stopped('a') }])
  })

  it('writes events and answers together', async () => {
    const lease = await lead(engine)
    const [first, second] = [await surface.submit(RUN, STOP, 1), await surface.submit(RUN, STOP, 2)]

    await engine.append(
      lease,
      0,
      [at(3, 'ann')],
      [
        { id: first, answer: ACCEPTED },
        { id: second, answer: REFUSED },
      ],
    )

    expect([await surface.answerTo(first), await surface.answerTo(second)]).toEqual([ACCEPTED, REFUSED])
    expect(await engine.pending(RUN)).toEqual([])
  })

  it('writes neither events nor answers when one of them cannot be written', async () => {
    const lease = await lead(engine)
    const id = await surface.submit(RUN, STOP, 1)
    const answers = [
      { id, answer: ACCEPTED },
      { id: 999, answer: ACCEPTED },
    ]

    await expect(engine.append(lease, 0, [at(3, 'ann')], answers)).rejects.toThrow('command 999 waits for its answer')

    expect(await surface.read(RUN)).toEqual([])
    expect(await surface.answerTo(id)).toBe(null)
    expect(await engine.append(lease, 0, [at(3, 'ann')])).toEqual(ok(1))
  })

  it('writes no answers when the append is refused', async () => {
    const lease = await lead(engine)
    const id = await surface.submit(RUN, STOP, 1)

    expect(await engine.append(lease, 7, [], [{ id, answer: ACCEPTED }])).toEqual(err('version-conflict'))
    expect(await engine.pending(RUN)).toEqual([{ id, command: STOP }])
  })

  it('takes answers without events, because a refusal changes nothing', async () => {
    const lease = await lead(engine)
    await engine.append(lease, 0, [at(1, 'a')])
    const id = await surface.submit(RUN, STOP, 1)

    expect(await engine.append(lease, 1, [], [{ id, answer: REFUSED }])).toEqual(ok(1))
    expect(await surface.answerTo(id)).toEqual(REFUSED)
  })

  it('lists the runs that have events, oldest first', async () => {
    const [young, old, empty] = [
      { ...ROW, id: runId('young'), openedAt: 30 },
      { ...ROW, id: runId('old'), openedAt: 20 },
      { ...ROW, id: runId('empty'), openedAt: 10 },
    ]
    for (const row of [young, old, empty]) {
      await engine.create(row)
      const lease = await engine.takeLease(row.id, HERE, 0)
      if (lease.ok && row !== empty) await engine.append(lease.value, 0, [at(1, 'a')])
    }

    expect(await surface.runs()).toEqual([old, young])
  })

  it('creates the same run twice without harm, and never another one under its id', async () => {
    const lease = await lead(engine)
    await engine.append(lease, 0, [at(1, 'a')])
    await surface.create({ ...ROW })

    await expect(surface.create({ ...ROW, planPath: 'OTHER.md' })).rejects.toThrow('run run-1 is created once')
    expect(await surface.runs()).toEqual([ROW])
  })

  describe('the lease', () => {
    it('goes to one process at a time, and says who has it', async () => {
      await lead(engine)

      expect(await surface.takeLease(RUN, BESIDE, 1)).toEqual(err(HERE))
      expect(await surface.takeLease(RUN, ELSEWHERE, 1)).toEqual(err(HERE))
    })

    it('says to whoever looks who drives, who died over it, and that nobody does', async () => {
      expect(await surface.driver(RUN, BESIDE, 0)).toEqual({ is: 'nobody' })
      const lease = await lead(engine)
      expect(await surface.driver(RUN, BESIDE, 1)).toEqual({ is: 'driving', holder: HERE })
      // Asleep or stopped, it will go on when it wakes.
      expect(await surface.driver(RUN, BESIDE, LEASE_TTL_MS + 1)).toEqual({ is: 'driving', holder: HERE })
      dead = [HERE]
      expect(await surface.driver(RUN, BESIDE, 1)).toEqual({ is: 'gone', holder: HERE })
      expect(await surface.driver(RUN, ELSEWHERE, 1)).toEqual({ is: 'driving', holder: HERE })
      expect(await surface.driver(RUN, ELSEWHERE, LEASE_TTL_MS)).toEqual({ is: 'gone', holder: HERE })
      await engine.releaseLease(lease)
      expect(await surface.driver(RUN, BESIDE, 1)).toEqual({ is: 'nobody' })
    })

    it('leaves a dead process of this host at once', async () => {
      const lease = await lead(engine)
      dead = [HERE]

      expect(await surface.takeLease(RUN, BESIDE, 1)).toEqual(ok({ run: RUN, token: lease.token + 1 }))
    })

    it('stays with a process of another host until it expires, because nobody here can see it die', async () => {
      await lead(engine, ELSEWHERE)
      dead = [ELSEWHERE]

      expect(await surface.takeLease(RUN, BESIDE, LEASE_TTL_MS - 1)).toEqual(err(ELSEWHERE))
      expect(await surface.takeLease(RUN, BESIDE, LEASE_TTL_MS)).toEqual(ok({ run: RUN, token: 2 }))
    })

    it('stays with a process of this host that lives and is silent, until somebody asks for it', async () => {
      const lease = await lead(engine)

      expect(await engine.renewLease(lease, 10_000)).toBe(true)
      const late = 10_000 + LEASE_TTL_MS
      expect(await surface.takeLease(RUN, BESIDE, late - 1, { fromSilent: true })).toEqual(err(HERE))
      expect(await surface.takeLease(RUN, BESIDE, late)).toEqual(err({ ...HERE, silent: true }))
      expect(await surface.takeLease(RUN, BESIDE, late, { fromSilent: true })).toEqual(ok({ run: RUN, token: 2 }))
    })

    it('expires when its process is stopped, unless it is renewed', async () => {
      asleep = [HERE]
      const lease = await lead(engine)

      expect(await engine.renewLease(lease, 10_000)).toBe(true)
      expect(await surface.takeLease(RUN, BESIDE, 10_000 + LEASE_TTL_MS - 1)).toEqual(err(HERE))
      expect(await surface.takeLease(RUN, BESIDE, 10_000 + LEASE_TTL_MS)).toEqual(ok({ run: RUN, token: 2 }))
    })

    it('can be taken again by the same process, which makes its older token worthless', async () => {
      const older = await lead(engine)
      const newer = await lead(engine)

      expect(newer).toEqual({ run: RUN, token: older.token + 1 })
      expect(await engine.append(older, 0, [at(1, 'old')])).toEqual(err('lease-lost'))
      expect(await engine.append(newer, 0, [at(1, 'new')])).toEqual(ok(1))
    })

    it('fences off who lost it: lease-lost on append, false on renewal, nothing on release', async () => {
      const lost = await lead(engine)
      dead = [HERE]
      const lease = await lead(surface, BESIDE)
      const id = await surface.submit(RUN, STOP, 1)

      expect(await engine.append(lost, 0, [at(1, 'late')], [{ id, answer: ACCEPTED }])).toEqual(err('lease-lost'))
      expect(await engine.renewLease(lost, 1)).toBe(false)
      await engine.releaseLease(lost)
      expect(await surface.append(lease, 0, [at(2, 'new')])).toEqual(ok(1))
      expect(await surface.pending(RUN)).toEqual([{ id, command: STOP }])
    })

    it('is worth nothing once released, and the next token is still a higher one', async () => {
      const lease = await lead(engine)
      await engine.releaseLease(lease)

      expect(await engine.append(lease, 0, [at(1, 'a')])).toEqual(err('lease-lost'))
      expect(await engine.renewLease(lease, 1)).toBe(false)
      expect(await surface.takeLease(RUN, BESIDE, 1)).toEqual(ok({ run: RUN, token: 2 }))
    })

    it('is one per run', async () => {
      await lead(engine)
      await surface.create({ ...ROW, id: runId('run-2') })

      expect(await surface.takeLease(runId('run-2'), BESIDE, 1)).toEqual(ok({ run: 'run-2', token: 1 }))
    })
  })

  describe('the inbox', () => {
    it('keeps the commands of a run in the order of their arrival', async () => {
      await lead(engine)
      await engine.create({ ...ROW, id: runId('run-2') })
      const retry: Command = { type: 'retry-task', task: taskId('2'), by: 'ann', note: 'try the other way' }
      const ids = [
        await surface.submit(RUN, retry, 3),
        await engine.submit(runId('run-2'), STOP, 2),
        await surface.submit(RUN, STOP, 1),
      ]

      expect(await engine.pending(RUN)).toEqual([
        { id: ids[0], command: retry },
        { id: ids[2], command: STOP },
      ])
    })

    it('knows no answer to a command that waits, nor to one that never was', async () => {
      await lead(engine)
      const id = await surface.submit(RUN, STOP, 1)

      expect([await surface.answerTo(id), await surface.answerTo(id + 1)]).toEqual([null, null])
    })

    it('never answers a command twice', async () => {
      const lease = await lead(engine)
      const id = await surface.submit(RUN, STOP, 1)
      await engine.append(lease, 0, [], [{ id, answer: REFUSED }])

      await expect(engine.append(lease, 0, [], [{ id, answer: ACCEPTED }])).rejects.toThrow('waits for its answer')
      expect(await surface.answerTo(id)).toEqual(REFUSED)
    })
  })

  it('recalls the newest result of a command', async () => {
    await engine.remember('tree command', 'red')
    await engine.remember('tree command', 'green')

    expect([await surface.recall('tree command'), await surface.recall('another')]).toEqual(['green', null])
  })

  it('survives the end of every process that used it', async () => {
    const lease = await lead(engine)
    const [answered, waiting] = [await surface.submit(RUN, STOP, 1), await surface.submit(RUN, STOP, 2)]
    await engine.append(lease, 0, [at(1, 'a')], [{ id: answered, answer: ACCEPTED }])
    await engine.remember('key', 'value')

    const store = world.reopen()

    expect(await store.runs()).toEqual([ROW])
    expect(await store.read(RUN)).toEqual([{ version: 1, at: 1, event: stopped('a') }])
    expect(await store.answerTo(answered)).toEqual(ACCEPTED)
    expect(await store.pending(RUN)).toEqual([{ id: waiting, command: STOP }])
    expect(await store.recall('key')).toBe('value')
    expect(await store.takeLease(RUN, BESIDE, 1)).toEqual(err(HERE))
    expect(await store.append(lease, 1, [at(2, 'b')])).toEqual(ok(2))
  })

  it('is closed as often as one likes, and then does nothing any more', async () => {
    engine.close()
    engine.close()

    await expect(engine.runs()).rejects.toThrow('the store is open')
  })

  it('takes and gives ten thousand events quickly', async () => {
    const lease = await lead(engine)
    const startedAt = performance.now()
    for (let version = 0; version < 10_000; version += 100) {
      const events = Array.from({ length: 100 }, (_, index) => at(version + index, 'x'.repeat(150)))
      expect(await engine.append(lease, version, events)).toEqual(ok(version + 100))
    }
    const recorded = await surface.read(RUN)

    expect(recorded.map(one => one.version)).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1))
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })
})

describe.each<[string, Place]>([
  ['in memory', memory],
  ['in sqlite', sqlite],
])('a watcher of a journal %s', (_, place) => {
  let world: World
  let engine: Store
  let surface: Store
  beforeEach(() => {
    world = place(() => true)
    engine = world.connect()
    surface = world.connect()
  })
  afterEach(() => world.end())

  it('is called when another process submits', async () => {
    await lead(engine)
    const called = nextCall(engine)
    await surface.submit(RUN, STOP, 1)
    await called

    expect((await engine.pending(RUN)).map(row => row.command)).toEqual([STOP])
  })

  it('is called when another process appends', async () => {
    const lease = await lead(engine)
    const called = nextCall(surface)
    await engine.append(lease, 0, [at(1, 'a')])
    await called

    expect(await surface.read(RUN)).toEqual([{ version: 1, at: 1, event: stopped('a') }])
  })

  it('is called when its own process submits, because the engine may live there', async () => {
    await lead(engine)
    const called = nextCall(engine)
    await engine.submit(RUN, STOP, 1)

    await called
  })

  it('is called once for many writes at once', async () => {
    await lead(engine)
    let calls = 0
    engine.watch(() => {
      calls += 1
    })
    const called = nextCall(engine)
    await Promise.all([1, 2, 3, 4, 5].map(now => engine.submit(RUN, STOP, now)))
    await called

    expect(calls).toBe(1)
  })

  it('is not called any more once it stopped, while others are', async () => {
    await lead(engine)
    let calls = 0
    const listener = (): void => {
      calls += 1
    }
    const stop = engine.watch(listener)
    engine.watch(listener)
    stop()
    stop()
    const called = nextCall(engine)
    await surface.submit(RUN, STOP, 1)
    await called

    expect(calls).toBe(1)
  })
})
