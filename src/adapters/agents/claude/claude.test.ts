import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runId, taskId } from '../../../core/plan/ids.ts'
import { DEFAULT_LIMITS } from '../../../core/settings/config.ts'
import { createAgents } from '../agents.ts'
import { claudeArguments } from './claude.ts'

const SESSION = '4c7908f0-27fe-4b72-80bf-7282226b7e48'

describe('the command line', () => {
  test('names its own session, allows edits and commands, and ignores the repository’s settings', () => {
    expect(claudeArguments(null, null)).toEqual([
      '--print',
      ...['--output-format', 'stream-json', '--verbose'],
      ...['--input-format', 'stream-json', '--replay-user-messages'],
      ...['--session-id', expect.stringMatching(/^[\da-f-]{36}$/)],
      ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
      ...['--setting-sources', 'user', '--strict-mcp-config'],
    ])
  })

  test('resumes a session, repeating every flag', () => {
    const fresh = claudeArguments('opus', null)
    const resumed = claudeArguments('opus', SESSION)
    expect(resumed).toEqual(
      fresh.with(fresh.indexOf('--session-id'), '--resume').with(fresh.indexOf('--session-id') + 1, SESSION),
    )
    expect(resumed.slice(-2)).toEqual(['--model', 'opus'])
  })

  test('begins a new session if the given one is not its own', () => {
    expect(claudeArguments(null, '--help')).toContain('--session-id')
  })
})

describe('a launch', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'claude-'))
    mkdirSync(join(dir, 'workspace'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  /** A program that records its input, prints a stream and exits when its input ends. */
  const FAKE = `#!/bin/sh
head -n 1 > stdin.txt
env > env.txt
for one; do echo "$one"; done > args.txt
echo noise >&2
echo '{"type":"system","subtype":"init","session_id":"${SESSION}"}'
echo '{"type":"result","subtype":"success","is_error":false,"result":"Done."}'
cat > more.txt
`
  const launch = (
    userEnv: Readonly<Record<string, string>>,
    session: string | null = null,
    { program = FAKE, signal = new AbortController().signal } = {},
  ) => {
    const path = join(dir, 'claude')
    writeFileSync(path, program, { mode: 0o755 })
    const agents = createAgents({
      outputsDir: join(dir, 'outputs'),
      userEnv: { PATH: process.env.PATH, HOME: dir, ...userEnv },
      scriptedPlayer: '',
      nodePath: process.execPath,
    })
    return agents.launch(
      {
        agent: { is: 'claude', name: 'claude', model: null, path },
        run: runId('run-1'),
        task: taskId('1'),
        attempt: 1,
        dir: join(dir, 'workspace'),
        role: 'worker',
        prompt: '-- Do it.\n',
        session,
        token: randomUUID(),
        minutes: 1,
        limits: DEFAULT_LIMITS,
      },
      signal,
      async () => {},
    )
  }
  const read = (name: string) => readFileSync(join(dir, 'workspace', name), 'utf8')

  test('passes the prompt through stdin and reads the stream', async () => {
    const told = await launch({}, SESSION)
    expect(told).toMatchObject({
      ending: { is: 'exited', code: 0 },
      reading: { is: 'valid', report: { status: 'success' } },
      session: SESSION,
    })
    expect(JSON.parse(read('stdin.txt'))).toMatchObject({
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: '-- Do it.\n' }] },
    })
    expect(read('more.txt')).toBe('')
    expect(read('args.txt')).toContain(`--resume\n${SESSION}\n`)
    expect(readFileSync(told.outputFile!, 'utf8')).toContain('noise')
  })

  test('passes on the variables that the CLI needs and no other secret, and disables telemetry', async () => {
    await launch({
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      CLAUDE_CONFIG_DIR: '/config',
      CLAUDE_CODE_MAX_RETRIES: '7',
      CLAUDECODE: '1',
      AWS_SECRET_ACCESS_KEY: 's3cret',
    })
    const env = read('env.txt')
    for (const line of [
      'ANTHROPIC_API_KEY=key',
      'ANTHROPIC_BASE_URL=http://127.0.0.1:1',
      'CLAUDE_CONFIG_DIR=/config',
      'CLAUDE_CODE_MAX_RETRIES=7',
      'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1',
      'DISABLE_AUTOUPDATER=1',
      'PM_AGENT_TASK=1',
    ])
      expect(env.split('\n')).toContain(line)
    expect(env).not.toMatch(/s3cret|^CLAUDECODE=/m)
  })

  test('that does not exit when its input ends is killed, and its result counts', async () => {
    const told = await launch({}, null, { program: `${FAKE}exec sleep 600\n` })
    expect(told).toMatchObject({
      ending: { is: 'exited', code: 0 },
      reading: { is: 'valid', report: { status: 'success' } },
    })
    expect(told.durationMs).toBeLessThan(20_000)
  })

  test('that exits with an error code keeps that code', async () => {
    const told = await launch({}, null, { program: `${FAKE}exit 3\n` })
    expect(told.ending).toMatchObject({ is: 'agent-error', problem: expect.stringContaining('code 3') })
  })

  test('that prints and reads nothing is stopped like any other', async () => {
    const stop = AbortSignal.timeout(200)
    const told = await launch({}, null, { program: '#!/bin/sh\nexec sleep 600\n', signal: stop })
    expect(told.ending).toEqual({ is: 'stopped' })
  })
})
