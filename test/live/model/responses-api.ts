/** The parts of the OpenAI Responses API that Codex asks for. */
import { type Answering, eventStream, json, taskIn } from './server.ts'
import type { Spoken, ToolUse } from './turn.ts'

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 120,
}

export const answerResponses: Answering = (body, turnFor, response) => {
  const conversation = JSON.stringify(body.input)
  const turn = turnFor({ task: taskIn(conversation), model: String(body.model), conversation })
  if ('hang' in turn) return
  if ('refuses' in turn) return json(response, 400, { error: { message: turn.refuses } })
  if ('overloaded' in turn) return json(response, 503, { error: { code: 'server_is_overloaded', message: 'no room' } })
  if ('limitedUntil' in turn) {
    const error = { type: 'usage_limit_reached', plan_type: 'plus', resets_at: turn.limitedUntil }
    return json(response, 429, { error })
  }
  const send = eventStream(response)
  const id = `resp_${++ids}`
  send('response.created', { response: { id } })
  for (const item of itemsOf(turn)) send('response.output_item.done', { item: { id: `item_${++ids}`, ...item } })
  send('response.completed', { response: { id, usage: USAGE } })
  response.end()
}

let ids = 0

const itemsOf = ({ text, use = [] }: Spoken): readonly object[] => [
  ...(text === undefined ? [] : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }]),
  ...use.map(one => ({ call_id: `call_${++ids}`, ...toolFor(one) })),
]

function toolFor(use: ToolUse): object {
  if ('call' in use) return callFor(use)
  if ('run' in use) return { type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd: use.run }) }
  const added = use.content.replace(/\n$/, '').split('\n')
  const lines = ['*** Begin Patch', `*** Add File: ${use.write}`, ...added.map(line => `+${line}`), '*** End Patch']
  return { type: 'custom_tool_call', name: 'apply_patch', input: lines.join('\n') }
}

/** Codex offers tools of MCP servers to the programs that its models write, once the server has answered. */
const callFor = ({ call, given }: Extract<ToolUse, { call: string }>): object => ({
  type: 'custom_tool_call',
  name: 'exec',
  input: `const found = ALL_TOOLS.find(({ name }) => name.endsWith('${call}'))
if (found) text(await tools[found.name](${JSON.stringify(given)}))
else await new Promise(resolve => setTimeout(resolve, 500))`,
})
