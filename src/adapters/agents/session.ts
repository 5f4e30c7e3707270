import { createReadStream } from 'node:fs'
import { createLineReader } from '../process/lines.ts'
import { fieldsIn, fieldsOf } from './answers/answer-fields.ts'

const LINE_BYTES_MAX = 1024 * 1024
const NAMES = ['"session_id"', '"thread_id"', '"sessionId"']
/** Nothing a command line or an environment could take for something else. */
const SESSION = /^[\p{L}\p{N}][\p{L}\p{N}._:@/-]{0,199}$/u

/** A session id that may be handed on, or null. */
export const sessionOf = (value: unknown): string | null =>
  typeof value === 'string' && SESSION.test(value) ? value : null

/** Watches an agent's standard output for a line of JSON that names its session; the last one stands. */
export function createSessionWatch(): { see(chunk: Buffer): void; session(): string | null } {
  let session: string | null = null
  const lines = createLineReader({ lineBytesMax: LINE_BYTES_MAX }, line => {
    if (NAMES.some(name => line.includes(name))) session = sessionInLine(line.toString('utf8')) ?? session
  })
  return {
    see: chunk => lines.push(chunk),
    session() {
      lines.end()
      return session
    },
  }
}

/** The session that is named in an output file; null as well where the file is gone. */
export async function sessionInFile(path: string): Promise<string | null> {
  const watch = createSessionWatch()
  try {
    for await (const chunk of createReadStream(path)) watch.see(chunk as Buffer)
  } catch {
    // Cleaned, or never written: then the next agent begins anew.
  }
  return watch.session()
}

/** As a command line of the user's names it, and Claude; as Codex does; and as the answer to a request for a session. */
function sessionInLine(line: string): string | null {
  const { session_id, type, thread_id, jsonrpc, result } = fieldsIn(line) ?? {}
  const found = [
    session_id,
    type === 'thread.started' ? thread_id : null,
    jsonrpc === undefined ? null : fieldsOf(result).sessionId,
  ]
  return found.map(sessionOf).find(session => session !== null) ?? null
}
