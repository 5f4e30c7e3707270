import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChildSpec, runChild } from '../../process/child.ts'
import { findProcesses } from '../../process/process-table.ts'
import type { Script, Step } from './script.ts'

const PLAYER = fileURLToPath(new URL('./scripted-player.ts', import.meta.url))
const MB = 1024 * 1024

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'player-'))
  mkdirSync(join(dir, 'work'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const at = (path: string) => join(dir, 'work', path)
const read = (path: string) => readFileSync(at(path), 'utf8')

const run = (text: string, changes: Partial<ChildSpec> = {}) => {
  writeFileSync(join(dir, 'script.yaml'), text)
  return runChild(
    {
      file: process.execPath,
      args: [PLAYER, join(dir, 'script.yaml')],
      cwd: join(dir, 'work'),
      env: {
        PATH: process.env.PATH ?? '',
        PM_AGENT_TASK: '1',
        PM_AGENT_ATTEMPT: '1',
        PM_AGENT_RESULT_FILE: at('result.json'),
      },
      wallMs: 60_000,
      idleMs: null,
      outputBytesMax: 10 * MB,
      outputFile: join(dir, 'output.log'),
      token: randomUUID(),
      graceMs: 1_000,
      ...changes,
    },
    new AbortController().signal,
  )
}
const play = (steps: readonly Step[], changes?: Partial<ChildSpec>) => {
  const script: Script = { default: [{ steps, report: { status: 'success' } }] }
  return run(JSON.stringify(script), changes)
}
const well = { is: 'exited', code: 0 }

describe('the player', () => {
  test('works on files', async () => {
    const result = await play([
      { write: { path: 'src/deep/a.txt', text: 'one' } },
      { append: { path: 'src/deep/a.txt', text: ' two two' } },
      { replace: { path: 'src/deep/a.txt', find: 'two', with: '$& three' } },
      { append: { path: 'new.txt', text: 'new' } },
      { move: { from: 'new.txt', to: 'moved/new.txt' } },
      { write: { path: 'gone.txt', text: '' } },
      { delete: 'gone.txt' },
      { mkdir: 'empty/folder' },
      { write: { path: 'run.sh', text: '#!/bin/sh\necho ran > ran.txt\n' } },
      { chmod: { path: 'run.sh', mode: '755' } },
      { run: './run.sh' },
    ])
    expect(result).toMatchObject({ ending: well, output: '' })
    expect(read('src/deep/a.txt')).toBe('one $& three $& three')
    expect(read('moved/new.txt')).toBe('new')
    expect(existsSync(at('gone.txt'))).toBe(false)
    expect(statSync(at('empty/folder')).isDirectory()).toBe(true)
    expect(read('ran.txt')).toBe('ran\n')
    expect(JSON.parse(read('result.json'))).toEqual({ status: 'success' })
  })

  test('prints, names its session, and waits', async () => {
    const result = await play([{ print: 'hello' }, { session: { id: 's-1' } }, { sleep: { ms: 20 } }, { print: 'bye' }])
    expect(result.stdout).toBe('hello\n{"session_id":"s-1"}\nbye\n')
    expect(result.durationMs).toBeGreaterThanOrEqual(20)
  })

  test('floods its output with exactly the given amount', async () => {
    const result = await play([{ flood: { megabytes: 3.5 } }])
    expect(result).toMatchObject({ ending: well, outputBytes: 3.5 * MB })
  })

  test('hangs until it is ended', async () => {
    const result = await play([{ print: 'before' }, { hang: true }, { print: 'after' }], { idleMs: 1_500 })
    expect(result).toMatchObject({ ending: { is: 'idle' }, stdout: 'before\n' })
    expect(existsSync(at('result.json'))).toBe(false)
  })

  test('leaves children that outlive it, in its group and outside', async () => {
    const token = randomUUID()
    const seen = await play(
      [{ 'leave-child': true }, { run: `grep -lz PM_AGENT_TOKEN=${token} /proc/[0-9]*/environ | wc -l` }],
      { token },
    )
    const [left, count] = seen.stdout.trim().split('\n')
    expect(left).toMatch(/^left \d+ and \d+ behind$/)
    expect(Number(count)).toBeGreaterThanOrEqual(3)
    expect(seen.ending).toEqual(well)
    expect(findProcesses(token, null).pids).toEqual([])
  })

  test('dies by a signal', async () => {
    const result = await play([{ print: 'before' }, { crash: 'SIGKILL' }])
    expect(result).toMatchObject({ ending: { is: 'signalled', signal: 'SIGKILL' }, stdout: 'before\n' })
  })

  test('exits with a code, after the earlier steps and before the later ones', async () => {
    const result = await play([{ report: { status: 'failed' } }, { exit: { code: 3 } }, { print: 'after' }])
    expect(result).toMatchObject({ ending: { is: 'exited', code: 3 }, stdout: '' })
    expect(JSON.parse(read('result.json'))).toEqual({ status: 'failed' })
  })

  test('writes any text as its report', async () => {
    await run('default: [{steps: [{raw-report: {text: "{half"}}]}]')
    expect(read('result.json')).toBe('{half')
  })

  test('plays its attempt, and repeats the last one', async () => {
    const script = 'tasks: {1: [{steps: [{print: one}]}, {steps: [{print: two}]}]}'
    const attempt = async (number: string) =>
      (await run(script, { env: { PM_AGENT_TASK: '1', PM_AGENT_ATTEMPT: number, PATH: process.env.PATH ?? '' } }))
        .stdout
    expect([await attempt('1'), await attempt('2'), await attempt('3')]).toEqual(['one\n', 'two\n', 'two\n'])
  })
})

describe('a script that cannot be played', () => {
  test.each([
    ['is wrong', 'default: [{steps: [{wirte: 1}]}]', /script\.yaml: default\[0\]\.steps\[0\]: .*wirte/],
    ['does not know the task', 'tasks: {2: [{}]}', /script\.yaml: tasks: nothing for task "1", and no default/],
    [
      'does not fit the files',
      'default: [{steps: [{run: "true"}, {replace: {path: a, find: x, with: y}}]}]',
      /step 2 \(replace\): .*ENOENT/,
    ],
  ])('because it %s ends with 2 and says what and where', async (_, text, message) => {
    const result = await run(text)
    expect(result.ending).toEqual({ is: 'exited', code: 2 })
    expect(result.output).toMatch(message)
  })

  test('because it is missing exits with 2', async () => {
    const result = await run('', { args: [PLAYER, '/no/such/script.yaml'] })
    expect(result.ending).toEqual({ is: 'exited', code: 2 })
    expect(result.output).toBe('scripted agent: /no/such/script.yaml cannot be read\n')
  })
})

test('importing the player plays nothing', async () => {
  const result = await run('', { args: ['--input-type=module', '-e', `await import(${JSON.stringify(PLAYER)})`] })
  expect(result).toMatchObject({ ending: well, output: '' })
})
