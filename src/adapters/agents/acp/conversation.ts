import type { AnyMessage, ClientContext, InitializeResponse, Stream } from '@agentclientprotocol/sdk'
import { type Fields, fieldsOf } from '../answers/answer-fields.ts'
import { answerPermission } from './permission.ts'

/** The conversation with an agent by the protocol, from initialisation to the end of its last turn. */
export interface AcpConversation {
  /** A message from the agent. */
  hear(message: Fields): void
  /** Queues text for one more turn in the same session, after this one; false if the last turn has ended. */
  tell(words: string): boolean
  /** Resolves at the end of the conversation; the messages tell whether it succeeded. */
  readonly over: Promise<void>
  /** Asks the agent to cancel; resolves when it has, or has exited. */
  cancel(): Promise<void>
}

/** Begins a conversation in a new session, or in an earlier one if the agent can resume it. */
export function converse(
  about: { readonly prompt: string; readonly session: string | null; readonly dir: string },
  say: (message: AnyMessage) => void,
): AcpConversation {
  const incoming = new TransformStream<AnyMessage, AnyMessage>(undefined, undefined, { highWaterMark: Infinity })
  const toUs = incoming.writable.getWriter()
  const stream: Stream = {
    readable: incoming.readable,
    writable: new WritableStream<AnyMessage>({ write: message => say(message) }),
  }
  let session: string | null = null
  let agent: ClientContext | null = null
  let isOver = false
  const kept: string[] = []
  /** The text for another turn; without any the conversation is over and accepts no more. */
  const nextWords = (): string | null => {
    isOver ||= kept.length === 0
    return isOver ? null : kept.splice(0).join('\n\n')
  }
  const over = speak(stream, { ...about, nextWords }, (context, id) => {
    agent = context
    session = id
  })
    .catch(() => {
      // Any error is in the agent's own answer, or in the exit of its process.
    })
    .finally(() => {
      isOver = true
    })
  return {
    over,
    tell(words) {
      if (!isOver) kept.push(words)
      return !isOver
    },
    hear(message) {
      // We read notifications ourselves; the library gets messages that must be matched or answered.
      if (message.id !== undefined) toUs.write(message as AnyMessage).catch(() => {})
    },
    async cancel() {
      isOver = true
      if (agent !== null && session !== null)
        await agent.notify('session/cancel', { sessionId: session }).catch(() => {})
      await over
    },
  }
}

async function speak(
  stream: Stream,
  about: {
    readonly prompt: string
    readonly session: string | null
    readonly dir: string
    readonly nextWords: () => string | null
  },
  onSession: (agent: ClientContext, session: string) => void,
): Promise<void> {
  // Loaded only when needed.
  const { client, methods, PROTOCOL_VERSION } = await import('@agentclientprotocol/sdk')
  const us = client({ name: 'pm-agent' }).onRequest(methods.client.session.requestPermission, ({ params }) => ({
    outcome: answerPermission(fieldsOf(params), about.dir),
  }))
  await us.connectWith(stream, async agent => {
    const greeting = await agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      // The agent reads, writes and runs commands by itself, in its workspace.
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: { name: 'pm-agent', version: '1' },
    })
    const session =
      (await takeUp(agent, greeting, about)) ??
      (await agent.request(methods.agent.session.new, { cwd: about.dir, mcpServers: [] })).sessionId
    onSession(agent, session)
    for (let text: string | null = about.prompt; text !== null; text = about.nextWords())
      await agent.request(methods.agent.session.prompt, { sessionId: session, prompt: [{ type: 'text', text }] })
  })
}

/**
 * Agents whose sessions stay in the folder where they began, whatever folder they are given. Every attempt has its own
 * workspace: OpenCode would continue in a deleted one, and Gemini takes seconds to report that it does not know the
 * session there.
 */
const STAY_IN_THEIR_FOLDER = /opencode|gemini/i

/** Resumes an earlier session; null if there is none, or the agent cannot resume or no longer knows it. */
async function takeUp(
  agent: ClientContext,
  { agentCapabilities, agentInfo }: InitializeResponse,
  { session, dir }: { readonly session: string | null; readonly dir: string },
): Promise<string | null> {
  if (session === null || STAY_IN_THEIR_FOLDER.test(agentInfo?.name ?? '')) return null
  const request = { sessionId: session, cwd: dir, mcpServers: [] }
  try {
    if (agentCapabilities?.sessionCapabilities?.resume) await agent.request('session/resume', request)
    else if (agentCapabilities?.loadSession) await agent.request('session/load', request)
    else return null
    return session
  } catch {
    return null
  }
}
