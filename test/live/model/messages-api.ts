/** The parts of the Anthropic Messages API that CLIs ask for. */
import type { ServerResponse } from 'node:http'
import { type Answering, eventStream, json, taskIn } from './server.ts'
import type { Spoken, ToolUse, Turn } from './turn.ts'

interface Body {
  readonly model?: string
  readonly stream?: boolean
  readonly messages?: unknown
  readonly tools?: readonly { readonly name?: string }[]
}

export const answerMessages: Answering = (given, turnFor, response) => {
  const body = given as Body
  const tools = (body.tools ?? []).map(tool => tool.name ?? '')
  const conversation = JSON.stringify(body.messages)
  // Titles and the like are asked for without tools; they are no part of the conversation.
  const turn: Turn =
    tools.length === 0
      ? { text: 'Title' }
      : turnFor({ task: taskIn(conversation), model: body.model ?? '', conversation })
  if ('hang' in turn) return
  if ('refuses' in turn) return refuse(response, 400, 'invalid_request_error', turn.refuses)
  if ('overloaded' in turn) return refuse(response, 529, 'overloaded_error', 'Overloaded')
  if ('limitedUntil' in turn)
    return refuse(response, 429, 'rate_limit_error', 'limited', {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(turn.limitedUntil),
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
      'retry-after': '3600',
    })
  const content = blocks(turn, tools)
  if (body.stream !== true) return json(response, 200, { ...message(body), content, ...ENDED })
  stream(response, body, content)
}

function refuse(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  json(response, status, { type: 'error', error: { type, message } }, headers)
}

let ids = 0
const ENDED = { stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 100, output_tokens: 20 } }
const message = (body: Body) => ({
  id: `msg_${++ids}`,
  type: 'message',
  role: 'assistant',
  model: body.model ?? 'scripted',
})

const blocks = ({ text, use = [] }: Spoken, tools: readonly string[]) => [
  ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
  ...use.map(one => ({ type: 'tool_use' as const, id: `toolu_${++ids}`, ...toolFor(one, tools) })),
]

/** By the names that the CLI offers: Claude's own, else those of OpenCode. */
function toolFor(use: ToolUse, tools: readonly string[]): { readonly name: string; readonly input: object } {
  if ('call' in use) return callFor(use, tools)
  const isClaude = tools.includes('Write')
  if ('run' in use) {
    const background = use.isInBackground ? { run_in_background: true } : {}
    const input = { command: use.run, description: 'as the script says', ...background }
    return { name: isClaude ? 'Bash' : 'bash', input }
  }
  return isClaude
    ? { name: 'Write', input: { file_path: use.write, content: use.content } }
    : { name: 'write', input: { filePath: use.write, content: use.content } }
}

/** Claude Code offers tools of MCP servers once its model has searched for them. */
function callFor({ call, given }: Extract<ToolUse, { call: string }>, tools: readonly string[]) {
  const found = tools.find(name => name.endsWith(call))
  return found === undefined ? { name: 'ToolSearch', input: { query: call } } : { name: found, input: given }
}

function stream(response: ServerResponse, body: Body, content: ReturnType<typeof blocks>): void {
  const send = eventStream(response)
  const usage = { ...ENDED.usage, output_tokens: 1 }
  send('message_start', { message: { ...message(body), content: [], ...ENDED, stop_reason: null, usage } })
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text'
    send('content_block_start', { index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } })
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  const stopReason = content.some(block => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
  send('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage: ENDED.usage })
  send('message_stop', {})
  response.end()
}
