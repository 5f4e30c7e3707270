import { randomUUID } from 'node:crypto'
import { AGENT_CLIS } from '../../../core/settings/agent-clis.ts'
import type { CliSpec } from '../../../core/settings/config.ts'
import { concludeHeard } from '../answers/conclusion.ts'
import type { AgentProgram, ProgramEnd } from '../program.ts'
import { createStreamHearing } from '../stream-facts.ts'
import { claudeConversation } from './conversation.ts'
import { readClaude } from './stream.ts'

/** No telemetry to the vendor, and no automatic updates. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
}

/** By default it retries a failing model for three minutes; then a visible relaunch is better. */
const RETRIES = '3'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The Claude Code CLI, non-interactive. */
export function claudeProgram(
  agent: CliSpec,
  around: {
    readonly prompt: string
    readonly session: string | null
    readonly userEnv: Readonly<Record<string, string | undefined>>
  },
): AgentProgram {
  const conversation = claudeConversation(around.prompt)
  const read = readClaude()
  const stream = createStreamHearing(event => {
    conversation.hear(event)
    return read(event)
  })
  return {
    file: agent.path,
    args: claudeArguments(agent.model, around.session),
    pass: AGENT_CLIS.claude.variables,
    set: { ...QUIET, CLAUDE_CODE_MAX_RETRIES: around.userEnv.CLAUDE_CODE_MAX_RETRIES ?? RETRIES },
    see: stream.see,
    conversation,
    tell: words => (conversation.tell(words) ? 'now' : 'next-attempt'),
    conclude: end => concludeHeard(stream.heard(), conversation.isOver() ? madeToLeave(end) : end, Date.now()),
  }
}

/** One that delivered its result but did not exit when asked to has still ended well. */
const madeToLeave = (end: ProgramEnd): ProgramEnd =>
  end.ending.is === 'stopped' ? { ...end, ending: { is: 'exited', code: 0 } } : end

/** Without the prompt, which comes through stdin; stdin stays open for messages while it works. */
export function claudeArguments(model: string | null, session: string | null): readonly string[] {
  return [
    '--print',
    // With this format the CLI refuses to print without --verbose.
    ...['--output-format', 'stream-json', '--verbose'],
    // Line by line; every message read is printed again.
    ...['--input-format', 'stream-json', '--replay-user-messages'],
    // A session with our own id can be resumed after any end; an agent could have written any text as its session.
    ...(session !== null && UUID.test(session) ? ['--resume', session] : ['--session-id', randomUUID()]),
    // Allows edits below the workspace and commands; any other question is denied. Repeated at every resume.
    ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
    // A repository's own settings can start programs (hooks, servers), and an agent may have written them.
    ...['--setting-sources', 'user', '--strict-mcp-config'],
    ...(model === null ? [] : ['--model', model]),
  ]
}
