/** The parts of the Gemini API that Google's CLI asks for. */
import type { ServerResponse } from 'node:http'
import { type Answering, json, taskIn } from './server.ts'
import type { Spoken, ToolUse, Turn } from './turn.ts'

interface Body {
  readonly contents?: unknown
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[]
  readonly generationConfig?: { readonly responseJsonSchema?: Schema }
}

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly enum?: readonly string[] }>>
}

/** The model and what is wanted of it stand in the path: `/v1beta/models/MODEL:METHOD`. */
export const GEMINI_PATH = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent|generateContent|countTokens)$/

export const answerGemini: Answering = (given, turnFor, response, path) => {
  const [, model = '', method] = GEMINI_PATH.exec(path) ?? []
  const body = given as Body
  if (method === 'countTokens') return json(response, 200, { totalTokens: USAGE.promptTokenCount })
  const conversation = JSON.stringify(body.contents)
  // Which model to take and the like is asked for without tools; that is no part of the conversation.
  const turn: Turn =
    (body.tools ?? []).length === 0
      ? { text: JSON.stringify(formed(body.generationConfig?.responseJsonSchema)) }
      : turnFor({ task: taskIn(conversation), model, conversation })
  if ('hang' in turn) return
  if ('refuses' in turn) return refuse(response, 400, 'INVALID_ARGUMENT', turn.refuses)
  if ('overloaded' in turn) return refuse(response, 503, 'UNAVAILABLE', 'The model is overloaded.')
  if ('limitedUntil' in turn) return refuse(response, 429, 'RESOURCE_EXHAUSTED', ...usedUp(turn.limitedUntil))
  const tools = (body.tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(one => one.name))
  const answer = { ...answerOf(turn, tools), modelVersion: model }
  if (method === 'generateContent') return json(response, 200, answer)
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(answer)}\n\n`)
}

/** The least that has the form which is asked for; whoever gets anything else asks again for a minute. */
const formed = ({ properties = {} }: Schema = {}): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { type, enum: values }]) => [
      name,
      values?.[0] ?? (type === 'INTEGER' ? 1 : 'as the script says'),
    ]),
  )

function refuse(
  response: ServerResponse,
  code: number,
  status: string,
  message: string,
  details: readonly object[] = [],
): void {
  json(response, code, { error: { code, message, status, details } })
}

/** The allowance of a login: only that one says when it comes back, and only in words. */
function usedUp(until: number): readonly [message: string, details: readonly object[]] {
  const seconds = Math.ceil(until - Date.now() / 1000)
  const pause = `${Math.floor(seconds / 3600)}h${Math.floor(seconds / 60) % 60}m${seconds % 60}s`
  return [
    `You have exhausted your capacity on this model. Your quota will reset after ${pause}.`,
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'QUOTA_EXHAUSTED',
        domain: 'cloudcode-pa.googleapis.com',
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
    ],
  ]
}

const USAGE = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 }

const answerOf = ({ text, use = [] }: Spoken, tools: readonly string[]) => ({
  candidates: [
    {
      index: 0,
      content: {
        role: 'model',
        parts: [...(text === undefined ? [] : [{ text }]), ...use.map(one => ({ functionCall: toolFor(one, tools) }))],
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: USAGE,
})

function toolFor(use: ToolUse, tools: readonly string[]): { readonly name: string; readonly args: object } {
  if ('call' in use) return { name: tools.find(name => name.endsWith(use.call)) ?? use.call, args: use.given }
  return 'run' in use
    ? { name: 'run_shell_command', args: { command: use.run, description: 'as the script says' } }
    : { name: 'write_file', args: { file_path: use.write, content: use.content } }
}
