import type { ChangeStatus } from '../../../core/proof/draft.ts'
import type { Remark } from '../../../core/told/remark.ts'
import {
  type Fields,
  fieldsIn,
  fieldsOf,
  listOf,
  numberOf,
  shortLine,
  targetIn,
  textOf,
} from '../answers/answer-fields.ts'
import { sessionOf } from '../session.ts'
import type { ReadRemarks } from '../stream-facts.ts'

const FILES_MAX = 100
const CHANGES: Readonly<Record<string, ChangeStatus>> = { add: 'added', delete: 'deleted' }
/** The wrapper around every command; inside is the model's own command. */
const BY_SHELL = /^\/\S*\/(?:ba|z)?sh -lc '(.*)'$/
/** Its log on stderr is the only source for refusals by its sandbox or approval policy. */
const REFUSED = /^\S+ ERROR codex_core::tools::router: error=(.*\b(?:rejected|denied|not permitted)\b.*)$/

/** The stream of the Codex CLI (`exec --json`). */
export function readCodex(): ReadRemarks {
  let lastWords = ''
  return event => {
    switch (event.type) {
      case 'thread.started':
        return [{ is: 'began', session: sessionOf(event.thread_id), model: null, version: null }]
      case 'item.started':
        return startedRemarks(fieldsOf(event.item))
      case 'item.completed': {
        const remarks = completedRemarks(fieldsOf(event.item))
        for (const remark of remarks) if (remark.is === 'text') lastWords = remark.text
        return remarks
      }
      case 'turn.completed':
        return [...tokensIn(fieldsOf(event.usage)), { is: 'ended', text: lastWords }]
      case 'turn.failed':
        return [{ is: 'error', problem: problemIn(fieldsOf(event.error)), status: null, isFinal: true }]
      case 'error':
        // Also sent for a request that is retried and then answered.
        return [{ is: 'error', problem: problemIn(event), status: null, isFinal: false }]
      default:
        return []
    }
  }
}

/** The refusal in a line of its log; nothing for any other line. */
export function codexRefusal(line: string): readonly Remark[] {
  const reason = REFUSED.exec(line)?.[1]
  if (reason === undefined) return []
  const told = { tool: reason.startsWith('patch') ? 'apply_patch' : 'tool', target: shortLine(reason), changes: true }
  return [
    { is: 'tool', ...told },
    { is: 'denied', ...told },
  ]
}

function startedRemarks(item: Fields): readonly Remark[] {
  switch (item.type) {
    case 'command_execution':
      return [{ is: 'tool', tool: 'shell', target: targetIn(item).replace(BY_SHELL, '$1'), changes: true }]
    case 'file_change':
      return [{ is: 'tool', tool: 'apply_patch', target: pathsIn(item).join(', '), changes: true }]
    case 'mcp_tool_call':
      return [{ is: 'tool', tool: textOf(item.tool), target: textOf(item.server), changes: false }]
    case 'web_search':
      return [{ is: 'tool', tool: 'web_search', target: targetIn(item), changes: false }]
    default:
      return []
  }
}

function completedRemarks(item: Fields): readonly Remark[] {
  switch (item.type) {
    case 'agent_message':
      return [{ is: 'text', text: textOf(item.text) }]
    case 'file_change':
      return item.status === 'completed' ? touchedIn(item) : []
    case 'error':
      return [{ is: 'error', problem: problemIn(item), status: null, isFinal: false }]
    default:
      return []
  }
}

const changesIn = (item: Fields): readonly Fields[] => listOf(item.changes).slice(0, FILES_MAX).map(fieldsOf)
const pathsIn = (item: Fields): readonly string[] => changesIn(item).map(({ path }) => shortLine(textOf(path)))
const touchedIn = (item: Fields): readonly Remark[] =>
  changesIn(item).map(({ path, kind }) => ({
    is: 'file',
    path: shortLine(textOf(path)),
    change: CHANGES[textOf(kind)] ?? 'modified',
  }))

/** Counts continue from a resumed session, and input includes cached tokens. */
function tokensIn(usage: Fields): readonly Remark[] {
  const input = numberOf(usage.input_tokens)
  const output = numberOf(usage.output_tokens)
  if (input === null && output === null) return []
  const cached = numberOf(usage.cached_input_tokens) ?? 0
  const tokens = { input: Math.max(0, (input ?? 0) - cached), cached, output: output ?? 0 }
  return [{ is: 'tokens', tokens, over: 'session' }]
}

/** Some of its messages are the body of the vendor's response. */
function problemIn(error: Fields): string {
  const message = textOf(error.message)
  const inner = fieldsIn(message)
  return (inner && textOf(fieldsOf(inner.error).message)) || message || 'it failed without an error message'
}
