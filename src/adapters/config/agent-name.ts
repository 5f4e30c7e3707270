import { resolve } from 'node:path'
import type { AgentSpec } from '../../core/config.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { nearest } from './did-you-mean.ts'

/** Agents that pm-agent knows by name; their adapters are still to come. */
export const KNOWN_AGENTS: readonly string[] = ['claude', 'codex', 'opencode', 'gemini']

/** Why a name stands for no agent that can be started. */
export interface AgentNameProblem {
  readonly reason: 'agent-not-available' | 'unknown-agent' | 'agent-incomplete'
  readonly message: string
  readonly hint: string
}

/** How a name is read. */
export interface AgentNameOptions {
  /** Where the file of a scripted agent is looked for; without it the path stays as it is written. */
  readonly folder?: string
}

/** `command:PROGRAM`, `scripted:FILE`, or one of the names from the configuration. */
export function parseAgentName(
  text: string,
  named: Readonly<Record<string, AgentSpec>>,
  { folder }: AgentNameOptions = {},
): Result<AgentSpec, AgentNameProblem> {
  const name = text.trim()
  if (Object.hasOwn(named, name)) return ok(named[name]!)
  const [, kind, rest] = /^(command|scripted):(.*)$/s.exec(name) ?? []
  if (kind === undefined || rest === undefined) return err(problemWith(name, Object.keys(named)))
  const value = unquoted(rest.trim())
  if (value === '') {
    const example = kind === 'command' ? 'command:"node agent.mjs"' : 'scripted:demo.yaml'
    return err({
      reason: 'agent-incomplete',
      message: `"${name}" does not say what to start`,
      hint: `write it like ${example}`,
    })
  }
  if (kind === 'command') return ok({ is: 'command', name: kind, command: value })
  return ok({ is: 'scripted', name: kind, script: folder === undefined ? value : resolve(folder, value) })
}

function problemWith(name: string, named: readonly string[]): AgentNameProblem {
  const available = ['command:PROGRAM', 'scripted:FILE', ...named].join(', ')
  if (KNOWN_AGENTS.includes(name)) {
    return {
      reason: 'agent-not-available',
      message: `the agent "${name}" is not available yet`,
      hint: `available are ${available}`,
    }
  }
  const meant = nearest(name, [...named, ...KNOWN_AGENTS])
  return {
    reason: 'unknown-agent',
    message: `there is no agent "${name}"`,
    hint: `${meant === null ? '' : `did you mean "${meant}"? `}available are ${available}`,
  }
}

/** In YAML the quotes of `command:"node agent.mjs"` reach us, where a shell would have taken them. */
function unquoted(text: string): string {
  const [, , inner] = /^(["'])(.*)\1$/s.exec(text) ?? []
  return inner === undefined || inner.includes(text[0]!) ? text : inner
}
