import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { thisHolder } from '../../src/adapters/store/lease-holder.ts'
import { openSqliteStore } from '../../src/adapters/store/sqlite.ts'
import { ok } from '../../src/core/result.ts'
import { ACCEPTED, at, lead, nextCall, openFile, ROW, RUN } from '../rig/store-world.ts'

describe('a journal shared with a real process', () => {
  let folder: string
  let file: string
  let child: Child | null
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pm-agent-store-'))
    file = join(folder, 'journal.db')
    child = null
    const store = openFile(file)
    await store.create(ROW)
    store.close()
  })
  afterEach(async () => {
    await child?.kill()
    rmSync(folder, { recursive: true })
  })

  it('brings its commands to the engine, and the answers back', async () => {
    const store = openFile(file)
    const lease = await lead(store, thisHolder(), Date.now())
    child = startWriter('submit', file)
    expect(await child.line()).toBe('ready')

    const called = nextCall(store)
    child.say('bob')
    await called
    const pending = await store.pending(RUN)
    await store.append(lease, 0, [at(1, 'bob')], [{ id: pending[0]!.id, answer: ACCEPTED }])

    expect(pending).toEqual([{ id: Number(await child.line()), command: { type: 'stop-run', by: 'bob' } }])
    expect(await store.answerTo(pending[0]!.id)).toEqual(ACCEPTED)
    store.close()
  })

  it('keeps every acknowledged version, and no half append, when its writer is killed', async () => {
    child = startWriter('append', file)
    let acknowledged = 0
    while (acknowledged < 300) acknowledged = Number(await child.line())
    const surface = openFile(file)
    expect(await surface.takeLease(RUN, thisHolder(), Date.now())).toMatchObject({ ok: false })

    await child.kill()
    acknowledged = child.lines().map(Number).at(-1) ?? acknowledged
    const recorded = await surface.read(RUN)

    expect(recorded.length).toBeGreaterThanOrEqual(acknowledged)
    expect(recorded.length % 3).toBe(0)
    expect(recorded.map(one => one.version)).toEqual(recorded.map((_, index) => index + 1))
    const lease = await surface.takeLease(RUN, thisHolder(), Date.now())
    expect(lease).toEqual(ok({ run: RUN, token: 2 }))
    surface.close()
  })

  it('is read by a surface while another process writes', async () => {
    child = startWriter('append', file)
    await child.line()
    const opened = openSqliteStore(file, { readOnly: true })
    if (!opened.ok) throw opened.error
    const surface = opened.value
    const seen = [await surface.read(RUN)]
    await nextCall(surface)
    seen.push(await surface.read(RUN))

    expect(seen[0]!.length).toBeGreaterThanOrEqual(3)
    expect(seen[1]!.length).toBeGreaterThan(seen[0]!.length)
    expect(await surface.runs()).toEqual([ROW])
    surface.close()
  })
})

interface Child {
  line(): Promise<string>
  lines(): readonly string[]
  say(line: string): void
  kill(): Promise<void>
}

/** The writer beside this file, under remote control. */
function startWriter(deed: 'append' | 'submit', file: string): Child {
  const program = fileURLToPath(new URL('./journal-writer.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [program, deed, file, RUN], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'close')
  const input = createInterface({ input: child.stdout! })
  const lines: string[] = []
  const ended = once(input, 'close')
  input.on('line', line => lines.push(line))
  return {
    line: async () => {
      while (lines.length === 0) {
        const isOver = await Promise.race([once(input, 'line').then(() => false), ended.then(() => true)])
        if (isOver && lines.length === 0) throw new Error('the writer ended')
      }
      return lines.shift()!
    },
    lines: () => lines,
    say: line => child.stdin!.write(`${line}\n`),
    kill: async () => {
      child.kill('SIGKILL')
      await exited
      await ended
    },
  }
}
