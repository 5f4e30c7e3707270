import { open } from 'node:fs/promises'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Remark } from '../../core/told/remark.ts'
import { createLineReader } from '../process/lines.ts'
import { readAcp } from './acp/stream.ts'
import { type Fields, fieldsIn, fieldsOf, listOf, textOf } from './answers/answer-fields.ts'
import { readClaude } from './claude/stream.ts'
import { codexRefusal, readCodex } from './codex/stream.ts'
import type { ReadRemarks } from './stream-facts.ts'

const LINE_BYTES_MAX = 8 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024
const CLAUDE = ['system', 'assistant', 'user', 'result', 'rate_limit_event']

/** Reads the stream of any agent: it is recognised line by line. */
export interface AnyAgentReader {
  /** The remarks in a printed line. */
  read(line: string): readonly Remark[]
  /** The unfinished remark: text that still arrives in chunks. */
  rest(): readonly Remark[]
}

export function readAnyAgent(): AnyAgentReader {
  const [claude, codex, acp] = [readClaude(), readCodex(), readAcp()]
  let lastText = ''
  /** Most agents print their last message twice: as text, and as their result. */
  const once = (remark: Remark): Remark => {
    if (remark.is === 'text') lastText = remark.text
    return remark.is === 'ended' && remark.text === lastText ? { is: 'ended', text: '' } : remark
  }
  return {
    read(line) {
      const event = fieldsIn(line)
      if (event === null) return plainRemarks(line)
      return readerFor(event, { claude, codex, acp })(event).map(once)
    },
    // An empty message ends the current text.
    rest: () => acp({ jsonrpc: '2.0' }),
  }
}

function readerFor(
  event: Fields,
  { claude, codex, acp }: Readonly<Record<'claude' | 'codex' | 'acp', ReadRemarks>>,
): ReadRemarks {
  if (event.jsonrpc !== undefined) return acp
  const type = String(event.type)
  if (/^(?:thread|turn|item)\./.test(type) || (type === 'error' && typeof event.message === 'string')) return codex
  return CLAUDE.includes(type) ? claude : unknownRemarks
}

/** Unknown agents have only text in common. */
const unknownRemarks: ReadRemarks = event =>
  [...listOf(event.content), event].flatMap(block => {
    const { text, result } = fieldsOf(block)
    const words = textOf(text) || textOf(result)
    return words === '' ? [] : [{ is: 'text', text: words } as const]
  })

/** Plain text as it is; an incomplete JSON message, truncated or still being written, gives nothing. */
function plainRemarks(line: string): readonly Remark[] {
  const refused = codexRefusal(line)
  if (refused.length > 0) return refused
  const text = cleanText(line)
  return text.trim() === '' || text.trimStart().startsWith('{"') ? [] : [{ is: 'text', text }]
}

/** An agent's output, read from its file while it grows. */
export interface Transcript {
  /** New remarks since the last call, up to the last complete line. A missing file gives none. */
  read(take: (remark: Remark) => void): Promise<void>
  /** The same, including an incomplete last line. */
  end(take: (remark: Remark) => void): Promise<void>
}

export function openTranscript(path: string): Transcript {
  const agent = readAnyAgent()
  let taking: (remark: Remark) => void = () => {}
  const lines = createLineReader({ lineBytesMax: LINE_BYTES_MAX }, line => {
    for (const remark of agent.read(line.toString('utf8'))) taking(remark)
  })
  let position = 0
  const readOn = async (take: (remark: Remark) => void): Promise<void> => {
    taking = take
    const file = await open(path, 'r').catch(() => null)
    if (file === null) return
    try {
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), { position })
        if (bytesRead === 0) return
        position += bytesRead
        lines.push(buffer.subarray(0, bytesRead))
      }
    } finally {
      await file.close()
    }
  }
  return {
    read: readOn,
    async end(take) {
      await readOn(take)
      lines.end()
      for (const remark of agent.rest()) take(remark)
    },
  }
}
