/** A model that plays a script, in the languages of three vendors, on loopback only. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerGemini, GEMINI_PATH } from './gemini-api.ts'
import { answerMessages } from './messages-api.ts'
import { answerResponses } from './responses-api.ts'
import type { ModelScript, Turn } from './turn.ts'

/** What the CLI asked, as far as tests look at it. */
interface ModelRequest {
  readonly task: string
  readonly model: string
  /** The whole conversation as it was sent, as JSON text. */
  readonly conversation: string
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
    return turn ?? { refuses: 'the script has no such task' }
  }
  const server = createServer((request, response) => {
    void serve(request, response, answer, strange).catch(() => response.destroy())
  })
  // Whoever takes us for a proxy wants to leave the machine.
  server.on('connect', (request, socket) => {
    strange.push(`CONNECT ${request.url}`)
    socket.on('error', () => {})
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

/** What a vendor's language does with a request: asks for the turn and says it. */
export type Answering = (
  body: Readonly<Record<string, unknown>>,
  turnFor: (request: ModelRequest) => Turn,
  response: ServerResponse,
  path: string,
) => void

const LANGUAGES: readonly (readonly [path: RegExp, Answering])[] = [
  [/^\/v1\/messages$/, answerMessages],
  [/^\/v1\/responses$/, answerResponses],
  [GEMINI_PATH, answerGemini],
]

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  turnFor: (request: ModelRequest) => Turn,
  strange: string[],
): Promise<void> {
  const text = await bodyOf(request)
  const path = (request.url ?? '').split('?', 1)[0]!
  const answering = LANGUAGES.find(([known]) => known.test(path))?.[1]
  if (request.method !== 'POST' || answering === undefined) {
    strange.push(`${request.method} ${request.url}`)
    return json(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'not played here' } })
  }
  answering(JSON.parse(text), turnFor, response, path)
}

/** The newest prompt of ours in a conversation says which task it is about. */
export const taskIn = (conversation: string): string =>
  [...conversation.matchAll(/## TASK\\n([^:\\]+):/g)].at(-1)?.[1] ?? ''

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Begins a stream of events; what comes back sends one. */
export function eventStream(response: ServerResponse): (type: string, data: object) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
}
