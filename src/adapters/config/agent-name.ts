import { resolve } from 'node:path'
import { closest } from '../../core/closest.ts'
import type { AgentSpec } from '../../core/config.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { findProgram } from '../process/shell.ts'

/** Agents that pm-agent knows by name; the adapters of all but the first are still to come. */
const KNOWN_AGENTS: readonly string[] = ['claude', 'codex', 'opencode', 'gemini']

/** The version of Claude Code that pm-agent is tested with. */
export const CLAUDE_VERSION = '2.1.325'

/** Whether a text names an agent that pm-agent knows, whether or not it can be started here. */
export const isKnownAgent = (text: string): boolean => KNOWN_AGENTS.includes(text.trim().split(':', 1)[0]!)

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
  /** Where programs are looked for, as in the variable PATH. */
  readonly searchPath?: string
}

/** `claude`, `claude:MODEL`, `command:PROGRAM`, `scripted:FILE`, or one of the names from the configuration. */
export function parseAgentName(
  text: string,
  named: Readonly<Record<string, AgentSpec>>,
  { folder, searchPath = process.env.PATH ?? '' }: AgentNameOptions = {},
): Result<AgentSpec, AgentNameProblem> {
  const name = text.trim()
  if (Object.hasOwn(named, name)) return ok(named[name]!)
  if (/^claude(?::|$)/.test(name)) return claudeNamed(name, searchPath)
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

/** Nothing that a command line could take for a flag. */
const MODEL = /^[\w@][\w.:@/[\]-]*$/

function claudeNamed(name: string, searchPath: string): Result<AgentSpec, AgentNameProblem> {
  const model = name === 'claude' ? null : unquoted(name.slice('claude:'.length).trim())
  if (model !== null && !MODEL.test(model)) {
    return err({
      reason: 'agent-incomplete',
      message: `"${name}" does not name a model`,
      hint: 'write it like claude:opus, or claude alone for the model of your own settings',
    })
  }
  const path = findProgram('claude', searchPath)
  if (path !== null) return ok({ is: 'claude', name: model === null ? 'claude' : `claude:${model}`, model, path })
  return err({
    reason: 'agent-not-available',
    message: 'there is no program "claude" on the PATH',
    hint: `npm install --global @anthropic-ai/claude-code@${CLAUDE_VERSION} (the version pm-agent is tested with), then start it once to log in`,
  })
}

function problemWith(name: string, named: readonly string[]): AgentNameProblem {
  const available = ['claude', 'command:PROGRAM', 'scripted:FILE', ...named].join(', ')
  if (isKnownAgent(name)) {
    return {
      reason: 'agent-not-available',
      message: `the agent "${name}" is not available yet`,
      hint: `available are ${available}`,
    }
  }
  const meant = closest(name, [...named, ...KNOWN_AGENTS])
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
