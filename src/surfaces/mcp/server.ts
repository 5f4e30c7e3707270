import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type Implementation,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { printable } from '../../core/text/clean-text.ts'
import type { Context } from '../cli/context.ts'
import { EXIT } from '../cli/problem.ts'
import { VERSION } from '../cli/version.ts'
import { isAgentInside } from './agent-inside.ts'
import { type AskedDecision, DECIDE_INPUT, DECIDE_OUTPUT, decideThrough } from './decide.ts'
import { registerResources } from './resources.ts'
import { DECISION_ANNOTATIONS, explained, registerTools } from './tools.ts'

const INSTRUCTIONS = `pm-agent runs plans with coding agents and proves every result itself.
Begin with pm_check, then pm_run, then pm_wait until the run ends. Show the human every question as it is written.
Never call a task done that pm-agent does not call proven. Approvals, waivers and accepted risks are the human's: pm_decide
asks the human, or gives you a command line to show. Never run that command yourself.`

const INSIDE = `An agent that pm-agent started has no tools here: do the task, write the report, and stop.`

/** How long a human may think about a question. */
const ANSWER_S_MAX = 3600
const NAME_CHARACTERS_MAX = 40

/** `mcp`: serves the Model Context Protocol on standard input and output until the client leaves. */
export async function mcp(context: Context, options: { readonly dir?: string }): Promise<number> {
  const served = { ...context, cwd: resolve(context.cwd, options.dir ?? '.'), ask: undefined }
  const left = new Promise<void>(done => process.stdin.once('end', done).once('close', done))
  const isInside = await isAgentInside(served)
  const handle = serveStdio(() => (isInside ? serverInside() : serverFor(served)), {
    onerror: error => context.terminal.warn(`pm-agent mcp: ${error.message}`),
  })
  await left
  await handle.close()
  return EXIT.done
}

const ABOUT = { name: 'pm-agent', title: 'pm-agent', version: VERSION }

const serverInside = (): McpServer => new McpServer(ABOUT, { capabilities: { tools: {} }, instructions: INSIDE })

function serverFor(context: Context): McpServer {
  const codec = createRequestStateCodec<AskedDecision>({ key: randomBytes(32), ttlSeconds: ANSWER_S_MAX })
  const server = new McpServer(ABOUT, {
    instructions: INSTRUCTIONS,
    requestState: { verify: codec.verify },
    inputRequired: { roundTimeoutMs: ANSWER_S_MAX * 1000 },
  })
  registerTools(server, context)
  server.registerTool(
    'pm_decide',
    {
      title: 'Decide about a task or a risk',
      description:
        'retry, pause and stop at once. approve, waive, skip, revise, reject, accept-risk and mitigate-risk are the human’s: the human is asked, or you get a command line to show.',
      inputSchema: DECIDE_INPUT,
      outputSchema: DECIDE_OUTPUT,
      annotations: DECISION_ANNOTATIONS,
    },
    async (decision, call) =>
      explained(() => {
        const { name, canAsk } = clientOf(server, call)
        return decideThrough({ ...context, through: name }, decision, { call, canAsk, codec })
      }),
  )
  registerResources(server, context)
  return server
}

/** The client's name and abilities: with every request in the new protocol, from the handshake in the old one. */
function clientOf({ server }: McpServer, { mcpReq: { envelope } }: ServerContext) {
  // The library's type of the envelope is empty.
  const sent = (envelope ?? {}) as {
    readonly [CLIENT_INFO_META_KEY]?: Implementation
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities
  }
  const info = sent[CLIENT_INFO_META_KEY] ?? server.getClientVersion()
  const { elicitation } = sent[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {}
  const name = printable(info?.name ?? '').slice(0, NAME_CHARACTERS_MAX) || 'an MCP client'
  // An empty capability means forms, as it did before other kinds existed.
  const canAsk = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  return { name, canAsk }
}
