import { createReadStream } from 'node:fs'
import { createLineReader } from '../process/lines.ts'
import { fieldsIn, fieldsOf } from './answers/answer-fields.ts'

const LINE_BYTES_MAX = 1024 * 1024
const NAMES = ['"session_id"', '"thread_id"', '"sessionId"']
/** Excludes everything that a command line or an environment could misinterpret. */
const SESSION = /^[\p{L}\p{N}][\p{L}\p{N}._:@/-]{0,199}$/u

/** A session id that is safe to pass on, or null. */
export const sessionOf = (value: unknown): string | null =>
  typeof value === 'string' && SESSION.test(value) ? value : null

/** Watches an agent's stdout for a JSON line with its session id; the last one wins. */
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

/** The session id in an output file; also null if the file is gone. */
export async function sessionInFile(path: string): Promise<string | null> {
  const watch = createSessionWatch()
  try {
    for await (const chunk of createReadStream(path)) watch.see(chunk as Buffer)
  } catch {
    // Deleted, or never written: then the next agent begins a new session.
  }
  return watch.session()
}

/** As user commands and Claude name it; as Codex does; and as the response to a request for a session. */
function sessionInLine(line: string): string | null {
  const { session_id, type, thread_id, jsonrpc, result } = fieldsIn(line) ?? {}
  const found = [
    session_id,
    type === 'thread.started' ? thread_id : null,
    jsonrpc === undefined ? null : fieldsOf(result).sessionId,
  ]
  return found.map(sessionOf).find(session => session !== null) ?? null
}
