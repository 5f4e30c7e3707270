import { describe, expect, test } from 'vitest'
import type { Remark } from '../../../core/told/remark.ts'
import { createStreamHearing, type Heard } from '../stream-facts.ts'
import { readClaude } from './stream.ts'

const SESSION = '4c7908f0-27fe-4b72-80bf-7282226b7e48'

/** Lines as version 2.1.325 prints them, without unused fields. */
const INIT = {
  type: 'system',
  subtype: 'init',
  session_id: SESSION,
  tools: ['Bash', 'Write'],
  permissionMode: 'acceptEdits',
  claude_code_version: '2.1.325',
  model: 'claude-opus-5-5',
}
const says = (...content: readonly object[]) => ({
  type: 'assistant',
  message: { id: 'msg_1', role: 'assistant', content, usage: { input_tokens: 100, output_tokens: 1 } },
  parent_tool_use_id: null,
  session_id: SESSION,
})
const text = (words: string) => ({ type: 'text', text: words })
const use = (name: string, input: object) => ({ type: 'tool_use', id: 'toolu_4', name, input })
const USAGE = {
  input_tokens: 500,
  cache_creation_input_tokens: 20,
  cache_read_input_tokens: 3,
  output_tokens: 100,
  service_tier: 'standard',
}
const RESULT = {
  duration_api_ms: 148,
  session_id: SESSION,
  total_cost_usd: 0.004,
  usage: USAGE,
  permission_denials: [],
  terminal_reason: 'completed',
  is_error: false,
  num_turns: 5,
  subtype: 'success',
  api_error_status: null,
  result: 'All done.',
  type: 'result',
  result_index: 0,
}
const DENIAL = {
  tool_name: 'Write',
  tool_use_id: 'toolu_4',
  tool_input: { file_path: '/tmp/outside.txt', content: 'x' },
}

const used = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })
const came = (id: string, isError = false) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }] },
})

const heardIn = (...lines: readonly (object | string)[]): Heard => {
  const stream = createStreamHearing(readClaude())
  for (const line of lines) stream.see(Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`))
  return stream.heard()
}
const remarksIn = (...events: readonly object[]): readonly Remark[] => {
  const read = readClaude()
  return events.flatMap(event => read(event as Readonly<Record<string, unknown>>))
}

describe('a stream', () => {
  test('gives session, last message, tool calls, tokens and cost', () => {
    const heard = heardIn(INIT, says(text('I write.')), says(use('Write', {})), says(use('Read', {})), RESULT)
    expect(heard).toEqual({
      session: SESSION,
      text: 'All done.',
      changesWanted: 1,
      denials: [],
      limit: null,
      error: null,
      hasEnded: true,
      meter: {
        model: 'claude-opus-5-5',
        version: '2.1.325',
        tokens: { input: 500, output: 100, cached: 23 },
        tokensOver: 'launch',
        costUsd: 0.004,
        costOver: 'session',
      },
    })
  })

  test('gives texts, tool calls and touched files, in order', () => {
    const input = { file_path: '/w/src/a.js', content: 'x' }
    expect(
      remarksIn(
        says(text('I write.')),
        says(used('t1', 'Write', input)),
        came('t1'),
        says(used('t2', 'Edit', { file_path: '/etc/passwd' })),
        came('t2', true),
        says(used('t3', 'Bash', { command: 'npm  test', description: 'Tests' })),
        came('t3'),
      ).filter(({ is }) => is !== 'tokens'),
    ).toEqual([
      { is: 'text', text: 'I write.' },
      { is: 'tool', tool: 'Write', target: '/w/src/a.js', changes: true },
      { is: 'file', path: '/w/src/a.js', change: 'modified' },
      { is: 'tool', tool: 'Edit', target: '/etc/passwd', changes: true },
      { is: 'tool', tool: 'Bash', target: 'npm test', changes: true },
    ])
  })

  test('is read however its chunks are split, and without a final line break', () => {
    const bytes = Buffer.from(`${JSON.stringify(INIT)}\n${JSON.stringify({ ...RESULT, result: 'Grüße\u2028!' })}`)
    for (const size of [1, 7, 4096]) {
      const stream = createStreamHearing(readClaude())
      for (let at = 0; at < bytes.length; at += size) stream.see(bytes.subarray(at, at + size))
      expect(stream.heard()).toMatchObject({ session: SESSION, text: 'Grüße\u2028!' })
    }
  })

  test('that failed is an error although its subtype is success', () => {
    const { error } = heardIn(INIT, {
      ...RESULT,
      is_error: true,
      api_error_status: 529,
      terminal_reason: 'api_error',
      result: 'API Error: 529 Overloaded.',
    })
    expect(error).toEqual({ problem: 'API Error: 529 Overloaded.', status: 529 })
  })

  test('about a missing session names no session', () => {
    const heard = heardIn({
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      session_id: SESSION,
      usage: USAGE,
      errors: [`No conversation found with session ID: ${SESSION}`],
    })
    expect(heard.session).toBeNull()
    expect(heard).toMatchObject({ text: '', error: { problem: expect.stringContaining(SESSION) } })
  })

  test('that ran out of turns is an error by its name', () => {
    const { result: _, is_error: __, ...rest } = RESULT
    const heard = heardIn({ ...rest, subtype: 'error_max_turns' })
    expect(heard).toMatchObject({ text: '', error: { problem: 'error_max_turns' } })
  })

  test('that recovers while retrying has no error', () => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 1, error_status: 529, error: 'overloaded_error' }
    expect(remarksIn(retry)).toEqual([
      { is: 'error', problem: 'overloaded_error; retrying', status: 529, isFinal: false },
    ])
    expect(heardIn(INIT, retry, RESULT).error).toBeNull()
  })

  test('reports a denial once, even if two results name it', () => {
    const bash = { tool_name: 'Bash', tool_use_id: 'toolu_5', tool_input: { command: 'rm -rf\n  /' } }
    const other = { tool_name: 'Skill' }
    const heard = heardIn(
      { ...RESULT, permission_denials: [DENIAL] },
      { ...RESULT, result_index: 1, result: 'Now really.', permission_denials: [DENIAL, bash, other] },
    )
    expect(heard.denials).toEqual([
      { is: 'denied', tool: 'Write', target: '/tmp/outside.txt', changes: true },
      { is: 'denied', tool: 'Bash', target: 'rm -rf /', changes: true },
      { is: 'denied', tool: 'Skill', target: '', changes: false },
    ])
    expect(heard.text).toBe('Now really.')
  })

  test('counts the usage of each turn, if a message or a background job caused another one', () => {
    const turn = (input: number, output: number) => ({
      ...RESULT,
      usage: { input_tokens: input, output_tokens: output },
    })
    expect(heardIn(turn(200, 40), turn(100, 20)).meter?.tokens).toEqual({ input: 300, cached: 0, output: 60 })
  })

  test('reports a usage limit and its end, but not a warning about one', () => {
    const event = (info: object) => ({ type: 'rate_limit_event', rate_limit_info: info, session_id: SESSION })
    const rejected = { status: 'rejected', rateLimitType: 'five_hour', isUsingOverage: false }
    expect(heardIn(event({ status: 'allowed_warning', resetsAt: 1794792561 })).limit).toBeNull()
    expect(heardIn(event({ ...rejected, resetsAt: 1794792561 })).limit).toEqual({ resetsAt: 1794792561000 })
    expect(heardIn(event(rejected)).limit).toEqual({ resetsAt: null })
  })

  test('may contain anything', () => {
    const heard = heardIn(
      'Warning: something',
      '{"half',
      'null',
      '[1]',
      '3',
      '{"type":"of the future"}',
      '{"type":"assistant","message":null}',
      '{"type":"assistant","message":{"content":[null,3,{"type":"text"},{"type":"tool_use"}]}}',
      '{"type":"user","message":{"content":[null,{"type":"tool_result"}]}}',
      '{"type":"rate_limit_event"}',
      '{"type":"result","permission_denials":[null],"errors":{},"usage":7,"total_cost_usd":"1"}',
    )
    expect(heard).toMatchObject({ session: null, text: '', limit: null, error: null, hasEnded: true, meter: null })
  })

  test('takes a bounded amount of memory', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ tool_name: 'Write', tool_use_id: `toolu_${at}` }))
    const heard = heardIn(
      INIT,
      says(text('x'.repeat(1_000_000))),
      `{"type":"user","message":"${'y'.repeat(9_000_000)}"}`,
      { ...RESULT, is_error: true, result: '', permission_denials: many, errors: many.map(() => 'z') },
    )
    expect(heard.denials).toHaveLength(100)
    expect(heard.text).toHaveLength(16_000)
    expect(heard.error!.problem.length).toBeLessThan(100)
  })

  test('loses control characters', () => {
    expect(heardIn({ ...RESULT, result: 'red \x1b[31malert\x1b[0m\x07' }).text).toBe('red alert')
  })
})

describe('usage', () => {
  const begins = (id: string, usage: object) => ({ type: 'assistant', message: { id, content: [], usage } })

  test('is counted message by message, for a run that is killed before its result', () => {
    const heard = heardIn(
      INIT,
      begins('msg_1', { input_tokens: 100, cache_read_input_tokens: 7, output_tokens: 1 }),
      begins('msg_1', { input_tokens: 100, cache_read_input_tokens: 7, output_tokens: 1 }),
      begins('msg_2', { input_tokens: 120, output_tokens: 1 }),
    )
    expect(heard.meter).toMatchObject({ tokens: { input: 220, cached: 7, output: 2 }, costUsd: null })
    expect(heard.hasEnded).toBe(false)
  })

  test.each([
    ['2.1.197', 'launch'],
    ['2.1.324', 'launch'],
    ['2.1.325', 'session'],
    ['2.2.0', 'session'],
    ['3.0.0-beta', 'session'],
    ['2.0.999', 'launch'],
    ['', 'launch'],
  ])('by version %s has a cost over the %s', (version, over) => {
    expect(heardIn({ ...INIT, claude_code_version: version }, RESULT).meter!.costOver).toBe(over)
  })
})
