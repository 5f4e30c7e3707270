import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAgentName } from '../../src/adapters/config/agent-name.ts'
import type { AgentKit } from '../rig/agents/agent-stage.ts'
import { type Brought, placeOf, programsIn } from '../rig/brought.ts'
import { problemWith, wantedClis } from './installation.ts'
import { startModel } from './model/server.ts'
import type { Turn } from './model/turn.ts'

/** How one CLI is brought to speak to our model and to nobody else. */
interface Setting {
  /** As in `--agent`. */
  readonly agent: string
  /** Variables that the user's settings have to name, because pm-agent does not know this CLI. */
  readonly pass?: readonly string[]
  readonly traits: Omit<AgentKit, 'kind' | 'open'>
  /** It looks for packages of its own while it starts, and cannot be told not to; our model refuses that. */
  readonly reachesOut?: true
  /** Variables; `home` is a folder for files of its own. */
  env(url: string, home: string): Readonly<Record<string, string>>
}

const HEARD = {
  isHeard: true,
  isAsking: true,
  remembers: true,
  tellsCost: true,
  hears: 'next-attempt',
  endsInTrouble: true,
  goesOnAfterDenial: true,
  idleMs: 5_000,
} as const

const codexSettings = (url: string): string => `model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
`

const claudeEnv = (url: string) => ({
  ANTHROPIC_API_KEY: 'dummy',
  ANTHROPIC_BASE_URL: url,
  CLAUDE_CODE_MAX_RETRIES: '0',
})

/** What it would fetch while it starts; without a network each of them costs seconds. */
const OPENCODE_QUIET = {
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
}

const openCodeSettings = (url: string) => ({
  autoupdate: false,
  share: 'disabled',
  model: 'anthropic/claude-sonnet-4-5',
  small_model: 'anthropic/claude-sonnet-4-5',
  provider: { anthropic: { options: { baseURL: `${url}/v1`, apiKey: 'dummy' } } },
  // Else it would let everything through by itself, and our rule would not be asked.
  permission: { edit: 'ask', bash: 'ask', external_directory: 'ask' },
})

/** Said by pm-agent itself only where it starts Claude Code itself. */
const CLAUDE_QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
}

/** It has no variables for these: reports to the vendor, and how often a model that refuses is asked. */
const GEMINI_SETTINGS = { privacy: { usageStatisticsEnabled: false }, general: { maxAttempts: 1 } }

const SETTINGS: Readonly<Record<string, Setting>> = {
  claude: { agent: 'claude', traits: { ...HEARD, hears: 'now' }, env: claudeEnv },
  codex: {
    agent: 'codex',
    traits: { ...HEARD, tellsCost: false },
    env: (url, home) => {
      mkdirSync(join(home, '.codex'), { recursive: true })
      writeFileSync(join(home, '.codex', 'config.toml'), codexSettings(url))
      return { CODEX_HOME: join(home, '.codex'), OPENAI_API_KEY: 'dummy' }
    },
  },
  opencode: {
    agent: 'opencode',
    pass: Object.keys(OPENCODE_QUIET),
    reachesOut: true,
    traits: {
      ...HEARD,
      hears: 'next-turn',
      remembers: false,
      endsInTrouble: false,
      goesOnAfterDenial: false,
      idleMs: 20_000,
    },
    env: url => ({ ...OPENCODE_QUIET, OPENCODE_CONFIG_CONTENT: JSON.stringify(openCodeSettings(url)) }),
  },
  gemini: {
    // Only with a model that is named does it keep to the number of times that it may ask.
    agent: 'gemini:gemini-2.5-flash',
    traits: { ...HEARD, tellsCost: false, remembers: false, idleMs: 20_000 },
    env: (url, home) => {
      mkdirSync(join(home, '.gemini'), { recursive: true })
      writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(GEMINI_SETTINGS))
      return { GEMINI_API_KEY: 'dummy', GEMINI_CLI_HOME: home, GOOGLE_GEMINI_BASE_URL: url }
    },
  },
  'claude-agent-acp': {
    agent: 'acp:claude-agent-acp',
    pass: [...Object.keys(claudeEnv('')), ...Object.keys(CLAUDE_QUIET), 'CLAUDE_CODE_OAUTH_TOKEN'],
    traits: { ...HEARD, hears: 'next-turn', idleMs: 20_000 },
    env: url => ({ ...claudeEnv(url), ...CLAUDE_QUIET }),
  },
}

/** By a login instead of a key: only a login has usage limits. */
const LOGIN = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-dummy' }

/** A CLI that is played, or why it is not. */
export interface Played {
  readonly cli: Brought
  readonly problem: string | null
}

/** Everything that is wanted; another program in the place of all, named by a variable, must fail every check. */
export const PLAYED: readonly Played[] = wantedClis().map(cli => ({
  cli,
  problem: SETTINGS[cli.name] ? (other() === null ? problemWith(cli, placeOf(cli)) : null) : 'no model speaks to it',
}))

function other(): string | null {
  return process.env.PM_AGENT_LIVE_CLI ?? null
}

/** The folder with the CLI, or with what stands in its place. */
function programs(cli: Brought, dir: string): string {
  const program = other()
  if (program === null) return programsIn(placeOf(cli))
  writeFileSync(join(dir, cli.name), `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o755 })
  return dir
}

/** Variables with which a CLI, found on the PATH, knows nobody but the model. */
export function liveEnvironment(cli: Brought, url: string, home: string): Readonly<Record<string, string>> {
  mkdirSync(join(home, 'tmp'), { recursive: true })
  return {
    PATH: `${programs(cli, home)}:${process.env.PATH}`,
    // Whoever wants to speak to anybody else asks the model, which refuses and takes note.
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    NO_PROXY: '127.0.0.1',
    // Codex finds no place for its sandbox when its own folder lies in that of temporary files.
    TMPDIR: join(home, 'tmp'),
    ...SETTINGS[cli.name]!.env(url, home),
  }
}

/** Settings of a repository with which the CLI gets what it needs. The script of the model has no turns for tester and judge. */
export function liveSettings(cli: Brought): Readonly<Record<string, string>> {
  const { pass } = SETTINGS[cli.name]!
  return { 'pm-agent.yaml': `judge: never\ntester: never\n${pass ? `env: { pass: [${pass.join(', ')}] }\n` : ''}` }
}

export const mayReachOut = (cli: Brought): boolean => SETTINGS[cli.name]!.reachesOut === true

/** As in `--agent`. */
export const agentNameOf = (cli: Brought): string => SETTINGS[cli.name]!.agent

/** The CLI itself, with a model that plays turns. */
export const liveKit = (cli: Brought): AgentKit => ({
  kind: cli.name,
  ...SETTINGS[cli.name]!.traits,
  open: async turns => {
    const model = await startModel({ 1: turns })
    const home = mkdtempSync(join(tmpdir(), 'pm-agent-live-'))
    const env = { ...liveEnvironment(cli, model.url, home), ...loginFor(cli, turns) }
    const agent = parseAgentName(agentNameOf(cli), {}, { searchPath: env.PATH })
    if (!agent.ok) throw new Error(agent.error.message)
    return {
      agent: agent.value,
      env,
      pass: SETTINGS[cli.name]!.pass ?? [],
      sessionsDir: home,
      conversations: () => model.requests.map(({ conversation }) => conversation),
      async [Symbol.asyncDispose]() {
        await model[Symbol.asyncDispose]()
        rmSync(home, { recursive: true, force: true, maxRetries: 3 })
        if (model.strange.length > 0 && !mayReachOut(cli))
          throw new Error(`the CLI wanted more than a model: ${model.strange.join('; ')}`)
      },
    }
  },
})

const loginFor = (cli: Brought, turns: readonly Turn[]): Readonly<Record<string, string>> =>
  cli.name.startsWith('claude') && turns.some(turn => 'limitedUntil' in turn) ? LOGIN : {}
