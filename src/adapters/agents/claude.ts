import { randomUUID } from 'node:crypto'
import { AGENT_CLIS } from '../../core/agent-clis.ts'
import type { AgentSpec } from '../../core/config.ts'
import { readClaude } from './claude-stream.ts'
import { concludeHeard } from './conclusion.ts'
import { createStreamHearing } from './heard.ts'
import type { AgentProgram } from './program.ts'

type ClaudeSpec = Extract<AgentSpec, { is: 'claude' }>

/** No reports to the vendor, and the version that was found stays the version that runs. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
}

/** Left to itself it asks a model that refuses for three minutes; then it is better launched again, where one can see it. */
const RETRIES = '3'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The Claude Code CLI, without anybody to answer its questions. */
export function claudeProgram(
  agent: ClaudeSpec,
  around: { readonly session: string | null; readonly userEnv: Readonly<Record<string, string | undefined>> },
): AgentProgram {
  const stream = createStreamHearing(readClaude())
  return {
    file: agent.path,
    args: claudeArguments(agent.model, around.session),
    pass: AGENT_CLIS.claude.variables,
    set: { ...QUIET, CLAUDE_CODE_MAX_RETRIES: around.userEnv.CLAUDE_CODE_MAX_RETRIES ?? RETRIES },
    see: stream.see,
    conclude: end => concludeHeard(stream.heard(), end, Date.now()),
  }
}

/** The prompt is no part of it: it comes by standard input, because a command line has little room. */
export function claudeArguments(model: string | null, session: string | null): readonly string[] {
  return [
    '--print',
    // With this format the CLI refuses to print without --verbose.
    ...['--output-format', 'stream-json', '--verbose'],
    // A session of our own naming can be gone on with after any end; an agent may have written any word as its session.
    ...(session !== null && UUID.test(session) ? ['--resume', session] : ['--session-id', randomUUID()]),
    // Files below the workspace and commands; whatever else would ask a human is denied. Said again at every resume.
    ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
    // A repository's own settings can start programs (hooks, servers), and an agent may have written them.
    ...['--setting-sources', 'user', '--strict-mcp-config'],
    ...(model === null ? [] : ['--model', model]),
  ]
}
