import { cleanText } from '../../core/clean-text.ts'
import { createLineReader } from '../process/lines.ts'
import { sessionOf } from './session.ts'

const LINE_BYTES_MAX = 8 * 1024 * 1024
const TEXT_MAX = 16_000
const TARGET_MAX = 200
const DENIALS_MAX = 100
const ERRORS_MAX = 10
const TOOLS_MAX = 100

/** What the CLI said at the end. Its `subtype` is "success" for a failed request too, so that `isError` counts. */
export interface ClaudeResult {
  readonly subtype: string
  readonly isError: boolean
  readonly text: string
  readonly errors: readonly string[]
  /** The status of the request that failed, where one did. */
  readonly apiStatus: number | null
  /** Of this run alone. */
  readonly tokens: { readonly input: number; readonly output: number; readonly cached: number }
  /** Of the whole session in newer versions, of this run alone in older ones. */
  readonly costUsd: number | null
}

/** A use of a tool that the CLI did not let the model have. */
export interface ClaudeDenial {
  readonly tool: string
  /** The file, command or address that it was about; empty where none is known. */
  readonly target: string
}

/** Everything that a stream told, in bounded space. */
export interface ClaudeHeard {
  /** As the CLI named it when it began; one that it could not find is none. */
  readonly session: string | null
  /** The last words of the model. */
  readonly text: string
  /** How often each tool was asked for. */
  readonly toolUses: ReadonlyMap<string, number>
  readonly denials: readonly ClaudeDenial[]
  /** A usage limit that refused a request, and when it ends, in milliseconds. */
  readonly limit: { readonly resetsAt: number | null } | null
  /** The last one: a job in the background makes the model speak, and a result come, once more. */
  readonly result: ClaudeResult | null
}

type Fields = Readonly<Record<string, unknown>>
type Changing = {
  -readonly [Key in 'session' | 'text' | 'limit' | 'result']: ClaudeHeard[Key]
} & { readonly toolUses: Map<string, number>; readonly denials: Map<string, ClaudeDenial> }

/** Reads the stream of JSON lines; lines of other kinds, and of kinds still to come, are passed over. */
export function createClaudeStream(): { see(chunk: Buffer): void; heard(): ClaudeHeard } {
  const now: Changing = {
    session: null,
    text: '',
    limit: null,
    result: null,
    toolUses: new Map(),
    denials: new Map(),
  }
  const lines = createLineReader({ lineBytesMax: LINE_BYTES_MAX }, line => take(now, fieldsIn(line.toString('utf8'))))
  return {
    see: chunk => lines.push(chunk),
    heard() {
      lines.end()
      return { ...now, denials: [...now.denials.values()] }
    },
  }
}

function take(now: Changing, event: Fields): void {
  switch (event.type) {
    case 'system':
      if (event.subtype === 'init') now.session = sessionOf(event.session_id) ?? now.session
      return
    case 'assistant':
      for (const block of listOf(fieldsOf(event.message).content)) takeBlock(now, fieldsOf(block))
      return
    case 'rate_limit_event':
      takeLimit(now, fieldsOf(event.rate_limit_info))
      return
    case 'result':
      takeResult(now, event)
  }
}

function takeBlock(now: Changing, block: Fields): void {
  if (block.type === 'text') now.text = textOf(block.text)
  if (block.type !== 'tool_use') return
  const name = textOf(block.name)
  if (now.toolUses.size < TOOLS_MAX || now.toolUses.has(name)) now.toolUses.set(name, (now.toolUses.get(name) ?? 0) + 1)
}

function takeLimit(now: Changing, info: Fields): void {
  if (info.status !== 'rejected') return
  const seconds = numberOf(info.resetsAt)
  now.limit = { resetsAt: seconds === null ? null : seconds * 1000 }
}

function takeResult(now: Changing, event: Fields): void {
  const usage = fieldsOf(event.usage)
  const count = (...names: readonly string[]) => names.reduce((sum, name) => sum + (numberOf(usage[name]) ?? 0), 0)
  now.result = {
    subtype: textOf(event.subtype),
    isError: event.is_error === true || textOf(event.subtype).startsWith('error'),
    text: textOf(event.result),
    errors: listOf(event.errors).slice(0, ERRORS_MAX).map(textOf),
    apiStatus: numberOf(event.api_error_status),
    tokens: {
      input: count('input_tokens'),
      output: count('output_tokens'),
      cached: count('cache_creation_input_tokens', 'cache_read_input_tokens'),
    },
    costUsd: numberOf(event.total_cost_usd),
  }
  for (const denial of listOf(event.permission_denials).map(fieldsOf)) {
    const key = textOf(denial.tool_use_id) || String(now.denials.size)
    if (now.denials.size < DENIALS_MAX || now.denials.has(key)) now.denials.set(key, denialOf(denial))
  }
}

function denialOf(denial: Fields): ClaudeDenial {
  const input = fieldsOf(denial.tool_input)
  const target = ['file_path', 'notebook_path', 'command', 'url'].map(name => textOf(input[name])).find(Boolean) ?? ''
  return { tool: textOf(denial.tool_name), target: target.replace(/\s+/g, ' ').slice(0, TARGET_MAX) }
}

function fieldsIn(line: string): Fields {
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    return {}
  }
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)
// All of it is shown on terminals and kept in the journal.
const textOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value.slice(0, TEXT_MAX)) : '')
