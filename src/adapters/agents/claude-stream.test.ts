import { describe, expect, test } from 'vitest'
import { type ClaudeHeard, createClaudeStream } from './claude-stream.ts'

const SESSION = '4c7908f0-27fe-4b72-80bf-7282226b7e48'

/** Lines as version 2.1.325 prints them, without the fields that nobody reads. */
const INIT = {
  type: 'system',
  subtype: 'init',
  session_id: SESSION,
  tools: ['Bash', 'Write'],
  permissionMode: 'acceptEdits',
  claude_code_version: '2.1.325',
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

const heardIn = (...lines: readonly (object | string)[]): ClaudeHeard => {
  const stream = createClaudeStream()
  for (const line of lines) stream.see(Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`))
  return stream.heard()
}

describe('a stream', () => {
  test('tells session, last words, tools, tokens and cost', () => {
    const heard = heardIn(INIT, says(text('I write.')), says(use('Write', {})), says(use('Write', {})), RESULT)
    expect(heard).toEqual({
      session: SESSION,
      text: 'I write.',
      toolUses: new Map([['Write', 2]]),
      denials: [],
      limit: null,
      result: {
        subtype: 'success',
        isError: false,
        text: 'All done.',
        errors: [],
        apiStatus: null,
        tokens: { input: 500, output: 100, cached: 23 },
        costUsd: 0.004,
      },
    })
  })

  test('is read wherever its pieces are cut, and without a last line break', () => {
    const bytes = Buffer.from(`${JSON.stringify(INIT)}\n${JSON.stringify({ ...RESULT, result: 'Grüße\u2028!' })}`)
    for (const size of [1, 7, 4096]) {
      const stream = createClaudeStream()
      for (let at = 0; at < bytes.length; at += size) stream.see(bytes.subarray(at, at + size))
      expect(stream.heard()).toMatchObject({ session: SESSION, result: { text: 'Grüße\u2028!' } })
    }
  })

  test('that failed says so although its subtype is success', () => {
    const { result } = heardIn(INIT, {
      ...RESULT,
      is_error: true,
      api_error_status: 529,
      terminal_reason: 'api_error',
      result: 'API Error: 529 Overloaded.',
    })
    expect(result).toMatchObject({ isError: true, apiStatus: 529, subtype: 'success' })
  })

  test('about a session that is not there names no session', () => {
    const heard = heardIn({
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      session_id: SESSION,
      usage: USAGE,
      errors: [`No conversation found with session ID: ${SESSION}`],
    })
    expect(heard.session).toBeNull()
    expect(heard.result).toMatchObject({ isError: true, text: '', errors: [expect.stringContaining(SESSION)] })
  })

  test('that ran out of turns is an error without words', () => {
    const { result: _, is_error: __, ...rest } = RESULT
    expect(heardIn({ ...rest, subtype: 'error_max_turns' }).result).toMatchObject({ isError: true, text: '' })
  })

  test('tells what was denied once, also when two results name it', () => {
    const bash = { tool_name: 'Bash', tool_use_id: 'toolu_5', tool_input: { command: 'rm -rf\n  /' } }
    const other = { tool_name: 'Skill' }
    const heard = heardIn(
      { ...RESULT, permission_denials: [DENIAL] },
      { ...RESULT, result_index: 1, result: 'Now really.', permission_denials: [DENIAL, bash, other] },
    )
    expect(heard.denials).toEqual([
      { tool: 'Write', target: '/tmp/outside.txt' },
      { tool: 'Bash', target: 'rm -rf /' },
      { tool: 'Skill', target: '' },
    ])
    expect(heard.result!.text).toBe('Now really.')
  })

  test('tells a usage limit and its end, but not one that only comes near', () => {
    const event = (info: object) => ({ type: 'rate_limit_event', rate_limit_info: info, session_id: SESSION })
    const rejected = { status: 'rejected', rateLimitType: 'five_hour', isUsingOverage: false }
    expect(heardIn(event({ status: 'allowed_warning', resetsAt: 1794792561 })).limit).toBeNull()
    expect(heardIn(event({ ...rejected, resetsAt: 1794792561 })).limit).toEqual({ resetsAt: 1794792561000 })
    expect(heardIn(event(rejected)).limit).toEqual({ resetsAt: null })
  })

  test('may hold anything', () => {
    const heard = heardIn(
      'Warning: something',
      '{"half',
      'null',
      '[1]',
      '3',
      '{"type":"of the future"}',
      '{"type":"assistant","message":null}',
      '{"type":"assistant","message":{"content":[null,3,{"type":"text"},{"type":"tool_use"}]}}',
      '{"type":"rate_limit_event"}',
      '{"type":"result","permission_denials":[null],"errors":{},"usage":7,"total_cost_usd":"1"}',
    )
    expect(heard).toMatchObject({ session: null, text: '', limit: null })
    expect(heard.result).toMatchObject({ isError: false, subtype: '', costUsd: null, tokens: { input: 0 } })
  })

  test('takes a bounded amount of memory', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ tool_name: 'Write', tool_use_id: `toolu_${at}` }))
    const heard = heardIn(
      INIT,
      ...many.map((_, at) => says(use(`Tool${at}`, {}))),
      says(text('x'.repeat(1_000_000))),
      `{"type":"user","message":"${'y'.repeat(9_000_000)}"}`,
      { ...RESULT, permission_denials: many, errors: many.map(() => 'z') },
    )
    expect(heard.toolUses.size).toBe(100)
    expect(heard.denials).toHaveLength(100)
    expect(heard.text).toHaveLength(16_000)
    expect(heard.result!.errors).toHaveLength(10)
  })

  test('loses control characters', () => {
    expect(heardIn({ ...RESULT, result: 'red \x1b[31malert\x1b[0m\x07' }).result!.text).toBe('red alert')
  })
})
