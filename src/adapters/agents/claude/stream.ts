import type { CountedOver, Tokens } from '../../../core/money/meter.ts'
import type { Remark } from '../../../core/told/remark.ts'
import { type Fields, fieldsOf, listOf, numberOf, shortLine, targetIn, textOf } from '../answers/answer-fields.ts'
import { sessionOf } from '../session.ts'
import type { ReadRemarks } from '../stream-facts.ts'

const ERRORS_MAX = 10
/** Maximum number of messages, tool uses and denials remembered, so that each counts once. */
const REMEMBERED_MAX = 10_000
/** Tools that change files, and Bash, which may. */
const EDITING = ['Edit', 'MultiEdit', 'NotebookEdit', 'Write']
const CHANGING = ['Bash', ...EDITING]
/** From this version on, the cost of a resumed session is that of the whole session. */
const CUMULATIVE_FROM = [2, 1, 325]

/** State between lines of the stream. */
interface Memory {
  costOver: CountedOver
  tokens: Tokens
  /** Of completed turns, each with a result. */
  resultTokens: Tokens
  readonly messages: Set<string>
  readonly edits: Map<string, string>
  readonly denials: Set<string>
}

/** The stream of the Claude Code CLI (`--output-format stream-json`). */
export function readClaude(): ReadRemarks {
  const memory: Memory = {
    costOver: 'launch',
    tokens: { input: 0, cached: 0, output: 0 },
    resultTokens: { input: 0, cached: 0, output: 0 },
    messages: new Set(),
    edits: new Map(),
    denials: new Set(),
  }
  return event => {
    switch (event.type) {
      case 'system':
        return systemRemarks(memory, event)
      case 'assistant':
        return assistantRemarks(memory, fieldsOf(event.message))
      case 'user':
        return listOf(fieldsOf(event.message).content).flatMap(block => editedBy(memory, fieldsOf(block)))
      case 'rate_limit_event':
        return limitIn(fieldsOf(event.rate_limit_info))
      case 'result':
        return resultRemarks(memory, event)
      default:
        return []
    }
  }
}

function systemRemarks(memory: Memory, event: Fields): readonly Remark[] {
  if (event.subtype === 'api_retry') {
    const problem = `${textOf(event.error) || 'the model did not answer'}; retrying`
    return [{ is: 'error', problem, status: numberOf(event.error_status), isFinal: false }]
  }
  if (event.subtype !== 'init') return []
  const version = textOf(event.claude_code_version) || null
  memory.costOver = costOver(version)
  return [{ is: 'began', session: sessionOf(event.session_id), model: textOf(event.model) || null, version }]
}

/**
 * Up to 2.1.197 a resumed run reported its own cost, 2.1.325 reports that of the session; which version changed it is
 * unknown. Treating a version in between as reporting its own cost can only overcount, never undercount.
 */
function costOver(version: string | null): CountedOver {
  const parts = (version ?? '').split(/[.\s-]/).map(Number)
  for (const [at, least] of CUMULATIVE_FROM.entries()) {
    const part = parts[at] ?? 0
    if (part !== least) return part > least ? 'session' : 'launch'
  }
  return 'session'
}

function assistantRemarks(memory: Memory, message: Fields): readonly Remark[] {
  const remarks = listOf(message.content).flatMap(block => blockRemarks(memory, fieldsOf(block)))
  return [...remarks, ...tokensSoFar(memory, message)]
}

/** Tokens at the beginning of a message: a killed run reports no more. One message comes in several events. */
function tokensSoFar(memory: Memory, message: Fields): readonly Remark[] {
  const id = textOf(message.id)
  if (id === '' || memory.messages.has(id) || memory.messages.size === REMEMBERED_MAX) return []
  memory.messages.add(id)
  memory.tokens = added(memory.tokens, tokensIn(fieldsOf(message.usage)))
  return [{ is: 'tokens', tokens: memory.tokens, over: 'launch' }]
}

function blockRemarks(memory: Memory, block: Fields): readonly Remark[] {
  if (block.type === 'text') return [{ is: 'text', text: textOf(block.text) }]
  if (block.type !== 'tool_use') return []
  const tool = textOf(block.name)
  const input = fieldsOf(block.input)
  const path = textOf(input.file_path) || textOf(input.notebook_path)
  if (EDITING.includes(tool) && path !== '' && memory.edits.size < REMEMBERED_MAX)
    memory.edits.set(textOf(block.id), path)
  return [{ is: 'tool', tool, target: targetIn(input), changes: CHANGING.includes(tool) }]
}

/** A file counts as touched when the tool has returned without an error. */
function editedBy(memory: Memory, block: Fields): readonly Remark[] {
  const id = textOf(block.tool_use_id)
  const path = memory.edits.get(id)
  if (block.type !== 'tool_result' || path === undefined) return []
  memory.edits.delete(id)
  return block.is_error === true ? [] : [{ is: 'file', path: shortLine(path), change: 'modified' }]
}

function limitIn(info: Fields): readonly Remark[] {
  if (info.status !== 'rejected') return []
  const seconds = numberOf(info.resetsAt)
  return [{ is: 'limit', resetsAt: seconds === null ? null : seconds * 1000 }]
}

function resultRemarks(memory: Memory, event: Fields): readonly Remark[] {
  memory.resultTokens = added(memory.resultTokens, tokensIn(fieldsOf(event.usage)))
  const tokens = atLeast(memory.tokens, memory.resultTokens)
  const usd = numberOf(event.total_cost_usd)
  return [
    ...listOf(event.permission_denials).flatMap(denial => deniedIn(memory, fieldsOf(denial))),
    ...(tokens.input + tokens.cached + tokens.output > 0 ? [{ is: 'tokens', tokens, over: 'launch' } as const] : []),
    ...(usd === null ? [] : [{ is: 'cost', usd, over: memory.costOver } as const]),
    { is: 'ended', text: textOf(event.result) },
    ...errorIn(event),
  ]
}

/** Its `subtype` is "success" for a failed request too, so `is_error` decides. */
function errorIn(event: Fields): readonly Remark[] {
  const subtype = textOf(event.subtype)
  if (event.is_error !== true && !subtype.startsWith('error')) return []
  const errors = listOf(event.errors).slice(0, ERRORS_MAX).map(textOf)
  const problem = errors.join('; ') || textOf(event.result) || subtype
  return [{ is: 'error', problem, status: numberOf(event.api_error_status), isFinal: true }]
}

/** Two results of one run report the same denials. */
function deniedIn(memory: Memory, denial: Fields): readonly Remark[] {
  const id = textOf(denial.tool_use_id)
  if (memory.denials.has(id) || memory.denials.size === REMEMBERED_MAX) return []
  if (id !== '') memory.denials.add(id)
  const tool = textOf(denial.tool_name)
  return [{ is: 'denied', tool, target: targetIn(fieldsOf(denial.tool_input)), changes: CHANGING.includes(tool) }]
}

function tokensIn(usage: Fields): Tokens {
  const count = (...names: readonly string[]) => names.reduce((sum, name) => sum + (numberOf(usage[name]) ?? 0), 0)
  return {
    input: count('input_tokens'),
    cached: count('cache_creation_input_tokens', 'cache_read_input_tokens'),
    output: count('output_tokens'),
  }
}

const added = (one: Tokens, other: Tokens): Tokens => ({
  input: one.input + other.input,
  cached: one.cached + other.cached,
  output: one.output + other.output,
})

/** A result's count is exact, but only for its turn; usage since the last result is known only from messages. */
const atLeast = (one: Tokens, other: Tokens): Tokens => ({
  input: Math.max(one.input, other.input),
  cached: Math.max(one.cached, other.cached),
  output: Math.max(one.output, other.output),
})
