import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runId, taskId } from '../../core/ids.ts'
import { createAgents } from './agents.ts'
import { claudeArguments, concludeClaude } from './claude.ts'
import type { ClaudeHeard, ClaudeResult } from './claude-stream.ts'
import type { ProgramEnd } from './program.ts'

const SESSION = '4c7908f0-27fe-4b72-80bf-7282226b7e48'

const result = (fields: Partial<ClaudeResult> = {}): ClaudeResult => ({
  subtype: 'success',
  isError: false,
  text: 'All done.',
  errors: [],
  apiStatus: null,
  tokens: { input: 1, output: 1, cached: 0 },
  costUsd: 0.1,
  ...fields,
})
const heard = (fields: Partial<ClaudeHeard> = {}): ClaudeHeard => ({
  session: SESSION,
  text: 'All done.',
  toolUses: new Map(),
  denials: [],
  limit: null,
  result: result(),
  ...fields,
})
const end = (fields: Partial<ProgramEnd> = {}): ProgramEnd => ({
  ending: { is: 'exited', code: 0 },
  reading: { is: 'missing' },
  session: null,
  output: '',
  ...fields,
})
const failed = (problem: string) => ({ is: 'agent-error', problem })

describe('the command line', () => {
  test('names a session of its own, lets edits and commands through, and leaves the settings of the repository out', () => {
    expect(claudeArguments(null, null)).toEqual([
      '--print',
      ...['--output-format', 'stream-json', '--verbose'],
      ...['--session-id', expect.stringMatching(/^[\da-f-]{36}$/)],
      ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
      ...['--setting-sources', 'user', '--strict-mcp-config'],
    ])
  })

  test('goes on with a session, with every flag said again', () => {
    const fresh = claudeArguments('opus', null)
    const resumed = claudeArguments('opus', SESSION)
    expect(resumed).toEqual(fresh.with(fresh.indexOf('--session-id'), '--resume').with(5, SESSION))
    expect(resumed.slice(-2)).toEqual(['--model', 'opus'])
  })

  test('begins afresh where a session is none of its own', () => {
    expect(claudeArguments(null, '--help')).toContain('--session-id')
  })
})

describe('an end', () => {
  test('that is good says success by the last words, marked as such', () => {
    expect(concludeClaude(heard(), end())).toEqual({
      ending: { is: 'exited', code: 0 },
      reading: {
        is: 'valid',
        report: expect.objectContaining({
          status: 'success',
          summary: '(no result file; its last words) All done.',
          issues: [],
        }),
      },
      session: SESSION,
    })
  })

  test.each([
    [
      'a model that fails',
      result({ isError: true, text: 'API Error: 529\nOverloaded.' }),
      'API Error: 529 Overloaded.',
    ],
    ['a lost session', result({ isError: true, text: '', errors: ['No conversation'] }), 'No conversation'],
    ['too many turns', result({ isError: true, text: '', subtype: 'error_max_turns' }), 'error_max_turns'],
  ])('by %s is an error of the agent, whatever the exit code', (_, found, problem) => {
    for (const code of [0, 1]) {
      const told = concludeClaude(heard({ result: found }), end({ ending: { is: 'exited', code } }))
      expect(told.ending).toEqual(failed(problem))
      expect(told.reading).toMatchObject({ report: { status: 'failed' } })
    }
  })

  test('by a usage limit says until when', () => {
    const limited = { result: result({ isError: true, text: "You've hit your limit" }) }
    const problem = (resetsAt: number | null) =>
      concludeClaude(heard({ ...limited, limit: { resetsAt } }), end()).ending as { readonly problem: string }
    expect(problem(Date.UTC(2026, 10, 16, 1, 29)).problem).toBe(
      "usage limit reached: You've hit your limit (until 2026-11-16T01:29:00Z)",
    )
    expect(problem(null).problem).toBe("usage limit reached: You've hit your limit")
  })

  test('with a bad code after a good result is an error', () => {
    expect(concludeClaude(heard(), end({ ending: { is: 'exited', code: 1 } })).ending).toEqual(
      failed('it exited with code 1 after a result that says success'),
    )
  })

  test('without a result is an error, with what it complained about, and there is no report', () => {
    const silent = heard({ session: null, result: null })
    expect(concludeClaude(silent, end())).toEqual({
      ending: failed('it exited with code 0 and without a result'),
      reading: { is: 'missing' },
      session: null,
    })
    const output = '{"type":"system"}\nerror: unknown option --verbos\n\n'
    expect(concludeClaude(silent, end({ ending: { is: 'exited', code: 1 }, output })).ending).toEqual(
      failed('it exited with code 1 and without a result: error: unknown option --verbos'),
    )
  })

  test('that was made by us stays what it is, and the session can be gone on with', () => {
    const idle = { is: 'idle', minutes: 10 } as const
    expect(concludeClaude(heard({ result: null }), end({ ending: idle }))).toEqual({
      ending: idle,
      reading: { is: 'missing' },
      session: SESSION,
    })
  })

  test('names the session of the stream, whatever a result file says', () => {
    expect(concludeClaude(heard(), end({ session: 'invented' })).session).toBe(SESSION)
  })
})

describe('a denial', () => {
  const denials = [{ tool: 'Write', target: '/tmp/x' }]

  test('among work that was done is noted in the report, by a file or by the last words', () => {
    const busy = heard({ denials, toolUses: new Map([['Write', 3]]) })
    const own = concludeClaude(busy, end())
    expect(own.ending).toEqual({ is: 'exited', code: 0 })
    expect(own.reading).toMatchObject({ report: { issues: ['permission was denied: Write /tmp/x'] } })
    if (own.reading.is !== 'valid') throw new Error('no report')
    const report = { ...own.reading.report, issues: ['mine'], summary: 'from the file' }
    expect(concludeClaude(busy, end({ reading: { is: 'valid', report } })).reading).toEqual({
      is: 'valid',
      report: { ...report, issues: ['mine', 'permission was denied: Write /tmp/x'] },
    })
  })

  test('of everything that was tried is an error of the agent', () => {
    const many = Array.from({ length: 7 }, (_, at) => ({ tool: 'Bash', target: `rm ${at}` }))
    const powerless = heard({
      denials: many,
      toolUses: new Map([
        ['Read', 9],
        ['Bash', 7],
      ]),
    })
    expect(concludeClaude(powerless, end()).ending).toEqual(
      failed(
        'everything it wanted to change was denied: Bash rm 0; Bash rm 1; Bash rm 2; Bash rm 3; Bash rm 4; 2 more',
      ),
    )
  })

  test('of something that changes nothing is no error', () => {
    const curious = heard({ denials: [{ tool: 'WebFetch', target: 'https://example.org' }] })
    expect(concludeClaude(curious, end()).ending).toEqual({ is: 'exited', code: 0 })
  })
})

describe('a launch', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'claude-'))
    mkdirSync(join(dir, 'workspace'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  /** A program that tells what it was given and then prints a stream. */
  const FAKE = `#!/bin/sh
cat > stdin.txt
env > env.txt
for one; do echo "$one"; done > args.txt
echo noise >&2
echo '{"type":"system","subtype":"init","session_id":"${SESSION}"}'
echo '{"type":"result","subtype":"success","is_error":false,"result":"Done."}'
`
  const launch = (userEnv: Readonly<Record<string, string>>, session: string | null = null) => {
    const path = join(dir, 'claude')
    writeFileSync(path, FAKE, { mode: 0o755 })
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
      new AbortController().signal,
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
    expect(read('stdin.txt')).toBe('-- Do it.\n')
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
})
