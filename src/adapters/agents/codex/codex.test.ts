import { describe, expect, test } from 'vitest'
import type { Remark } from '../../../core/told/remark.ts'
import type { Fields } from '../answers/answer-fields.ts'
import { createStreamHearing } from '../stream-facts.ts'
import { codexArguments, codexProgram } from './codex.ts'
import { codexRefusal, readCodex } from './stream.ts'

const THREAD = '01a1e2da-a26f-7151-b918-cce59c80ef30'

/** Lines as version 0.166.0 prints them. */
const STARTED = { type: 'thread.started', thread_id: THREAD }
const item = (type: string, fields: object, event = 'item.completed') => ({
  type: event,
  item: { id: 'item_1', type, ...fields },
})
const CHANGES = [
  { path: '/w/c.txt', kind: 'add' },
  { path: '/w/d.txt', kind: 'update' },
]
const COMPLETED = {
  type: 'turn.completed',
  usage: { input_tokens: 200, cached_input_tokens: 20, output_tokens: 40, reasoning_output_tokens: 10 },
}

const remarksIn = (...events: readonly object[]): readonly Remark[] => {
  const read = readCodex()
  return events.flatMap(event => read(event as Fields))
}
const heardIn = (...events: readonly object[]) => {
  const stream = createStreamHearing(readCodex())
  for (const event of events) stream.see(Buffer.from(`${JSON.stringify(event)}\n`))
  return stream.heard()
}

describe('the command line', () => {
  const around = { session: null, dir: '/w/a "b"', sandbox: 'workspace-write' } as const

  test('sandboxes commands, does not trust the folder, disables telemetry, and reads the prompt from stdin', () => {
    expect(codexArguments(null, around)).toEqual([
      'exec',
      ...['--sandbox', 'workspace-write', '--json', '--skip-git-repo-check'],
      ...['--config', 'projects={"/w/a \\"b\\""={trust_level="untrusted"}}'],
      ...['--disable', 'plugins', '--config', 'analytics.enabled=false'],
      ...['--config', 'check_for_update_on_startup=false'],
      '-',
    ])
  })

  test('makes no sandbox inside of ours: the two cannot be nested on every machine', () => {
    const { args, argsInSandbox } = codexProgram(
      { is: 'codex', name: 'codex', path: 'codex', model: null },
      { ...around, version: null },
    )
    expect(args.slice(1, 3)).toEqual(['--sandbox', 'workspace-write'])
    expect(argsInSandbox?.slice(1, 3)).toEqual(['--sandbox', 'danger-full-access'])
    expect(argsInSandbox?.slice(3)).toEqual(args.slice(3))
  })

  test('resumes a session, with the sandbox option before it', () => {
    const args = codexArguments('gpt-6', { ...around, session: THREAD })
    expect(args.slice(-3)).toEqual(['resume', THREAD, '-'])
    expect(args.indexOf('--sandbox')).toBeLessThan(args.indexOf('resume'))
    expect(args.join(' ')).toContain('--model gpt-6')
  })

  test('begins a new session if the given one is not its own', () => {
    expect(codexArguments(null, { ...around, session: '--last' })).not.toContain('resume')
  })
})

describe('a stream', () => {
  test('gives session, texts, tools and files', () => {
    const command = { command: "/bin/bash -lc 'npm test'", aggregated_output: '', status: 'in_progress' }
    expect(
      remarksIn(
        STARTED,
        { type: 'turn.started' },
        item('agent_message', { text: 'I write.' }),
        item('command_execution', command, 'item.started'),
        item('command_execution', { ...command, exit_code: 3, status: 'failed' }),
        item('file_change', { changes: CHANGES, status: 'in_progress' }, 'item.started'),
        item('file_change', { changes: CHANGES, status: 'completed' }),
      ),
    ).toEqual([
      { is: 'began', session: THREAD, model: null, version: null },
      { is: 'text', text: 'I write.' },
      { is: 'tool', tool: 'shell', target: 'npm test', changes: true },
      { is: 'tool', tool: 'apply_patch', target: '/w/c.txt, /w/d.txt', changes: true },
      { is: 'file', path: '/w/c.txt', change: 'added' },
      { is: 'file', path: '/w/d.txt', change: 'modified' },
    ])
  })

  test('gives the tokens of the whole session, cached ones separately, and no cost', () => {
    const heard = heardIn(STARTED, item('agent_message', { text: 'All done.' }), COMPLETED)
    expect(heard).toMatchObject({ session: THREAD, text: 'All done.', hasEnded: true, error: null })
    expect(heard.meter).toEqual({
      model: null,
      version: null,
      tokens: { input: 180, cached: 20, output: 40 },
      tokensOver: 'session',
      costUsd: null,
      costOver: 'launch',
    })
  })

  test('that retries and is then answered has no error', () => {
    const retry = { type: 'error', message: 'Reconnecting... 1/5 (unexpected status 503 Service Unavailable)' }
    expect(heardIn(STARTED, retry, COMPLETED).error).toBeNull()
    expect(remarksIn(retry)).toMatchObject([{ is: 'error', isFinal: false }])
  })

  test('that failed gives the reason, even if the message is a response body', () => {
    const failed = (message: string) => heardIn(STARTED, { type: 'turn.failed', error: { message } }).error!.problem
    expect(failed('Selected model is at capacity.')).toBe('Selected model is at capacity.')
    expect(failed('{"error":{"message":"bad request thing"}}')).toBe('bad request thing')
    expect(failed('')).toBe('it failed without an error message')
  })

  test('may contain anything', () => {
    const strange = [
      { type: 'item.completed' },
      { type: 'item.completed', item: { type: 'file_change', changes: [null, 3], status: 'completed' } },
      { type: 'turn.completed', usage: 7 },
      { type: 'turn.failed' },
      { type: 'of the future' },
    ]
    expect(heardIn(...strange)).toMatchObject({ session: null, meter: null, hasEnded: true })
  })
})

describe('its own log', () => {
  const line = (words: string) => `2026-11-16T05:36:42.249718Z ERROR codex_core::tools::router: error=${words}`

  test('contains refusals, which the stream does not', () => {
    const reason = 'patch rejected: writing outside of the project; rejected by user approval settings'
    expect(codexRefusal(line(reason))).toEqual([
      { is: 'tool', tool: 'apply_patch', target: reason, changes: true },
      { is: 'denied', tool: 'apply_patch', target: reason, changes: true },
    ])
  })

  test('gives nothing else', () => {
    expect(codexRefusal(line('exec_command failed: no such file'))).toEqual([])
    expect(codexRefusal('patch rejected: so I was told')).toEqual([])
  })
})
