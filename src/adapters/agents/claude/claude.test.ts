import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runId, taskId } from '../../../core/plan/ids.ts'
import { createAgents } from '../agents.ts'
import { claudeArguments } from './claude.ts'

const SESSION = '4c7908f0-27fe-4b72-80bf-7282226b7e48'

describe('the command line', () => {
  test('names a session of its own, lets edits and commands through, and leaves the settings of the repository out', () => {
    expect(claudeArguments(null, null)).toEqual([
      '--print',
      ...['--output-format', 'stream-json', '--verbose'],
      ...['--input-format', 'stream-json', '--replay-user-messages'],
      ...['--session-id', expect.stringMatching(/^[\da-f-]{36}$/)],
      ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
      ...['--setting-sources', 'user', '--strict-mcp-config'],
    ])
  })

  test('goes on with a session, with every flag said again', () => {
    const fresh = claudeArguments('opus', null)
    const resumed = claudeArguments('opus', SESSION)
    expect(resumed).toEqual(
      fresh.with(fresh.indexOf('--session-id'), '--resume').with(fresh.indexOf('--session-id') + 1, SESSION),
    )
    expect(resumed.slice(-2)).toEqual(['--model', 'opus'])
  })

  test('begins afresh where a session is none of its own', () => {
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

  /** A program that tells what it was given, prints a stream and leaves when its input ends. */
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
        idleMinutes: 1,
        outputMbMax: 1,
      },
      signal,
      async () => {},
    )
  }
  const read = (name: string) => readFileSync(join(dir, 'workspace', name), 'utf8')

  test('gives the prompt by standard input and reads the stream', async () => {
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

  test('passes on what the CLI needs and no other secret, and keeps it quiet', async () => {
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

  test('that does not leave when its input ends is made to, and its result counts', async () => {
    const told = await launch({}, null, { program: `${FAKE}exec sleep 600\n` })
    expect(told).toMatchObject({
      ending: { is: 'exited', code: 0 },
      reading: { is: 'valid', report: { status: 'success' } },
    })
    expect(told.durationMs).toBeLessThan(20_000)
  })

  test('that leaves with a code of its own has that code', async () => {
    const told = await launch({}, null, { program: `${FAKE}exit 3\n` })
    expect(told.ending).toMatchObject({ is: 'agent-error', problem: expect.stringContaining('code 3') })
  })

  test('that says nothing and reads nothing is stopped like any other', async () => {
    const stop = AbortSignal.timeout(200)
    const told = await launch({}, null, { program: '#!/bin/sh\nexec sleep 600\n', signal: stop })
    expect(told.ending).toEqual({ is: 'stopped' })
  })
})
