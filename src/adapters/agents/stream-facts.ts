import type { CountedOver, Meter, Tokens } from '../../core/money/meter.ts'
import { unreachable } from '../../core/result.ts'
import type { Remark } from '../../core/told/remark.ts'
import { createLineReader } from '../process/lines.ts'
import { type Fields, fieldsIn } from './answers/answer-fields.ts'

/** Some CLIs print the whole output of a tool in one line. */
const LINE_BYTES_MAX = 8 * 1024 * 1024
const DENIALS_MAX = 100

/** The content of one line of a CLI's stream; lines of unknown kinds have none. */
export type ReadRemarks = (event: Fields) => readonly Remark[]

export type Denial = Extract<Remark, { is: 'denied' }>

/** The facts from an agent's stream, in bounded space. */
export interface Heard {
  readonly session: string | null
  /** The final message, else the last text. */
  readonly text: string
  /** Number of calls of tools that can change something. */
  readonly changesWanted: number
  readonly denials: readonly Denial[]
  readonly limit: { readonly resetsAt: number | null } | null
  /** The final error. */
  readonly error: { readonly problem: string; readonly status: number | null } | null
  /** Whether it ended by itself. */
  readonly hasEnded: boolean
  readonly meter: Meter | null
}

/** Takes an agent's remarks one by one. */
export interface Hearing {
  take(remark: Remark): void
  heard(): Heard
}

interface Changing {
  session: string | null
  text: string
  lastWords: string
  changesWanted: number
  limit: Heard['limit']
  error: Heard['error']
  hasEnded: boolean
  model: string | null
  version: string | null
  tokens: Tokens | null
  tokensOver: CountedOver
  costUsd: number | null
  costOver: CountedOver
  readonly denials: Denial[]
}

export function createHearing(): Hearing {
  const now: Changing = {
    session: null,
    text: '',
    lastWords: '',
    changesWanted: 0,
    limit: null,
    error: null,
    hasEnded: false,
    model: null,
    version: null,
    tokens: null,
    tokensOver: 'launch',
    costUsd: null,
    costOver: 'launch',
    denials: [],
  }
  return {
    take: remark => take(now, remark),
    heard: () => ({
      session: now.session,
      text: now.lastWords || now.text,
      changesWanted: now.changesWanted,
      denials: [...now.denials],
      limit: now.limit,
      error: now.error,
      hasEnded: now.hasEnded,
      meter: meterOf(now),
    }),
  }
}

/** Unknown is not 0: an agent without usage data has no meter. */
function meterOf({ model, version, tokens, tokensOver, costUsd, costOver }: Changing): Meter | null {
  return tokens === null && costUsd === null ? null : { model, version, tokens, tokensOver, costUsd, costOver }
}

function take(now: Changing, remark: Remark): void {
  switch (remark.is) {
    case 'began':
      now.session = remark.session ?? now.session
      now.model = remark.model ?? now.model
      now.version = remark.version ?? now.version
      return
    case 'text':
      now.text = remark.text
      return
    case 'tool':
      if (remark.changes) now.changesWanted++
      return
    case 'file':
      return
    case 'tokens':
      now.tokens = remark.tokens
      now.tokensOver = remark.over
      return
    case 'cost':
      now.costUsd = remark.usd
      now.costOver = remark.over
      return
    case 'denied':
      if (now.denials.length < DENIALS_MAX) now.denials.push(remark)
      return
    case 'limit':
      now.limit = { resetsAt: remark.resetsAt }
      return
    case 'error':
      if (remark.isFinal) now.error = { problem: remark.problem, status: remark.status }
      return
    case 'ended':
      // A background job causes another model turn and another end: the last one wins.
      now.hasEnded = true
      now.error = null
      now.lastWords = remark.text
      return
    default:
      unreachable(remark)
  }
}

/** Reads a stream of JSON lines as it arrives; anything else in it is skipped. */
export function createStreamHearing(read: ReadRemarks): Hearing & { see(chunk: Buffer): void } {
  const hearing = createHearing()
  const lines = createLineReader({ lineBytesMax: LINE_BYTES_MAX }, line => {
    const event = fieldsIn(line.toString('utf8'))
    for (const remark of event === null ? [] : read(event)) hearing.take(remark)
  })
  return {
    take: hearing.take,
    see: chunk => lines.push(chunk),
    heard() {
      lines.end()
      return hearing.heard()
    },
  }
}
