import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProcessMark } from '../../core/run/event.ts'
import { type ChildResult, type ChildSpec, isAlive, processMark, reap, runChild } from './child.ts'
import { findProcesses } from './process-table.ts'

const patiently = { interval: 5, timeout: 20_000 }
const never = new AbortController().signal

let dir: string
let token: string
const strangers: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sweep-'))
  token = randomUUID()
})
afterEach(() => {
  for (const stranger of strangers.splice(0)) stranger.kill('SIGKILL')
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
  outputBytesMax: 1024 * 1024,
  outputFile: join(dir, 'out', 'output.log'),
  token,
  graceMs: 5_000,
  ...changes,
})
const pidsIn = (result: ChildResult): number[] => (result.output.match(/\d+/g) ?? []).map(Number)

describe('what a child leaves behind', () => {
  test('a grandchild that holds the pipe open is killed and does not keep us', async () => {
    const result = await runChild(shell('sleep 1000 & exit 3'), never)
    expect(result.ending).toEqual({ is: 'exited', code: 3 })
    expect(result.durationMs).toBeLessThan(5_000)
  })

  test('a process that left group and session is found by the token', async () => {
    const result = await runChild(shell('setsid sleep 1000 & (setsid nohup setsid sleep 1000 &) ; exit 0'), never)
    expect(result.ending).toEqual({ is: 'exited', code: 0 })
  })

  test('a process that leaves at the very moment its parent exits is found', async () => {
    for (let round = 0; round < 30; round++) {
      await runChild(
        shell('setsid bash -c "exec sleep 1000" & exit 0', { outputFile: join(dir, `${round}.log`) }),
        never,
      )
      expect(findProcesses(token, null).pids).toEqual([])
    }
  })

  test('a process that hands over to the next one and ends, again and again, is caught', async () => {
    writeFileSync(join(dir, 'hops.sh'), '[ "$1" = 0 ] || setsid sh hops.sh $(($1 - 1)) & exit 0')
    for (let round = 0; round < 5; round++) {
      await runChild(shell('setsid sh hops.sh 100 & exit 0', { outputFile: join(dir, `${round}.log`) }), never)
      // One look can miss such a process.
      for (let look = 0; look < 10; look++) expect(findProcesses(token, null).pids).toEqual([])
    }
  })

  test('escaped processes that go on forking are killed until none is left', async () => {
    writeFileSync(join(dir, 'forks.sh'), 'while :; do sleep 1000 & touch $((i++)).forked; sleep 0.002; done')
    const result = await runChild(shell('setsid bash forks.sh & until [ -e 6.forked ]; do sleep 0.01; done'), never)
    expect(result.ending).toEqual({ is: 'exited', code: 0 })
  })

  test('a process that hides its environment is found while it stays in the session', async () => {
    const result = await runChild(shell('set -m; env -i sleep 1000 & echo $!'), never)
    expect(pidsIn(result).map(pid => isAlive(processMark(pid)))).toEqual([false])
  })

  // Only a namespace could hold such a process; what matters here is that it cannot hold us.
  test('a process that hides its environment and leaves the session survives, but cannot keep us waiting', async () => {
    const result = await runChild(shell('env -i setsid bash -c "echo \\$\\$; exec sleep 1000" & sleep 0.2'), never)
    const [pid] = pidsIn(result)
    expect(result.ending).toEqual({ is: 'exited', code: 0 })
    expect(isAlive(processMark(pid!))).toBe(true)
    process.kill(pid!, 'SIGKILL')
  })

  test('nothing survives a child that is ended by a limit', async () => {
    const result = await runChild(shell('setsid sleep 1000 & sleep 1000 & wait', { wallMs: 100, graceMs: 50 }), never)
    expect(result.ending.is).toBe('timed-out')
  })
})

describe('liveness', () => {
  test('a zombie is dead although its pid still exists', async () => {
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 1000'])
    strangers.push(parent)
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(chunk.toString())
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), patiently).toMatch(/\) Z /)
    expect(isAlive(processMark(pid))).toBe(false)
  })

  test('a pid with another start time is another process', () => {
    expect(isAlive(processMark(process.pid))).toBe(true)
    expect(isAlive({ ...processMark(process.pid), startTime: '1' })).toBe(false)
  })
})

describe('reaping an earlier launch', () => {
  /** As another pm-agent would have left it behind: nobody here owns it. */
  const leftBehind = async (script: string, env: Record<string, string>): Promise<ProcessMark> => {
    const child = spawn('/bin/bash', ['-c', script], {
      detached: true,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    strangers.push(child)
    const mark = processMark(child.pid!)
    await once(child.stdout, 'data')
    return mark
  }
  const survivor = 'setsid sleep 1000 & sleep 1000 & echo ready; wait'

  test('kills the survivor, its group and its escapees', async () => {
    const mark = await leftBehind(survivor, { PM_AGENT_TOKEN: token })
    await reap(token, mark)
    expect(isAlive(mark)).toBe(false)
    expect(findProcesses(token, mark.pid).pids).toEqual([])
  })

  test('finds everything by the token alone when no mark was written', async () => {
    const mark = await leftBehind(survivor, { PM_AGENT_TOKEN: token })
    await reap(token, null)
    expect(isAlive(mark)).toBe(false)
  })

  test('kills members that hide their environment when the group is still ours', async () => {
    const mark = await leftBehind('env -i sleep 1000 & sleep 1000 & echo ready; exit', { PM_AGENT_TOKEN: token })
    await expect.poll(() => isAlive(mark), patiently).toBe(false)
    await reap(token, mark)
    expect(findProcesses(token, mark.pid).pids).toEqual([])
  })

  test('leaves alone a process that got the same pid, and every other one', async () => {
    const stranger = await leftBehind('echo ready; sleep 1000; true', {})
    const sibling = await leftBehind('echo ready; sleep 1000; true', { PM_AGENT_TOKEN: `${token}-2` })
    await reap(token, { ...stranger, startTime: '1' })
    expect([stranger, sibling].map(isAlive)).toEqual([true, true])
    await reap(`${token}-2`, sibling)
    process.kill(-stranger.pid, 'SIGKILL')
  })

  test('is content when there is nothing', async () => {
    await reap(token, null)
    await reap(token, { pid: 2 ** 22 + 1, startTime: '5' })
  })
})
