import { AGENT_CLIS } from '../../../core/settings/agent-clis.ts'
import type { CliSpec } from '../../../core/settings/config.ts'
import { concludeHeard } from '../answers/conclusion.ts'
import type { AgentProgram } from '../program.ts'
import { createStreamHearing } from '../stream-facts.ts'
import { codexRefusal, readCodex } from './stream.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The Codex CLI, non-interactive.
 *
 * It uses the user's own CODEX_HOME. The login is stored and renewed there: renewing a copy would invalidate the login
 * of the user's own Codex, and a login in a keyring is found by that folder's name. Flags give the isolation that a
 * private folder would: see `codexArguments`.
 */
export function codexProgram(
  agent: CliSpec,
  around: { readonly session: string | null; readonly dir: string; readonly version: string | null },
): AgentProgram {
  const stream = createStreamHearing(readCodex())
  // Its stream contains neither model nor version.
  stream.take({ is: 'began', session: null, model: agent.model, version: around.version })
  return {
    file: agent.path,
    args: codexArguments(agent.model, { ...around, sandbox: 'workspace-write' }),
    argsInSandbox: codexArguments(agent.model, { ...around, sandbox: 'danger-full-access' }),
    pass: AGENT_CLIS.codex.variables,
    see: stream.see,
    conclude(end) {
      for (const line of end.output.split('\n')) for (const remark of codexRefusal(line)) stream.take(remark)
      return concludeHeard(stream.heard(), end, Date.now())
    },
  }
}

/** Without the prompt, which comes through stdin, because a command line is limited. */
export function codexArguments(
  model: string | null,
  on: {
    readonly session: string | null
    readonly dir: string
    /** Its own sandbox, or none because it is in ours. */
    readonly sandbox: 'workspace-write' | 'danger-full-access'
  },
): readonly string[] {
  const { session, dir, sandbox } = on
  return [
    'exec',
    // Given at every launch, and before `resume`, which does not accept it; otherwise the folder's trust level would decide.
    ...['--sandbox', sandbox],
    ...['--json', '--skip-git-repo-check'],
    // A run with write access would record the folder as trusted in the user's settings, permanently, and would start
    // programs named by the repository's own settings. A folder with an explicit trust level is left alone.
    ...['--config', `projects={${tomlString(dir)}={trust_level="untrusted"}}`],
    // No telemetry and no update checks; without a network each of them takes seconds at the end.
    ...['--disable', 'plugins', '--config', 'analytics.enabled=false', '--config', 'check_for_update_on_startup=false'],
    ...(model === null ? [] : ['--model', model]),
    ...(session !== null && UUID.test(session) ? ['resume', session] : []),
    '-',
  ]
}

/** As JSON, whose escapes are all valid in TOML. */
const tomlString = (text: string): string => JSON.stringify(text)
