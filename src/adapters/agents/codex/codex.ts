import type { AgentSpec } from '../../../core/plan/config.ts'
import { AGENT_CLIS } from '../../../core/settings/agent-clis.ts'
import { concludeHeard } from '../answers/conclusion.ts'
import type { AgentProgram } from '../program.ts'
import { createStreamHearing } from '../stream-facts.ts'
import { codexRefusal, readCodex } from './stream.ts'

type CodexSpec = Extract<AgentSpec, { is: 'codex' }>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The Codex CLI, without anybody to answer its questions.
 *
 * It works in the user's own CODEX_HOME. The login lies there and is renewed there: a copy would take the renewal away
 * from the user's own Codex, and a login that is kept in a keyring is found by that folder's name. What a private folder
 * would be good for is got by flags instead: see `codexArguments`.
 */
export function codexProgram(
  agent: CodexSpec,
  around: { readonly session: string | null; readonly dir: string; readonly version: string | null },
): AgentProgram {
  const stream = createStreamHearing(readCodex())
  // Its stream names neither model nor version.
  stream.take({ is: 'began', session: null, model: agent.model, version: around.version })
  return {
    file: agent.path,
    args: codexArguments(agent.model, around),
    pass: AGENT_CLIS.codex.variables,
    see: stream.see,
    conclude(end) {
      for (const line of end.output.split('\n')) for (const remark of codexRefusal(line)) stream.take(remark)
      return concludeHeard(stream.heard(), end, Date.now())
    },
  }
}

/** The prompt is no part of it: it comes by standard input, because a command line has little room. */
export function codexArguments(
  model: string | null,
  { session, dir }: { readonly session: string | null; readonly dir: string },
): readonly string[] {
  return [
    'exec',
    // Said at every launch, and before `resume`, which does not take it: else it would be whatever the folder is trusted with.
    ...['--sandbox', 'workspace-write'],
    ...['--json', '--skip-git-repo-check'],
    // A run that may write would note the folder as trusted in the user's settings, for good, and would start what
    // the repository's own settings name. A folder whose trust is said is left alone.
    ...['--config', `projects={${tomlString(dir)}={trust_level="untrusted"}}`],
    // No reports to the vendor and no looking for updates; without a network each of them costs seconds at the end.
    ...['--disable', 'plugins', '--config', 'analytics.enabled=false', '--config', 'check_for_update_on_startup=false'],
    ...(model === null ? [] : ['--model', model]),
    ...(session !== null && UUID.test(session) ? ['resume', session] : []),
    '-',
  ]
}

/** As in JSON, whose escapes are all known to TOML. */
const tomlString = (text: string): string => JSON.stringify(text)
