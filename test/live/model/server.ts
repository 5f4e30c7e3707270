/** A model that plays a script: the parts of the Anthropic Messages API that the CLI asks for, on loopback only. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of the model: words and uses of tools, a refusal of the service, or silence. */
export type Turn =
  | { readonly text?: string; readonly use?: readonly ToolUse[] }
  | { readonly status: number; readonly message?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly hang: true }

/** `{ Write: { file_path, content } }` and the like: a tool by its name, with what it is given. */
export type ToolUse = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The turns of each task, by its id; the last one is played again as often as it is asked for. */
export type ModelScript = Readonly<Record<string, readonly Turn[]>>

/** What the CLI asked, as far as tests look at it. */
interface ModelRequest {
  readonly task: string
  readonly model: string
  /** The whole conversation as it was sent, as JSON text. */
  readonly conversation: string
  readonly tools: readonly string[]
  readonly system: string
}

/** A model that listens. */
export interface Model extends AsyncDisposable {
  readonly url: string
  /** Requests of the conversation itself, in order. */
  readonly requests: readonly ModelRequest[]
  /** Everything that was asked for besides: other paths, other hosts through us as a proxy, turns the script lacks. */
  readonly strange: readonly string[]
  /** Resolves when so many requests have come. */
  asked(count: number): Promise<void>
}

/** Starts a model on a free port of 127.0.0.1. */
export async function startModel(script: ModelScript): Promise<Model> {
  const requests: ModelRequest[] = []
  const strange: string[] = []
  const played = new Map<string, number>()
  const waiting = new Set<() => void>()
  const answer = (request: ModelRequest): Turn => {
    const turns = script[request.task]
    const at = played.get(request.task) ?? 0
    played.set(request.task, at + 1)
    requests.push(request)
    for (const look of waiting) look()
    const turn = turns?.[Math.min(at, turns.length - 1)]
    if (turn === undefined) strange.push(`no turn for task "${request.task}"`)
    return turn ?? { status: 400, message: 'the script has no such task' }
  }
  const server = createServer((request, response) => {
    void serve(request, response, answer, strange).catch(() => response.destroy())
  })
  // Whoever takes us for a proxy wants to leave the machine.
  server.on('connect', (request, socket) => {
    strange.push(`CONNECT ${request.url}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    strange,
    asked: count =>
      new Promise(resolve => {
        const look = () => {
          if (requests.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    [Symbol.asyncDispose]: () => close(server),
  }
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

interface Body {
  readonly model?: string
  readonly stream?: boolean
  readonly system?: unknown
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly name?: string }[]
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: ModelRequest) => Turn,
  strange: string[],
): Promise<void> {
  const text = await bodyOf(request)
  const path = (request.url ?? '').split('?', 1)[0]
  if (request.method !== 'POST' || path !== '/v1/messages') {
    strange.push(`${request.method} ${request.url}`)
    return json(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'not played here' } })
  }
  const body = JSON.parse(text) as Body
  const tools = (body.tools ?? []).map(tool => tool.name ?? '')
  // Titles and the like are asked for without tools; they are no part of the conversation.
  const turn: Turn =
    tools.length === 0
      ? { text: 'Title' }
      : answer({
          task: taskIn(JSON.stringify(body.messages)),
          model: body.model ?? '',
          conversation: JSON.stringify(body.messages),
          tools,
          system: JSON.stringify(body.system),
        })
  if ('hang' in turn) return
  if ('status' in turn) return refuse(response, turn)
  if (body.stream !== true) return json(response, 200, { ...message(body), content: blocks(turn), ...ENDED })
  stream(response, body, turn)
}

/** The newest prompt of ours in a conversation says which task it is about. */
const taskIn = (messages: string): string => [...messages.matchAll(/## TASK\\n([^:\\]+):/g)].at(-1)?.[1] ?? ''

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function json(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}

function refuse(response: ServerResponse, turn: Extract<Turn, { status: number }>): void {
  const error = { type: ERROR_TYPES[turn.status] ?? 'api_error', message: turn.message ?? `scripted ${turn.status}` }
  json(response, turn.status, { type: 'error', error }, turn.headers)
}

let ids = 0
const ENDED = { stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 100, output_tokens: 20 } }
const message = (body: Body) => ({
  id: `msg_${++ids}`,
  type: 'message',
  role: 'assistant',
  model: body.model ?? 'scripted',
})

type Answer = Exclude<Turn, { status: number } | { hang: true }>

const blocks = ({ text, use = [] }: Answer) => [
  ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
  ...use.flatMap(one =>
    Object.entries(one).map(([name, input]) => ({ type: 'tool_use' as const, id: `toolu_${++ids}`, name, input })),
  ),
]

function stream(response: ServerResponse, body: Body, turn: Answer): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type: string, data: object) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
  send('message_start', {
    message: {
      ...message(body),
      content: [],
      ...ENDED,
      stop_reason: null,
      usage: { ...ENDED.usage, output_tokens: 1 },
    },
  })
  const content = blocks(turn)
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text'
    send('content_block_start', { index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } })
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  const stopReason = content.some(block => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
  send('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage: ENDED.usage })
  send('message_stop', {})
  response.end()
}
