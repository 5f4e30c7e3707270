import type { Tokens } from '../../../core/money/meter.ts'
import type { Remark } from '../../../core/told/remark.ts'
import { type Fields, fieldsOf, listOf, numberOf, shortLine, targetIn, textOf } from '../answers/answer-fields.ts'
import { sessionOf } from '../session.ts'
import type { ReadRemarks } from '../stream-facts.ts'
import { canChange, pathsIn } from './permission.ts'

const TEXT_MAX = 16_000
const REMEMBERED_MAX = 10_000
const FILES_MAX = 100
const EDITING = ['edit', 'delete', 'move']
/** Our answer to an unsupported request; not an error of the agent. */
const METHOD_NOT_FOUND = -32601
/** The agent could not resume a session, or does not know it: then a new one is begun. */
const TAKING_UP = ['session/resume', 'session/load']

interface ToolCall {
  readonly tool: string
  readonly kind: string
  /** The file, command or URL; empty until the agent has sent it. */
  readonly place: string
  readonly title: string
  readonly paths: readonly string[]
  /** Whether it was already reported as a remark. */
  readonly isTold: boolean
}

/** State between messages. */
interface Memory {
  words: string
  lastWords: string
  /** Of completed turns. */
  tokens: Tokens
  /** Whether the agent is replaying an earlier launch. */
  isReplaying: boolean
  readonly requests: Map<string, string>
  readonly calls: Map<string, ToolCall>
  readonly asked: Map<string, { readonly call: ToolCall; readonly rejecting: ReadonlySet<string> }>
}

/** A conversation by the Agent Client Protocol: the agent's messages and our answers. */
export function readAcp(): ReadRemarks {
  const memory: Memory = {
    words: '',
    lastWords: '',
    tokens: { input: 0, cached: 0, output: 0 },
    isReplaying: false,
    requests: new Map(),
    calls: new Map(),
    asked: new Map(),
  }
  return message => {
    if (message.method === 'session/update')
      return memory.isReplaying ? [] : updateRemarks(memory, fieldsOf(fieldsOf(message.params).update))
    const spoken = spokenSoFar(memory)
    const remarks = message.method === undefined ? answerRemarks(memory, message) : requestRemarks(memory, message)
    return [...spoken, ...remarks]
  }
}

/** Text arrives in small chunks; they become one remark when something else happens. */
function spokenSoFar(memory: Memory): readonly Remark[] {
  const text = memory.words.trim()
  memory.words = ''
  if (text === '') return []
  memory.lastWords = text
  return [{ is: 'text', text }]
}

function updateRemarks(memory: Memory, update: Fields): readonly Remark[] {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk': {
      const words = textOf(fieldsOf(update.content).text)
      if (memory.words.length < TEXT_MAX) memory.words += words
      return []
    }
    case 'tool_call':
    case 'tool_call_update':
      return [...spokenSoFar(memory), ...toolRemarks(memory, update)]
    case 'usage_update':
      return costIn(fieldsOf(update.cost))
    default:
      return []
  }
}

/** A tool call in preparation has no path yet; it is reported when it has one, or when it is used. */
function toolRemarks(memory: Memory, update: Fields): readonly Remark[] {
  const isUsed = update.status !== undefined && update.status !== 'pending'
  const call = callOf(memory, update)
  const touched = update.status === 'completed' && EDITING.includes(call.kind) ? call.paths.slice(0, FILES_MAX) : []
  return [
    ...(isUsed || call.place !== '' ? tell(memory, update, call) : []),
    ...refusedByItself(update, call),
    ...touched.map(path => ({ is: 'file', path, change: call.kind === 'delete' ? 'deleted' : 'modified' }) as const),
  ]
}

/** Gemini stays inside its workspace without asking; the failure message is the only evidence. */
const OUTSIDE = /^Path not in workspace: Attempted path "([^"]*)"/

/** A tool call that the agent denied its model. */
function refusedByItself(update: Fields, { tool, kind }: ToolCall): readonly Remark[] {
  if (update.status !== 'failed') return []
  const words = listOf(update.content).map(part => textOf(fieldsOf(fieldsOf(part).content).text))
  const path = words.map(text => OUTSIDE.exec(text)?.[1]).find(found => found !== undefined)
  return path === undefined ? [] : [{ is: 'denied', tool, target: shortLine(path), changes: canChange(kind) }]
}

/** Each tool call is one remark, however often the agent updates it. */
function tell(memory: Memory, update: Fields, call: ToolCall): readonly Remark[] {
  if (call.isTold) return []
  const id = textOf(update.toolCallId)
  if (memory.calls.has(id)) memory.calls.set(id, { ...call, isTold: true })
  return [{ is: 'tool', tool: call.tool, target: targetOf(call), changes: canChange(call.kind) }]
}

const targetOf = ({ place, title }: ToolCall): string => place || title

/** The tool as known so far: some agents describe it bit by bit, some only after its use. */
function callOf(memory: Memory, update: Fields): ToolCall {
  const id = textOf(update.toolCallId)
  const before = memory.calls.get(id)
  const paths = pathsIn(update).map(path => shortLine(path))
  // A permission request may call a tool "other" whose kind is already known.
  const said = textOf(update.kind) || 'other'
  const kind = said === 'other' ? (before?.kind ?? said) : said
  const call = {
    kind,
    tool: textOf(update.name) || (before && before.tool !== before.kind ? before.tool : kind),
    place: paths[0] || targetIn(fieldsOf(update.rawInput)) || before?.place || '',
    title: shortLine(textOf(update.title)) || before?.title || '',
    paths: paths.length > 0 ? paths : (before?.paths ?? []),
    isTold: before?.isTold ?? false,
  }
  if (before !== undefined || memory.calls.size < REMEMBERED_MAX) memory.calls.set(id, call)
  return call
}

/** Cumulative over the session, as the protocol defines. */
function costIn(cost: Fields): readonly Remark[] {
  const usd = numberOf(cost.amount)
  return usd === null || cost.currency !== 'USD' ? [] : [{ is: 'cost', usd, over: 'session' }]
}

/** A request from either side. */
function requestRemarks(memory: Memory, { id, method, params }: Fields): readonly Remark[] {
  const key = JSON.stringify(id)
  if (method === 'session/request_permission') {
    const { toolCall, options } = fieldsOf(params)
    const rejecting = listOf(options)
      .map(fieldsOf)
      .filter(option => textOf(option.kind).startsWith('reject'))
    const call = callOf(memory, fieldsOf(toolCall))
    if (memory.asked.size < REMEMBERED_MAX)
      memory.asked.set(key, { call, rejecting: new Set(rejecting.map(option => textOf(option.optionId))) })
    return tell(memory, fieldsOf(toolCall), call)
  }
  if (method === 'session/load') memory.isReplaying = true
  if (method === 'session/prompt') memory.isReplaying = false
  if (id !== undefined && memory.requests.size < REMEMBERED_MAX) memory.requests.set(key, textOf(method))
  return []
}

/** A response from either side; ours is recognised by its form. */
function answerRemarks(memory: Memory, message: Fields): readonly Remark[] {
  const key = JSON.stringify(message.id)
  const result = fieldsOf(message.result)
  if (result.outcome !== undefined) return deniedIn(memory, key, fieldsOf(result.outcome))
  const method = memory.requests.get(key) ?? ''
  if (message.error !== undefined) return errorIn(fieldsOf(message.error), method)
  if (result.agentInfo !== undefined || result.sessionId !== undefined) return [beganIn(result)]
  return result.stopReason === undefined ? [] : endIn(memory, result)
}

function deniedIn(memory: Memory, key: string, outcome: Fields): readonly Remark[] {
  const asked = memory.asked.get(key)
  memory.asked.delete(key)
  if (asked === undefined) return []
  const isRefused = outcome.outcome !== 'selected' || asked.rejecting.has(textOf(outcome.optionId))
  const { tool, kind } = asked.call
  return isRefused ? [{ is: 'denied', tool, target: targetOf(asked.call), changes: canChange(kind) }] : []
}

function errorIn(error: Fields, method: string): readonly Remark[] {
  if (error.code === METHOD_NOT_FOUND || TAKING_UP.includes(method)) return []
  const data = error.data
  const details = textOf(typeof data === 'string' ? data : (fieldsOf(data).details ?? fieldsOf(data).message))
  const message = textOf(error.message)
  const problem = [message, message.includes(details) ? '' : details].filter(Boolean).join(': ')
  const code = numberOf(error.code)
  const status = code !== null && code >= 400 && code < 600 ? code : null
  return [{ is: 'error', problem: problem || `it answered with error ${code}`, status, isFinal: true }]
}

function beganIn(result: Fields): Remark {
  const { name, version } = fieldsOf(result.agentInfo)
  const said = [textOf(name), textOf(version)].filter(Boolean).join(' ')
  return { is: 'began', session: sessionOf(result.sessionId), model: null, version: said || null }
}

function endIn(memory: Memory, result: Fields): readonly Remark[] {
  const remarks = [...modelIn(result), ...tokensIn(memory, result)]
  if (result.stopReason === 'cancelled') return remarks
  const ended: Remark = { is: 'ended', text: memory.lastWords }
  if (result.stopReason === 'end_turn') return [...remarks, ended]
  const problem = `it stopped before it was done: ${textOf(result.stopReason)}`
  return [...remarks, ended, { is: 'error', problem, status: null, isFinal: true }]
}

/** Gemini's usage data, which is not part of the protocol. */
const quotaIn = (result: Fields): Fields => fieldsOf(fieldsOf(result._meta).quota)

/** The model used, if there was only one: tokens of several have no common price. */
function modelIn(result: Fields): readonly Remark[] {
  const used = listOf(quotaIn(result).model_usage).map(one => textOf(fieldsOf(one).model))
  return used.length === 1 && used[0] !== '' ? [{ is: 'began', session: null, model: used[0]!, version: null }] : []
}

/** A response reports the tokens of its turn, and a launch may have several turns. */
function tokensIn(memory: Memory, result: Fields): readonly Remark[] {
  const usage = fieldsOf(result.usage)
  const quota = fieldsOf(quotaIn(result).token_count)
  const input = numberOf(usage.inputTokens) ?? numberOf(quota.input_tokens)
  const output = numberOf(usage.outputTokens) ?? numberOf(quota.output_tokens)
  if (input === null && output === null) return []
  const cached = (numberOf(usage.cachedReadTokens) ?? 0) + (numberOf(usage.cachedWriteTokens) ?? 0)
  const { tokens } = memory
  memory.tokens = {
    input: tokens.input + (input ?? 0),
    cached: tokens.cached + cached,
    output: tokens.output + (output ?? 0),
  }
  return [{ is: 'tokens', tokens: memory.tokens, over: 'launch' }]
}
