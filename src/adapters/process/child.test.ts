import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProcessMark } from '../../core/run/event.ts'
import { type ChildInput, type ChildSpec, isAlive, runChild } from './child.ts'
import { findProcesses, hasProcessTable } from './process-table.ts'

const MB = 1024 * 1024
const patiently = { interval: 5, timeout: 20_000 }
const never = new AbortController().signal

let dir: string
let token: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'child-'))
  token = randomUUID()
})
afterEach(() => {
  const left = findProcesses(token, null).pids
  rmSync(dir, { recursive: true, force: true })
  expect(left).toEqual([])
})

const shell = (script: string, changes: Partial<ChildSpec> = {}): ChildSpec => ({
  file: '/bin/bash',
  args: ['-c', script],
  cwd: dir,
  env: { PATH: process.env.PATH ?? '' },
  wallMs: 60_000,
  idleMs: null,
  outputBytesMax: MB,
  outputFile: join(dir, 'out', 'output.log'),
  token,
  graceMs: 5_000,
  ...changes,
})
const outputSoFar = () =>
  existsSync(join(dir, 'out/output.log')) ? readFileSync(join(dir, 'out/output.log'), 'utf8') : ''
const printed = (text: string) => expect.poll(outputSoFar, patiently).toContain(text)

describe('a child that is spoken with', () => {
  test('hears line by line, and both sides of the conversation are in the file', async () => {
    let heard = ''
    let input: ChildInput | null = null
    const result = await runChild(
      shell('printf "who "; read -r name; echo "is $name?"; read -r _ || echo bye', {
        speak: given => {
          input = given
          given.write('Ada')
        },
        onStdout: chunk => {
          heard += chunk.toString()
          if (heard.includes('?')) input!.end()
        },
      }),
      never,
    )
    expect(result.ending).toEqual({ is: 'exited', code: 0 })
    expect(heard).toBe('who is Ada?\nbye\n')
    expect(outputSoFar().split('\n').sort()).toEqual(['', 'Ada', 'bye', 'who is Ada?'])
  })

  test('may leave without having listened, and what is written then goes nowhere', async () => {
    const inputs: ChildInput[] = []
    const result = await runChild(shell('exec <&-; echo gone', { speak: input => inputs.push(input) }), never)
    inputs[0]!.write('x'.repeat(1_000_000))
    expect(result.ending).toEqual({ is: 'exited', code: 0 })
  })
})

describe('a child that ends by itself', () => {
  test('gives its exit code, and both streams in one file in the order they arrived', async () => {
    const running = runChild(
      shell(
        'echo one; until [ -e a ]; do sleep 0.01; done; echo two >&2; until [ -e b ]; do sleep 0.01; done; echo three; exit 7',
      ),
      never,
    )
    await printed('one')
    writeFileSync(join(dir, 'a'), '')
    await printed('two')
    writeFileSync(join(dir, 'b'), '')
    const result = await running

    const text = 'one\ntwo\nthree\n'
    expect(result).toEqual({
      ending: { is: 'exited', code: 7 },
      output: text,
      stdout: 'one\nthree\n',
      outputFile: join(dir, 'out/output.log'),
      outputBytes: text.length,
      outputDigest: createHash('sha256').update(text).digest('hex'),
      durationMs: expect.any(Number),
    })
    expect(outputSoFar()).toBe(text)
  })

  test('names the signal it died of', async () => {
    const result = await runChild(shell('kill -SEGV $$'), never)
    expect(result.ending).toEqual({ is: 'signalled', signal: 'SIGSEGV' })
  })

  test('leaves a file that holds its bytes exactly, whatever they are', async () => {
    const result = await runChild(shell('head -c 300000 /dev/urandom | tee copy'), never)
    const copy = readFileSync(join(dir, 'copy'))
    expect(readFileSync(result.outputFile).equals(copy)).toBe(true)
    expect(result.outputDigest).toBe(createHash('sha256').update(copy).digest('hex'))
  })

  test('sees the environment it is given and the token, nothing else of ours', async () => {
    const result = await runChild({ ...shell(''), file: '/usr/bin/env', args: [], env: { ONE: '1' } }, never)
    expect(result.output.trim().split('\n').sort()).toEqual(['ONE=1', `PM_AGENT_TOKEN=${token}`])
  })

  test('is told to the caller by a mark that lives and dies with it', async () => {
    const marks: ProcessMark[] = []
    const alive: boolean[] = []
    await runChild(shell('read line', { stdin: undefined }), never, async mark => {
      marks.push(mark)
    })
    await runChild(shell('cat; until [ -e go ]; do sleep 0.01; done', { stdin: 'x' }), never, async mark => {
      alive.push(isAlive(mark))
      marks.push(mark)
      writeFileSync(join(dir, 'go'), '')
    })
    expect(alive).toEqual([true])
    expect(marks.map(isAlive)).toEqual([false, false])
  })
})

describe('a child that is ended', () => {
  test("gives 'timed-out' when its time is over", async () => {
    const result = await runChild(shell('sleep 1000', { wallMs: 60 }), never)
    expect(result.ending).toEqual({ is: 'timed-out', minutes: 0.001 })
  })

  test("gives 'idle' when it prints nothing for too long, however long it prints before", async () => {
    const result = await runChild(
      shell('for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done; sleep 1000', { idleMs: 480 }),
      never,
    )
    expect(result.ending).toEqual({ is: 'idle', minutes: 0.008 })
    expect(result.stdout).toBe('1\n2\n3\n4\n5\n6\n')
  })

  test("gives 'output-limit' when it prints too much, and the file holds exactly what was allowed", async () => {
    const result = await runChild(shell('yes', { outputBytesMax: MB / 2 }), never)
    expect(result.ending).toEqual({ is: 'output-limit', megabytes: 0.5 })
    expect((await stat(result.outputFile)).size).toBe(MB / 2)
    expect(result.outputBytes).toBe(MB / 2)
  })

  test("gives 'output-limit' too when it has gone before the excess is read", async () => {
    const result = await runChild(shell('printf 12345678901', { outputBytesMax: 10 }), never)
    expect(result.ending.is).toBe('output-limit')
    expect(result.output).toBe('1234567890')
  })

  test.skipIf(!hasProcessTable)(
    "gives 'too-much-memory' when its processes together use more than they may, and none of them goes on",
    async () => {
      const eater = `${process.execPath} -e 'globalThis.all = Buffer.alloc(120e6, 1); setInterval(() => {}, 1e6)'`
      const result = await runChild(shell(`setsid ${eater} & ${eater}`, { memoryBytesMax: 300 * MB }), never)
      expect(result.ending).toEqual({ is: 'too-much-memory', megabytes: 300 })
    },
  )

  test.skipIf(!hasProcessTable)(
    "gives 'too-many-processes' when it has more than it may, and none is left",
    async () => {
      const result = await runChild(
        shell('for n in 1 2 3 4 5 6 7 8 9 10; do setsid sleep 600 & done; wait', { processesMax: 8 }),
        never,
      )
      expect(result.ending).toEqual({ is: 'too-many-processes', processes: 8 })
    },
  )

  test('may use as much memory as is allowed', async () => {
    const result = await runChild(shell('sleep 0.6; echo done', { memoryBytesMax: 100 * MB }), never)
    expect([result.ending, result.stdout]).toEqual([{ is: 'exited', code: 0 }, 'done\n'])
  })

  test('may print exactly as much as is allowed', async () => {
    const result = await runChild(shell('printf 1234567890', { outputBytesMax: 10 }), never)
    expect(result.ending).toEqual({ is: 'exited', code: 0 })
  })

  test("gives 'stopped' when the caller aborts, also if it tidies up and exits well", async () => {
    const stop = new AbortController()
    const running = runChild(
      shell('trap "echo tidied; exit 0" TERM; echo ready; while :; do sleep 0.01; done'),
      stop.signal,
    )
    await printed('ready')
    stop.abort()
    const result = await running
    expect(result.ending).toEqual({ is: 'stopped' })
    expect(result.stdout).toBe('ready\ntidied\n')
  })

  test("gives 'stopped' without being started when the caller aborted before", async () => {
    const result = await runChild(shell('touch started'), AbortSignal.abort())
    expect(result.ending).toEqual({ is: 'stopped' })
    expect(existsSync(join(dir, 'started'))).toBe(false)
  })

  test('is asked once and killed after the grace when it does not listen', async () => {
    const stop = new AbortController()
    const running = runChild(
      shell('trap "echo asked" TERM; echo ready; while :; do sleep 0.01; done', { graceMs: 80 }),
      stop.signal,
    )
    await printed('ready')
    stop.abort()
    const result = await running
    expect(result.ending).toEqual({ is: 'stopped' })
    expect(result.stdout).toBe('ready\nasked\n')
  })

  test('has its grace for everything it runs, also when its shell goes at once', async () => {
    writeFileSync(
      join(dir, 'agent.sh'),
      'trap "sleep 0.2; echo tidied; exit" TERM; echo ready; while :; do sleep 0.01; done',
    )
    const stop = new AbortController()
    const running = runChild(shell('bash agent.sh; true'), stop.signal)
    await printed('ready')
    stop.abort()
    const result = await running
    expect(result.stdout).toBe('ready\ntidied\n')
    expect(result.durationMs).toBeLessThan(4_000)
  })

  test('keeps the first reason when others follow', async () => {
    const stop = new AbortController()
    const running = runChild(
      shell('trap "echo asked" TERM; while :; do sleep 0.01; done', { graceMs: 300, wallMs: 60, idleMs: 150 }),
      stop.signal,
    )
    await printed('asked')
    stop.abort()
    expect((await running).ending.is).toBe('timed-out')
  })
})

describe('a child that cannot be started', () => {
  test.each([
    ['a missing program', { file: 'no-such-program' }, 'there is no program no-such-program'],
    ['a missing folder', { cwd: '/no/such/folder' }, 'there is no folder /no/such/folder'],
    ['an argument no program can be given', { args: ['a\0b'] }, /could not be started/],
  ])("gives 'could-not-start' for %s", async (_, changes, problem) => {
    const marks: ProcessMark[] = []
    const result = await runChild(shell('true', changes), never, async mark => {
      marks.push(mark)
    })
    expect(result.ending).toEqual({
      is: 'could-not-start',
      problem: problem instanceof RegExp ? expect.stringMatching(problem) : problem,
    })
    expect(marks).toEqual([])
  })

  test("gives 'could-not-start' for a file that may not be executed", async () => {
    writeFileSync(join(dir, 'plain'), 'text')
    chmodSync(join(dir, 'plain'), 0o644)
    const result = await runChild(shell('', { file: join(dir, 'plain') }), never)
    expect(result.ending).toEqual({ is: 'could-not-start', problem: `${join(dir, 'plain')} may not be executed` })
  })
})

describe('standard output and error', () => {
  test('can be opened by their names, as scripts do', async () => {
    const result = await runChild(shell('echo one > /dev/stderr && echo two | tee /dev/stdout'), never)
    expect(result.ending).toEqual({ is: 'exited', code: 0 })
    expect(result.stdout).toBe('two\ntwo\n')
  })

  test('leave no other file than the one that was asked for', async () => {
    await runChild(shell('echo one', { stdin: 'two' }), never)
    expect(readdirSync(join(dir, 'out'))).toEqual(['output.log'])
  })
})

describe('standard input', () => {
  test('does not make a shell believe it is a remote login', async () => {
    writeFileSync(join(dir, '.bashrc'), 'echo started up')
    const result = await runChild(
      shell('cat', { stdin: 'prompt', env: { HOME: dir, PATH: process.env.PATH ?? '' } }),
      never,
    )
    expect(result.output).toBe('prompt')
  })

  test('may be larger than a pipe holds', async () => {
    const result = await runChild(shell('wc -c', { stdin: 'x'.repeat(5 * MB) }), never)
    expect(result.stdout.trim()).toBe(String(5 * MB))
  })

  test('need not be read', async () => {
    const result = await runChild(shell('exit 4', { stdin: 'x'.repeat(5 * MB) }), never)
    expect(result.ending).toEqual({ is: 'exited', code: 4 })
  })

  test('is never waited for when a child does not read it and does not end', async () => {
    const result = await runChild(shell('exec sleep 1000', { stdin: 'x'.repeat(5 * MB), wallMs: 60 }), never)
    expect(result.ending.is).toBe('timed-out')
  })

  test('is empty when none is given', async () => {
    const result = await runChild(shell('wc -c'), never)
    expect(result.stdout.trim()).toBe('0')
  })
})

describe('a machine that is in the way', () => {
  test('output that cannot be written ends the child and comes out as an error', async () => {
    symlinkSync('/dev/full', join(dir, 'full.log'))
    await expect(runChild(shell('yes', { outputFile: join(dir, 'full.log') }), never)).rejects.toThrow('ENOSPC')
  })

  test('a place for output that cannot be opened starts nothing', async () => {
    writeFileSync(join(dir, 'out'), 'not a folder')
    await expect(runChild(shell('touch started'), never)).rejects.toThrow()
    expect(existsSync(join(dir, 'started'))).toBe(false)
  })

  test('a caller that fails to note the start gets its own error, and the child is ended', async () => {
    const running = runChild(shell('sleep 1000'), never, async () => {
      throw new Error('journal is gone')
    })
    await expect(running).rejects.toThrow('journal is gone')
  })
})

test('two hundred megabytes of output keep our memory flat', async () => {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const result = await runChild(
    shell(`yes "$(printf %0999d 7)" | head -c ${200 * MB}`, { outputBytesMax: 300 * MB }),
    never,
  )
  clearInterval(sampling)
  expect(result.ending).toEqual({ is: 'exited', code: 0 })
  expect((await stat(result.outputFile)).size).toBe(200 * MB)
  expect(result.output.length).toBeLessThan(300 * 1024)
  expect((peak - before) / MB).toBeLessThan(100)
})
