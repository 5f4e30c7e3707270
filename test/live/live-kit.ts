import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAgentName } from '../../src/adapters/config/agent-name.ts'
import type { AgentKit } from '../rig/agent-stage.ts'
import { type LiveCli, placeOf, problemWith, programsIn, wantedClis } from './installation.ts'
import { startModel } from './model/server.ts'
import type { Turn } from './model/turn.ts'

/** How one CLI is brought to speak to our model and to nobody else. */
interface Setting {
  /** As in `--agent`. */
  readonly agent: string
  readonly traits: Omit<AgentKit, 'kind' | 'open'>
  /** Variables; `home` is a folder for files of its own. */
  env(url: string, home: string): Readonly<Record<string, string>>
}

const HEARD = { isHeard: true, remembers: true, tellsCost: true, idleMs: 5_000 }

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

const SETTINGS: Readonly<Record<string, Setting>> = {
  claude: { agent: 'claude', traits: HEARD, env: claudeEnv },
  codex: {
    agent: 'codex',
    traits: { ...HEARD, tellsCost: false },
    env: (url, home) => {
      mkdirSync(join(home, '.codex'), { recursive: true })
      writeFileSync(join(home, '.codex', 'config.toml'), codexSettings(url))
      return { CODEX_HOME: join(home, '.codex'), OPENAI_API_KEY: 'dummy' }
    },
  },
}

/** By a login instead of a key: only a login has usage limits. */
const LOGIN = { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-dummy' }

/** A CLI that is played, or why it is not. */
export interface Played {
  readonly cli: LiveCli
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
function programs(cli: LiveCli, dir: string): string {
  const program = other()
  if (program === null) return programsIn(placeOf(cli))
  writeFileSync(join(dir, cli.name), `#!/bin/sh\nexec ${program} "$@"\n`, { mode: 0o755 })
  return dir
}

/** Variables with which a CLI, found on the PATH, knows nobody but the model. */
export function liveEnvironment(cli: LiveCli, url: string, home: string): Readonly<Record<string, string>> {
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

/** As in `--agent`. */
export const agentNameOf = (cli: LiveCli): string => SETTINGS[cli.name]!.agent

/** The CLI itself, with a model that plays turns. */
export const liveKit = (cli: LiveCli): AgentKit => ({
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
      conversations: () => model.requests.map(({ conversation }) => conversation),
      async [Symbol.asyncDispose]() {
        await model[Symbol.asyncDispose]()
        rmSync(home, { recursive: true, force: true, maxRetries: 3 })
        if (model.strange.length > 0) throw new Error(`the CLI wanted more than a model: ${model.strange.join('; ')}`)
      },
    }
  },
})

const loginFor = (cli: LiveCli, turns: readonly Turn[]): Readonly<Record<string, string>> =>
  cli.name.startsWith('claude') && turns.some(turn => 'limitedUntil' in turn) ? LOGIN : {}
