import { describe, expect, test } from 'vitest'
import type { Remark } from '../../../core/told/remark.ts'
import type { Fields } from '../answers/answer-fields.ts'
import { readAcp } from './stream.ts'

const SESSION = 'ses_1'
const update = (fields: object) => ({ method: 'session/update', params: { sessionId: SESSION, update: fields } })
const says = (text: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const request = (id: number | string, method: string, params: object = {}) => ({ id, method, params })
const answer = (id: number | string, result: object) => ({ id, result })
const failure = (id: number, error: object) => ({ id, error })
const END = answer(3, { stopReason: 'end_turn', usage: { inputTokens: 200, outputTokens: 40, cachedReadTokens: 7 } })

const remarksIn = (...messages: readonly object[]): readonly Remark[] => {
  const read = readAcp()
  return messages.flatMap(message => read({ jsonrpc: '2.0', ...message } as Fields))
}

describe('a conversation', () => {
  test('names the agent and its session', () => {
    expect(
      remarksIn(
        request(1, 'initialize'),
        answer(1, { protocolVersion: 1, agentInfo: { name: 'opencode', version: '1.18.33' } }),
        answer(2, { sessionId: SESSION }),
      ),
    ).toEqual([
      { is: 'began', session: null, model: null, version: 'opencode 1.18.33' },
      { is: 'began', session: SESSION, model: null, version: null },
    ])
  })

  test('joins chunks of text into one remark when something else happens', () => {
    expect(remarksIn(says('All '), says('do'), says('ne.'), END)).toEqual([
      { is: 'text', text: 'All done.' },
      { is: 'tokens', tokens: { input: 200, cached: 7, output: 40 }, over: 'launch' },
      { is: 'ended', text: 'All done.' },
    ])
  })

  test('with another turn counts the tokens of both', () => {
    const again = answer(4, { stopReason: 'end_turn', usage: { inputTokens: 100, outputTokens: 20 } })
    expect(remarksIn(END, says('As you like.'), again).slice(-2)).toEqual([
      { is: 'tokens', tokens: { input: 300, cached: 7, output: 60 }, over: 'launch' },
      { is: 'ended', text: 'As you like.' },
    ])
  })

  test('reports a tool once, and its files when it has completed', () => {
    const call = { toolCallId: 'c1', kind: 'edit', title: 'Write', locations: [{ path: '/w/a.js' }] }
    expect(
      remarksIn(
        says('I write.'),
        update({ sessionUpdate: 'tool_call', ...call, status: 'pending' }),
        update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'in_progress' }),
        update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' }),
        update({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c2',
          kind: 'execute',
          rawInput: { command: 'npm test' },
          status: 'completed',
        }),
      ),
    ).toEqual([
      { is: 'text', text: 'I write.' },
      { is: 'tool', tool: 'edit', target: '/w/a.js', changes: true },
      { is: 'file', path: '/w/a.js', change: 'modified' },
      { is: 'tool', tool: 'execute', target: 'npm test', changes: true },
    ])
  })

  test('reports a pending tool when its path is known', () => {
    const prepared = { toolCallId: 'c1', name: 'Write', kind: 'edit', title: 'Preparing file…', status: 'pending' }
    const known = { toolCallId: 'c1', title: 'Write a.js', rawInput: { file_path: '/w/a.js' } }
    expect(
      remarksIn(
        update({ sessionUpdate: 'tool_call', ...prepared }),
        update({ sessionUpdate: 'tool_call_update', ...known }),
        update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'failed' }),
      ),
    ).toEqual([{ is: 'tool', tool: 'Write', target: '/w/a.js', changes: true }])
  })

  test('reports a denial from our own answer, and nothing from one that allows', () => {
    const asks = (id: string, path: string) =>
      request(id, 'session/request_permission', {
        toolCall: { toolCallId: id, kind: 'edit', locations: [{ path }] },
        options: [
          { optionId: 'y', kind: 'allow_once' },
          { optionId: 'n', kind: 'reject_once' },
        ],
      })
    const ours = (id: string, optionId: string) => answer(id, { outcome: { outcome: 'selected', optionId } })
    expect(remarksIn(asks('a', '/w/a.js'), ours('a', 'y'), asks('b', '/etc/b'), ours('b', 'n'))).toEqual([
      { is: 'tool', tool: 'edit', target: '/w/a.js', changes: true },
      { is: 'tool', tool: 'edit', target: '/etc/b', changes: true },
      { is: 'denied', tool: 'edit', target: '/etc/b', changes: true },
    ])
  })

  test('reports a denial by an agent that stays inside its workspace without asking', () => {
    const failed = (toolCallId: string, text: string) =>
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'failed',
        kind: 'edit',
        content: [{ type: 'content', content: { type: 'text', text } }],
      })
    const outside =
      'Path not in workspace: Attempted path "/etc/b" resolves outside the allowed workspace directories: /w'
    expect(remarksIn(failed('c1', outside), failed('c2', 'the disk is full'))).toEqual([
      { is: 'tool', tool: 'edit', target: '', changes: true },
      { is: 'denied', tool: 'edit', target: '/etc/b', changes: true },
      { is: 'tool', tool: 'edit', target: '', changes: true },
    ])
  })

  test('reports tokens and model from Gemini’s additional fields, and no model if there were several', () => {
    const ended = (...models: readonly string[]) =>
      answer(3, {
        stopReason: 'end_turn',
        _meta: {
          quota: {
            token_count: { input_tokens: 300, output_tokens: 60 },
            model_usage: models.map(model => ({ model, token_count: {} })),
          },
        },
      })
    const tokens = { is: 'tokens', tokens: { input: 300, cached: 0, output: 60 }, over: 'launch' }
    expect(remarksIn(ended('gemini-2.5-flash'))).toEqual([
      { is: 'began', session: null, model: 'gemini-2.5-flash', version: null },
      tokens,
      { is: 'ended', text: '' },
    ])
    expect(remarksIn(ended('gemini-2.5-flash', 'gemini-2.5-pro'))).toEqual([tokens, { is: 'ended', text: '' }])
  })

  test('keeps the kind of a tool when the request for permission calls it something else', () => {
    expect(
      remarksIn(
        update({ sessionUpdate: 'tool_call', toolCallId: 'c', kind: 'edit', rawInput: { filePath: '/etc/b' } }),
        request('ask', 'session/request_permission', { toolCall: { toolCallId: 'c', kind: 'other' }, options: [] }),
        answer('ask', { outcome: { outcome: 'cancelled' } }),
      ).at(-1),
    ).toEqual({ is: 'denied', tool: 'edit', target: '/etc/b', changes: true })
  })

  test('reports the cost of the session if it is in dollars', () => {
    const cost = (currency: string) =>
      update({ sessionUpdate: 'usage_update', used: 1, size: 9, cost: { amount: 0.2, currency } })
    expect(remarksIn(cost('USD'))).toEqual([{ is: 'cost', usd: 0.2, over: 'session' }])
    expect(remarksIn(cost('EUR'))).toEqual([])
  })

  test('that fails reports the reason, with details and status if present', () => {
    const failed = (error: object) => remarksIn(request(3, 'session/prompt'), failure(3, error))
    expect(failed({ code: -32603, message: 'Internal error', data: { details: 'API Error: 400' } })).toEqual([
      { is: 'error', problem: 'Internal error: API Error: 400', status: null, isFinal: true },
    ])
    expect(failed({ code: 429, message: 'slow down' })).toMatchObject([{ problem: 'slow down', status: 429 }])
  })

  test('that cannot resume a session continues in a new one, without an error', () => {
    expect(remarksIn(request(2, 'session/resume'), failure(2, { code: -32603, message: 'unknown' }))).toEqual([])
  })

  test('that is cancelled has no end, and an interrupted one has an error', () => {
    expect(remarksIn(answer(3, { stopReason: 'cancelled' }))).toEqual([])
    expect(remarksIn(says('Well.'), answer(3, { stopReason: 'max_tokens' }))).toMatchObject([
      { is: 'text' },
      { is: 'ended' },
      { is: 'error', problem: 'it stopped before it was done: max_tokens' },
    ])
  })

  test('does not count the replay of an earlier launch', () => {
    const replayed = update({ sessionUpdate: 'tool_call', toolCallId: 'old', kind: 'edit', title: 'Write' })
    expect(
      remarksIn(
        request(2, 'session/load'),
        says('Earlier.'),
        replayed,
        answer(2, {}),
        request(3, 'session/prompt'),
        says('Now.'),
        END,
      ),
    ).toMatchObject([{ is: 'text', text: 'Now.' }, { is: 'tokens' }, { is: 'ended', text: 'Now.' }])
  })

  test('may contain anything', () => {
    expect(
      remarksIn(
        {},
        { method: 'session/update' },
        update({ sessionUpdate: 'tool_call_update' }),
        { id: 1, result: null },
        { id: 9, error: null },
        { id: 'x', result: { outcome: 7 } },
        { method: 'session/request_permission', id: {} },
        failure(4, { code: -32601, message: 'Method not found' }),
      ).filter(({ is }) => is === 'error'),
    ).toEqual([{ is: 'error', problem: 'it answered with error null', status: null, isFinal: true }])
  })
})
