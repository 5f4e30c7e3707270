import { resolve } from 'node:path'
import { err, ok, type Result } from '../../core/result.ts'
import { AGENT_CLIS, type AgentCliName, isAgentCli } from '../../core/settings/agent-clis.ts'
import type { AgentSpec } from '../../core/settings/config.ts'
import { closest } from '../../core/text/closest.ts'
import { shellWord } from '../../core/text/shell-word.ts'
import { findProgram } from '../process/shell.ts'

const CLI_NAMES = Object.keys(AGENT_CLIS) as readonly AgentCliName[]

/** Why a name does not give a usable agent. */
export interface AgentNameProblem {
  readonly reason: 'agent-not-available' | 'unknown-agent' | 'agent-incomplete'
  readonly message: string
  readonly hint: string
}

/** Context for reading a name. */
export interface AgentNameOptions {
  /** The folder that a scripted agent's file is relative to; without it the path stays as written. */
  readonly folder?: string
  /** Where programs are searched, as in the variable PATH. */
  readonly searchPath?: string | undefined
}

/** The part after the colon, by the part before it. */
const EXAMPLES: Readonly<Record<string, string>> = {
  command: 'command:"node agent.mjs"',
  scripted: 'scripted:demo.yaml',
  acp: 'acp:"opencode acp"',
}

/** `claude`, `codex:MODEL`, `command:PROGRAM`, `acp:PROGRAM`, `scripted:FILE`, or one of the names from the configuration. */
export function parseAgentName(
  text: string,
  named: Readonly<Record<string, AgentSpec>>,
  options: AgentNameOptions = {},
): Result<AgentSpec, AgentNameProblem> {
  const name = text.trim()
  if (Object.hasOwn(named, name)) return ok(named[name]!)
  const [, kind = name, rest] = /^(\w+):(.*)$/s.exec(name) ?? []
  const value = rest === undefined ? null : unquoted(rest.trim())
  if (isAgentCli(kind)) return cliAgent(kind, { model: value, path: null }, options)
  if (!Object.hasOwn(EXAMPLES, kind) || value === null) return err(unknownAgent(name, Object.keys(named)))
  if (value === '') {
    return err({
      reason: 'agent-incomplete',
      message: `"${name}" does not say what to start`,
      hint: `write it like ${EXAMPLES[kind]}`,
    })
  }
  if (kind === 'command') return ok({ is: 'command', name: kind, command: value })
  if (kind === 'acp') return ok({ is: 'acp', name: kind, command: value, pass: [] })
  return ok({
    is: 'scripted',
    name: kind,
    script: options.folder === undefined ? value : resolve(options.folder, value),
  })
}

/** An agent as described in the settings. */
export interface AgentDescription {
  readonly kind?: AgentCliName | 'acp' | 'command' | null
  readonly command?: string | null
  readonly model?: string | null
  readonly path?: string | null
}

/** `{ kind: codex, model: …, path: … }`, `{ kind: acp, command: … }` or `{ command: … }`. */
export function describedAgent(
  { kind, command, model, path }: AgentDescription,
  options: AgentNameOptions,
): Result<AgentSpec, AgentNameProblem> {
  const wrong = (message: string, hint: string) => err({ reason: 'agent-incomplete', message, hint } as const)
  if (kind && isAgentCli(kind)) {
    if (command) return wrong(`${kind} is started by pm-agent itself`, 'give its path, or use { command: … } alone')
    return cliAgent(kind, { model: model ?? null, path: path ?? null }, options)
  }
  if (!command) return wrong('there is nothing to start', 'add a command')
  if (model || path) return wrong('a command has neither model nor path', 'write both into the command')
  return ok(kind === 'acp' ? { is: 'acp', name: kind, command, pass: [] } : { is: 'command', name: 'command', command })
}

/** Excludes everything that a command line could take for a flag. */
const MODEL = /^[\w@][\w.:@/[\]-]*$/

/** A program known by name: at its given path, else on the PATH. */
function cliAgent(
  cli: AgentCliName,
  { model, path }: { readonly model: string | null; readonly path: string | null },
  { folder, searchPath = process.env.PATH ?? '' }: AgentNameOptions,
): Result<AgentSpec, AgentNameProblem> {
  if (model !== null && !MODEL.test(model)) {
    return err({
      reason: 'agent-incomplete',
      message: `"${cli}:${model}" does not name a model`,
      hint: `write it like ${cli}:MODEL, or ${cli} alone for the model of your own settings`,
    })
  }
  if (model !== null && cli === 'opencode') {
    return err({
      reason: 'agent-incomplete',
      message: 'opencode takes its model from its own settings',
      hint: 'write opencode alone',
    })
  }
  const found = path === null ? findProgram(cli, searchPath) : resolve(folder ?? '', path)
  if (found === null) return err(notInstalled(cli))
  const name = model === null ? cli : `${cli}:${model}`
  const { speaks, args, variables, set } = AGENT_CLIS[cli]
  if (speaks !== 'acp') return ok({ is: speaks, name, model, path: found })
  const words = [shellWord(found), ...args, ...(model === null ? [] : ['--model', model])]
  return ok({ is: 'acp', name, command: words.join(' '), pass: variables, set })
}

const notInstalled = (cli: AgentCliName): AgentNameProblem => ({
  reason: 'agent-not-available',
  message: `there is no program "${cli}" on the PATH`,
  hint: `npm install --global ${AGENT_CLIS[cli].package}@${AGENT_CLIS[cli].tested} (the version pm-agent is tested with), then start it once to log in`,
})

function unknownAgent(name: string, named: readonly string[]): AgentNameProblem {
  const available = [...CLI_NAMES, 'command:PROGRAM', 'acp:PROGRAM', 'scripted:FILE', ...named].join(', ')
  const meant = closest(name, [...named, ...CLI_NAMES])
  return {
    reason: 'unknown-agent',
    message: `there is no agent "${name}"`,
    hint: `${meant === null ? '' : `did you mean "${meant}"? `}available are ${available}`,
  }
}

/** In YAML the quotes of `command:"node agent.mjs"` are part of the value; a shell would have removed them. */
function unquoted(text: string): string {
  const [, , inner] = /^(["'])(.*)\1$/s.exec(text) ?? []
  return inner === undefined || inner.includes(text[0]!) ? text : inner
}
