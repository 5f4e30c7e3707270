// A fake agent with the Agent Client Protocol over stdin and stdout.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { ask, say as print, remember, remembered, use } from './play.js'

const say = message => print({ jsonrpc: '2.0', ...message })
const waiting = new Map()
let ids = 0
let sessionId = ''
let isCancelled = () => {}
const cancelled = new Promise(done => {
  isCancelled = () => done('cancelled')
})

const update = fields => say({ method: 'session/update', params: { sessionId, update: fields } })
const permission = toolCall => {
  const id = `ask-${ids++}`
  const options = [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'ever', name: 'Always', kind: 'allow_always' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
  ]
  say({ id, method: 'session/request_permission', params: { sessionId, toolCall, options } })
  return new Promise(answered => waiting.set(id, answered))
}

async function work(one, conversation) {
  const toolCallId = `call-${ids++}`
  const call = one.run
    ? { kind: 'execute', title: one.run, rawInput: { command: one.run } }
    : { kind: 'edit', title: 'Write', locations: [{ path: resolve(one.write) }] }
  update({ sessionUpdate: 'tool_call', toolCallId, ...call, status: 'pending' })
  const { outcome } = await permission({ toolCallId, ...call })
  const isAllowed = outcome.optionId === 'yes'
  conversation.push(isAllowed ? use(one) : 'requested permissions to write, and was refused')
  update({ sessionUpdate: 'tool_call_update', toolCallId, status: isAllowed ? 'completed' : 'failed' })
}

const failure = words => Object.assign(new Error(words), { code: -32603 })

async function turns(conversation) {
  for (;;) {
    const turn = ask(conversation)
    if (turn.hang) return { stopReason: await cancelled }
    if (turn.refuses) throw failure(turn.refuses)
    if (turn.overloaded) throw failure('API Error: 529 Overloaded')
    if (turn.limitedUntil) throw failure(`Claude AI usage limit reached|${turn.limitedUntil}`)
    for (const text of (turn.text ?? '').split(/(?<= )/))
      update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
    for (const one of turn.use ?? []) await work(one, conversation)
    conversation.push(turn.text ?? '')
    remember(sessionId, conversation)
    if (turn.use) continue
    update({ sessionUpdate: 'usage_update', used: 120, size: 1000, cost: { amount: 0.002, currency: 'USD' } })
    return { stopReason: 'end_turn', usage: { inputTokens: 200, outputTokens: 40, totalTokens: 240 } }
  }
}

const METHODS = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'fake', version: '1.0' },
    agentCapabilities: { sessionCapabilities: { resume: {} } },
  }),
  'session/new': () => {
    sessionId = randomUUID()
    return { sessionId }
  },
  'session/resume': params => {
    if (remembered(params.sessionId) === null) throw failure('no such session')
    sessionId = params.sessionId
    return {}
  },
  'session/prompt': params => {
    const conversation = [...(remembered(sessionId) ?? []), params.prompt[0].text]
    remember(sessionId, conversation)
    return turns(conversation)
  },
}

async function hear(message) {
  if (message.method === undefined) return waiting.get(message.id)?.(message.result)
  if (message.method === 'session/cancel') return isCancelled()
  try {
    say({ id: message.id, result: await METHODS[message.method](message.params) })
  } catch (error) {
    say({ id: message.id, error: { code: error.code, message: 'Internal error', data: { details: error.message } } })
  }
}

let rest = ''
process.stdin.setEncoding('utf8').on('data', text => {
  const lines = (rest + text).split('\n')
  rest = lines.pop()
  for (const line of lines) void hear(JSON.parse(line))
})
