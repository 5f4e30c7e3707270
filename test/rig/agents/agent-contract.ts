import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LaunchResult } from '../../../src/ports.ts'
import type { Turn } from '../../live/model/turn.ts'
import { type AgentKit, AgentStage } from './agent-stage.ts'

const DONE: Turn = { text: 'All done.' }
const EDIT: Turn = { text: 'I write the sum.', use: [{ write: 'src/sum.js', content: 'export const sum = 42\n' }] }
const OUTSIDE: Turn = { use: [{ write: '/outside-of-everything.txt', content: 'x\n' }] }
const HANG: Turn = { hang: true }
/** Until the test releases it. */
const WAITING = `node -e "const at = setInterval(() => require('fs').existsSync('go') && clearInterval(at), 20)"`
/** Whole minutes, because some agents report no seconds. */
const RESET = Math.ceil(Date.now() / 60_000) * 60 + 3_600

/** Resolves after this many model requests; rejects if the agent ends before. */
async function asked(stage: AgentStage, count: number, launched: Promise<LaunchResult>): Promise<void> {
  const ended = launched.then(told => {
    throw new Error(`it ended too early: ${JSON.stringify(told)}`)
  })
  const polled = expect.poll(() => stage.play.conversations().length, { interval: 10, timeout: 30_000 })
  await Promise.race([polled.toBeGreaterThanOrEqual(count), ended])
}

/** The behaviour of every kind of agent: tested with fake CLIs, and with the real ones. */
export function agentContract(kit: AgentKit): void {
  const open = (...turns: readonly Turn[]) => AgentStage.open(kit, turns)

  describe(`an agent of the kind ${kit.kind}`, () => {
    test('edits files in its workspace, and everything it says is kept', async () => {
      await using stage = await open(EDIT, DONE)
      const told = await stage.launch()
      expect(told.ending).toEqual({ is: 'exited', code: 0 })
      expect(readFileSync(join(stage.workspace, 'src/sum.js'), 'utf8')).toBe('export const sum = 42\n')
      expect(told.session).toMatch(/^[\w-]+$/)
      expect(readFileSync(told.outputFile!, 'utf8')).toContain('All')
      expect(await stage.agents.sessionIn(told.outputFile!)).toBe(told.session)
      expect(stage.leftBehind()).toEqual([])
    })

    test('that hangs is ended for its silence, with everything it started', async () => {
      await using stage = await open(HANG)
      const told = await stage.launch({ idleMs: kit.idleMs })
      expect(told.ending).toMatchObject({ is: 'idle' })
      expect(told.session).toMatch(/^[\w-]+$/)
      expect(stage.play.conversations().length > 0).toBe(kit.isAsking)
      expect(stage.leftBehind()).toEqual([])
    })

    test('that is stopped while it works goes, with everything it started', async () => {
      await using stage = await open(HANG)
      const stop = new AbortController()
      const launched = stage.launch({ signal: stop.signal, onLaunched: kit.isAsking ? undefined : () => stop.abort() })
      if (kit.isAsking) await asked(stage, 1, launched)
      stop.abort()
      expect((await launched).ending).toEqual({ is: 'stopped' })
      expect(stage.leftBehind()).toEqual([])
    })

    const heard = { now: 'at once', 'next-turn': 'in one more turn', 'next-attempt': 'not before the next launch' }
    test(`hears what is said to it while it works ${heard[kit.hears]}`, async () => {
      const words = 'Use the blue one.'
      await using stage = await open({ use: [{ run: WAITING }] }, DONE)
      const launching = Promise.withResolvers<void>()
      const launched = stage.launch({ onLaunched: () => launching.resolve() })
      await (kit.isAsking ? asked(stage, 1, launched) : launching.promise)
      expect(await stage.tell(words)).toBe(kit.hears)
      writeFileSync(join(stage.workspace, 'go'), '')
      expect((await launched).ending).toEqual({ is: 'exited', code: 0 })
      expect(stage.play.conversations().some(one => one.includes(words))).toBe(kit.hears !== 'next-attempt')
      expect(await stage.tell('It is over.')).toBe('next-attempt')
      expect(stage.leftBehind()).toEqual([])
    })

    if (kit.remembers) {
      test('goes on in its session, where it knows what was said before', async () => {
        await using stage = await open({ text: 'A claim without work.' }, EDIT, DONE)
        const first = await stage.launch()
        const second = await stage.launch({ session: first.session, prompt: '## TASK\n1: Do it after all.\n' })
        expect(second.ending).toEqual({ is: 'exited', code: 0 })
        expect(second.session).toBe(first.session)
        expect(existsSync(join(stage.workspace, 'src/sum.js'))).toBe(true)
        const conversation = stage.play.conversations()[1]!
        for (const words of ['Do it.', 'A claim without work.', 'Do it after all.'])
          expect(conversation).toContain(words)
      })

      test('that is killed while it works can be gone on with', async () => {
        await using stage = await open(EDIT, HANG, { text: 'Where was I?' })
        let file = ''
        let pid = 0
        const launched = stage.launch({
          onLaunched: (mark, outputFile) => {
            pid = mark.pid
            file = outputFile
          },
        })
        await asked(stage, 2, launched)
        // Some store a message only after they have continued; one that is killed before that has really forgotten it.
        await expect.poll(() => stage.hasKept('I write the sum.'), { interval: 10, timeout: 30_000 }).toBe(true)
        // Some CLIs are wrappers around another program: the whole process group is killed, as on out-of-memory.
        process.kill(-pid, 'SIGKILL')
        const told = await launched
        expect(told.ending).toEqual({ is: 'signalled', signal: 'SIGKILL' })
        expect(stage.leftBehind()).toEqual([])
        expect(await stage.agents.sessionIn(file)).toBe(told.session)

        const again = await stage.launch({ session: told.session, prompt: '## TASK\n1: Go on.\n' })
        expect(again.ending).toEqual({ is: 'exited', code: 0 })
        expect(stage.play.conversations().at(-1)).toContain('I write the sum.')
      })
    }
    if (kit.isHeard) {
      heardContract(kit)
      limits(kit)
    }
  })
}

function heardContract(kit: AgentKit): void {
  const open = (...turns: readonly Turn[]) => AgentStage.open(kit, turns)

  test('tells what it used, and its last words are no report but a claim', async () => {
    await using stage = await open(EDIT, DONE)
    const told = await stage.launch()
    expect(told.meter).toMatchObject({
      version: expect.stringMatching(/\d+\.\d+/),
      tokens: { input: expect.any(Number), cached: expect.any(Number), output: expect.any(Number) },
    })
    expect(told.meter!.tokens!.input).toBeGreaterThan(0)
    expect(told.meter!.costUsd === null).toBe(!kit.tellsCost)
    expect(told.reading).toMatchObject({
      report: { status: 'success', summary: '(no result file; its last words) All done.', issues: [] },
    })
  })

  if (kit.goesOnAfterDenial)
    test('is not let write outside of its workspace, and that is noted', async () => {
      await using stage = await open(OUTSIDE, EDIT, DONE)
      const told = await stage.launch()
      expect(told.ending).toEqual({ is: 'exited', code: 0 })
      expect(existsSync('/outside-of-everything.txt')).toBe(false)
      expect(existsSync(join(stage.workspace, 'src/sum.js'))).toBe(true)
      expect(told.reading).toMatchObject({
        report: { issues: [expect.stringMatching(/^permission was denied: .*outside/)] },
      })
    })

  test('that was let do nothing at all is in trouble', async () => {
    await using stage = await open(OUTSIDE, DONE)
    const told = await stage.launch()
    expect(existsSync('/outside-of-everything.txt')).toBe(false)
    expect(told.ending).toMatchObject({
      is: 'agent-error',
      problem: expect.stringMatching(/^everything it wanted to change was denied: .*outside/),
    })
  })

  test('whose model refuses says so in its words', async () => {
    await using stage = await open({ refuses: 'the prompt is too strange' })
    const told = await stage.launch()
    expect(told.ending).toMatchObject({
      is: 'agent-error',
      problem: expect.stringContaining('the prompt is too strange'),
    })
    expect(told.reading).toEqual({ is: 'missing' })
    expect(stage.leftBehind()).toEqual([])
  })

  if (kit.endsInTrouble) troubleContract(kit)
}

function troubleContract(kit: AgentKit): void {
  const open = (...turns: readonly Turn[]) => AgentStage.open(kit, turns)

  test('whose allowance is used up says until when', async () => {
    await using stage = await open({ limitedUntil: RESET })
    const { ending, session } = await stage.launch()
    if (ending.is !== 'usage-limit') throw new Error(`it ended otherwise: ${JSON.stringify(ending)}`)
    expect(ending.problem).toMatch(/limit|quota/i)
    expect(ending.resetsAt).toBeGreaterThanOrEqual(RESET * 1000)
    expect(ending.resetsAt).toBeLessThanOrEqual(RESET * 1000 + 60_000)
    expect(session).not.toBeNull()
  })

  test('whose model has no room says so', async () => {
    await using stage = await open({ overloaded: true })
    expect((await stage.launch()).ending).toMatchObject({ is: 'overloaded', problem: expect.any(String) })
  })
}

/** The limits of a kind of agent are tested too, so that they are visible and known to be still true. */
function limits(kit: AgentKit): void {
  const open = (...turns: readonly Turn[]) => AgentStage.open(kit, turns)

  if (!kit.remembers)
    test('limit: begins anew instead of going on in its session', async () => {
      await using stage = await open({ text: 'A claim without work.' }, EDIT, DONE)
      const first = await stage.launch()
      const second = await stage.launch({ session: first.session, prompt: '## TASK\n1: Do it after all.\n' })
      expect(second.ending).toEqual({ is: 'exited', code: 0 })
      expect(second.session).not.toBe(first.session)
      expect(stage.play.conversations()[1]).toContain('Do it after all.')
      expect(stage.play.conversations()[1]).not.toContain('A claim without work.')
    })

  if (!kit.goesOnAfterDenial)
    test('limit: breaks off when it is not let write outside of its workspace', async () => {
      await using stage = await open(OUTSIDE, EDIT, DONE)
      const { ending } = await stage.launch()
      expect(ending).toMatchObject({ is: 'agent-error', problem: expect.stringContaining('denied') })
      expect(existsSync('/outside-of-everything.txt')).toBe(false)
      expect(existsSync(join(stage.workspace, 'src/sum.js'))).toBe(false)
    })

  if (!kit.endsInTrouble)
    test.each<readonly [string, Turn]>([
      ['allowance is used up', { limitedUntil: RESET }],
      ['model has no room', { overloaded: true }],
    ])('limit: whose %s retries silently until it is ended for its silence', async (_, turn) => {
      await using stage = await open(turn)
      expect((await stage.launch({ idleMs: kit.idleMs })).ending).toMatchObject({ is: 'idle' })
      expect(stage.leftBehind()).toEqual([])
    })
}
