import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runId, taskId } from '../../core/plan/ids.ts'
import type { ProcessMark } from '../../core/run/event.ts'
import { DEFAULT_LIMITS } from '../../core/settings/config.ts'
import type { Launch } from '../../ports.ts'
import { isAlive } from '../process/child.ts'
import { findProcesses } from '../process/process-table.ts'
import { createAgents } from './agents.ts'

const PLAYER = fileURLToPath(new URL('./scripted/scripted-player.ts', import.meta.url))
const misbehaving = (name: string) =>
  `"${process.execPath}" "${fileURLToPath(new URL(`../../../test/agents/${name}.js`, import.meta.url))}"`
const never = new AbortController().signal

let dir: string
let token: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agents-'))
  mkdirSync(join(dir, 'workspace'))
  token = randomUUID()
})
afterEach(() => {
  const left = findProcesses(token, null).pids
  rmSync(dir, { recursive: true, force: true })
  expect(left).toEqual([])
})

const agents = (env: Record<string, string> = {}) =>
  createAgents({
    outputsDir: join(dir, 'outputs'),
    userEnv: { PATH: process.env.PATH, HOME: dir, ...env },
    passEnv: ['MY_AGENT_KEY'],
    scriptedPlayer: PLAYER,
    nodePath: process.execPath,
    graceMs: 200,
  })
const launchOf = (command: string, changes: Partial<Launch> = {}): Launch => ({
  agent: { is: 'command', name: 'test', command },
  run: runId('run-1'),
  task: taskId('2/1'),
  attempt: 3,
  dir: join(dir, 'workspace'),
  role: 'worker',
  prompt: 'Do it.\n',
  session: null,
  token,
  minutes: 1,
  limits: DEFAULT_LIMITS,
  ...changes,
})
const launch = (command: string, changes?: Partial<Launch>, env?: Record<string, string>) =>
  agents(env).launch(launchOf(command, changes), never, async () => {})
const inWorkspace = (path: string) => join(dir, 'workspace', path)
const outputOf = (result: { readonly outputFile: string | null }) => readFileSync(result.outputFile!, 'utf8')

describe('a command agent', () => {
  test('reads its prompt from standard input and from a file, works in its workspace, and reports', async () => {
    const result = await launch(
      'cat > got.txt; cmp got.txt "$PM_AGENT_PROMPT_FILE" && pwd && echo \'{"status":"success","session_id":"s-1"}\' > "$PM_AGENT_RESULT_FILE"',
      { prompt: 'Grüße\n'.repeat(100_000) },
    )
    expect(result).toEqual({
      ending: { is: 'exited', code: 0 },
      reading: { is: 'valid', report: expect.objectContaining({ status: 'success' }) },
      session: 's-1',
      outputFile: expect.stringMatching(/outputs\/2-1-3-[\w-]+\.log$/),
      durationMs: expect.any(Number),
    })
    expect(outputOf(result)).toBe(`${inWorkspace('')}\n`.replace('/\n', '\n'))
    expect(statSync(inWorkspace('got.txt')).size).toBe(800_000)
  })

  test('gets variables about its task, and only the secrets passed to it', async () => {
    const secrets = { GITHUB_TOKEN: 's3cret', AWS_SECRET_ACCESS_KEY: 's3cret', MY_AGENT_KEY: 'key' }
    const result = await launch('env | grep -v "^_=" | sort', { session: 'earlier', role: 'fixer' }, secrets)
    const env = Object.fromEntries(
      outputOf(result)
        .trim()
        .split('\n')
        .map(line => line.split(/=(.*)/s).slice(0, 2)),
    )
    expect(env).toEqual({
      PATH: process.env.PATH,
      HOME: dir,
      MY_AGENT_KEY: 'key',
      PM_AGENT_ROLE: 'fixer',
      PM_AGENT_TASK: '2/1',
      PM_AGENT_ATTEMPT: '3',
      PM_AGENT_PROMPT_FILE: inWorkspace('.pm-agent/prompt.txt'),
      PM_AGENT_RESULT_FILE: inWorkspace('.pm-agent/result.json'),
      PM_AGENT_SESSION: 'earlier',
      PM_AGENT_PORT_BASE: expect.stringMatching(/^[2-4]\d\d[02468]0$/),
      PM_AGENT_TOKEN: token,
      PWD: inWorkspace('').replace(/\/$/, ''),
      SHLVL: expect.any(String),
    })
  })

  test('gets the same ports for the same attempt, and others for another', async () => {
    const ports = async (attempt: number) => outputOf(await launch('echo $PM_AGENT_PORT_BASE', { attempt }))
    expect(await ports(1)).toBe(await ports(1))
    expect(await ports(1)).not.toBe(await ports(2))
  })

  test('is not credited with the report of an earlier launch', async () => {
    mkdirSync(inWorkspace('.pm-agent'))
    writeFileSync(inWorkspace('.pm-agent/result.json'), '{"status":"success"}')
    writeFileSync(inWorkspace('.pm-agent-result.json'), '{"status":"success"}')
    expect((await launch('true')).reading).toEqual({ is: 'missing' })
  })

  test('names its session on standard output when the report does not', async () => {
    const result = await launch('echo \'{"type":"init","session_id":"abc"}\'; echo \'{"session_id":"wrong"}\' >&2')
    expect(result.session).toBe('abc')
  })

  test('is never written to through a link in the repository', async () => {
    mkdirSync(join(dir, 'outside'))
    symlinkSync(join(dir, 'outside'), inWorkspace('.pm-agent'))
    const result = await launch('true')
    expect(result).toEqual({
      ending: { is: 'could-not-start', problem: '.pm-agent in the workspace is not a folder' },
      reading: { is: 'missing' },
      session: null,
      outputFile: null,
      durationMs: 0,
    })
    expect(readdirSync(join(dir, 'outside'))).toEqual([])
  })

  test('is reported to the caller while it runs, and stops when the caller aborts', async () => {
    const stop = new AbortController()
    const marks: ProcessMark[] = []
    const files: string[] = []
    const result = await agents().launch(launchOf('sleep 1000'), stop.signal, async (mark, outputFile) => {
      expect(isAlive(mark)).toBe(true)
      expect(existsSync(outputFile)).toBe(true)
      marks.push(mark)
      files.push(outputFile)
      stop.abort()
    })
    expect(result.ending).toEqual({ is: 'stopped' })
    expect(marks.map(isAlive)).toEqual([false])
    expect(files).toEqual([result.outputFile])
  })
})

describe('an agent that misbehaves', () => {
  test('does nothing: it exits with 0 and without a report', async () => {
    const result = await launch(misbehaving('does-nothing'))
    expect(result).toMatchObject({ ending: { is: 'exited', code: 0 }, reading: { is: 'missing' } })
  })

  test('only claims: there is a report and no work', async () => {
    const result = await launch(misbehaving('only-says-so'))
    expect(result.reading).toMatchObject({ is: 'valid', report: { status: 'success' } })
    expect(readdirSync(inWorkspace(''))).toEqual(['.pm-agent'])
  })

  test('breaks a test: the work is there, and the greeting is another one', async () => {
    await launch(misbehaving('breaks-a-test'))
    expect(existsSync(inWorkspace('src/sum.js'))).toBe(true)
    expect(readFileSync(inWorkspace('src/greet.js'), 'utf8')).toContain('bye')
  })

  test('exits with one after good work: the work is there', async () => {
    const result = await launch(misbehaving('exits-one-after-good-work'))
    expect(result).toMatchObject({ ending: { is: 'exited', code: 1 }, reading: { is: 'valid' } })
    expect(existsSync(inWorkspace('test/sum.test.js'))).toBe(true)
  })

  test('never exits: it is killed for its silence although it ignores the first signal', async () => {
    const result = await launch(misbehaving('never-exits'), { limits: { ...DEFAULT_LIMITS, idleMinutes: 0.02 } })
    expect(result.ending).toEqual({ is: 'idle', minutes: 0.02 })
    expect(outputOf(result)).toBe('working on it\n')
  })

  test('leaves children: it exits with 0 and they are ended', async () => {
    const result = await launch(misbehaving('leaves-children'))
    expect(result).toMatchObject({ ending: { is: 'exited', code: 0 }, reading: { is: 'valid' } })
    expect(findProcesses(token, null).pids).toEqual([])
  })

  test('prints 500 MB: it is ended at the limit', async () => {
    const result = await launch(misbehaving('prints-500-mb'), { limits: { ...DEFAULT_LIMITS, outputMb: 20 } })
    expect(result.ending).toEqual({ is: 'output-limit', megabytes: 20 })
    expect(statSync(result.outputFile!).size).toBe(20 * 1024 * 1024)
  })

  test('writes half a JSON: the report is invalid and the problem says where', async () => {
    const result = await launch(misbehaving('writes-half-a-json'))
    expect(result.reading).toEqual({ is: 'invalid', problem: expect.stringMatching(/not JSON: .* at line 3, column/) })
    expect(existsSync(inWorkspace('src/sum.js'))).toBe(true)
  })
})

test('a scripted agent is launched like any other', async () => {
  const script = join(dir, 'script.json')
  writeFileSync(
    script,
    JSON.stringify({
      tasks: { '2/1': [{}, { steps: [{ write: { path: 'a.txt', text: 'second' } }], report: { status: 'success' } }] },
    }),
  )
  const result = await launch('', { agent: { is: 'scripted', name: 'script', script } })
  expect(result).toMatchObject({ ending: { is: 'exited', code: 0 }, reading: { is: 'valid' } })
  expect(readFileSync(inWorkspace('a.txt'), 'utf8')).toBe('second')
})

test.each([
  ['{usage-limit: {minutes: 90}}', 'usage-limit', 90 * 60_000],
  ['usage-limit', 'usage-limit', null],
  ['overloaded', 'overloaded', undefined],
])('a scripted agent can end as one does whose vendor gives no more: %s', async (step, is, resetsInMs) => {
  const script = join(dir, 'script.yaml')
  writeFileSync(script, `default: [{steps: [${step}, {print: later}]}]`)
  const before = Date.now()
  const { ending, ...result } = await launch('', { agent: { is: 'scripted', name: 'script', script } })
  expect(ending).toMatchObject({ is, problem: expect.any(String) })
  if (ending.is === 'usage-limit' && typeof resetsInMs === 'number') {
    expect(ending.resetsAt).toBeGreaterThanOrEqual(before + resetsInMs)
    expect(ending.resetsAt).toBeLessThanOrEqual(Date.now() + resetsInMs)
  } else if (resetsInMs === null) expect(ending).toHaveProperty('resetsAt', null)
  expect(readFileSync(result.outputFile!, 'utf8')).not.toContain('later')
})

test('a scripted agent can fail by itself, like an agent with an expired login', async () => {
  const script = join(dir, 'script.yaml')
  writeFileSync(
    script,
    'default: [{steps: [{write: {path: a, text: a}}, {agent-error: "the login has expired"}, {print: later}]}]',
  )
  const result = await launch('', { agent: { is: 'scripted', name: 'script', script } })
  expect(result.ending).toEqual({ is: 'agent-error', problem: 'the login has expired' })
  expect(outputOf(result)).not.toContain('later')
  expect(existsSync(inWorkspace('a'))).toBe(true)
})
