import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Brought } from '../rig/brought.ts'
import { type Finished, start } from '../rig/projects/project.ts'
import { liveEnvironment, PLAYED } from './live-kit.ts'
import { type Model, startModel } from './model/server.ts'

const HERE = fileURLToPath(new URL('../..', import.meta.url))
const PLUGIN = join(HERE, 'plugin')

/** How the plugin gets into a CLI, what a person types there, and what the model is told then. */
interface Installed {
  readonly install: readonly (readonly string[])[]
  /** Lists the MCP servers, with our own among them. */
  readonly servers?: { readonly args: readonly string[]; readonly words: string }
  typed(words: string): readonly string[]
  readonly commands: Readonly<Record<string, string>>
  /** What is typed besides where a model calls a tool of the plugin's MCP server; absent where this is not played. */
  readonly allowing?: readonly string[]
  /** Settings beyond those of a run. */
  prepare?(home: string): void
}

const COMMANDS = {
  '/execute --quick my-feature': 'Arguments: --quick my-feature',
  '/execute #42': 'Arguments: #42',
  '/pm-agent docs/plans/x.md': 'Arguments: docs/plans/x.md',
  '/superplanner "goal" --flat': 'Arguments: \\"goal\\" --flat',
  '/superplanner show --depth 2': 'Arguments: show --depth 2',
} as const

const CLIS: Readonly<Record<string, Installed>> = {
  claude: {
    install: [
      ['plugin', 'validate', PLUGIN, '--strict'],
      ['plugin', 'marketplace', 'add', PLUGIN],
      ['plugin', 'install', 'pm-agent@pm-agent'],
    ],
    servers: { args: ['mcp', 'list'], words: 'plugin:pm-agent:pm-agent: pm-agent mcp - ✔ Connected' },
    typed: words => ['-p', words],
    commands: COMMANDS,
    allowing: ['--allowedTools', 'mcp__plugin_pm-agent_pm-agent__pm_status'],
  },
  codex: {
    install: [
      ['plugin', 'marketplace', 'add', PLUGIN],
      ['plugin', 'add', 'pm-agent@pm-agent'],
    ],
    servers: { args: ['mcp', 'list'], words: 'pm-agent' },
    typed: words => ['exec', '--skip-git-repo-check', words],
    // A plugin's skill is typed with the plugin's name, and its arguments stay where the user wrote them.
    commands: { '$pm-agent:execute --quick my-feature': '# Execute a plan' },
    allowing: [],
  },
  gemini: {
    install: [
      ['extensions', 'validate', PLUGIN],
      ['extensions', 'link', PLUGIN, '--consent'],
    ],
    typed: words => ['-m', 'gemini-2.5-flash', '-p', words],
    commands: COMMANDS,
    prepare: home => {
      const file = join(home, '.gemini', 'settings.json')
      const settings = JSON.parse(readFileSync(file, 'utf8'))
      const security = { auth: { selectedType: 'gemini-api-key' } }
      writeFileSync(file, JSON.stringify({ ...settings, security }))
    },
  },
  opencode: {
    install: [],
    servers: { args: ['mcp', 'list'], words: 'connected' },
    typed: words => {
      const [command = '', ...rest] = words.slice(1).split(' ')
      return ['run', '--command', command, '--', ...rest]
    },
    // It takes a number in the arguments for no text.
    commands: {
      '/execute --quick my-feature': 'Arguments: --quick my-feature',
      '/superplanner status phase-2': 'Arguments: status phase-2',
    },
    prepare: home => {
      const mcp = { 'pm-agent': { type: 'local', command: ['pm-agent', 'mcp'] } }
      const settings = { skills: { paths: [join(PLUGIN, 'skills')] }, mcp }
      writeFileSync(join(home, '..', 'repo', 'opencode.json'), JSON.stringify(settings))
    },
  },
}

const TRIES = 20

/** A CLI with a home of its own, in an empty repository. */
class Session implements AsyncDisposable {
  readonly model: Model
  readonly #root = mkdtempSync(join(tmpdir(), 'pm-agent-plugin-'))
  readonly #cli: Brought
  readonly #env: NodeJS.ProcessEnv

  constructor(cli: Brought, model: Model) {
    this.#cli = cli
    this.model = model
    for (const dir of ['home', 'bin', 'repo']) mkdirSync(join(this.#root, dir))
    execFileSync('git', ['init', '--quiet', join(this.#root, 'repo')])
    const program = `#!/bin/sh\nexec ${process.execPath} ${join(HERE, 'src/main.ts')} "$@"\n`
    writeFileSync(join(this.#root, 'bin', 'pm-agent'), program, { mode: 0o755 })
    const home = join(this.#root, 'home')
    // Once: it writes settings, which the plugin is installed into.
    const live = liveEnvironment(cli, model.url, home)
    CLIS[cli.name]!.prepare?.(home)
    this.#env = { ...live, PATH: `${join(this.#root, 'bin')}:${live.PATH}`, HOME: home, DISABLE_AUTOUPDATER: '1' }
  }

  async install(): Promise<void> {
    for (const args of CLIS[this.#cli.name]!.install) {
      const { code, stdout, stderr } = await this.say(...args)
      expect(code, `${args.join(' ')}: ${stdout}${stderr}`).toBe(0)
    }
  }

  async say(...args: readonly string[]): Promise<Finished> {
    return start(this.#cli.name, args, { cwd: join(this.#root, 'repo'), env: this.#env }).done
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.model[Symbol.asyncDispose]()
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 })
  }
}

for (const { cli, problem } of PLAYED.filter(played => CLIS[played.cli.name])) {
  const { servers, typed, commands, allowing } = CLIS[cli.name]!
  test.skipIf(problem !== null)(
    `the plugin is installed into ${cli.name}, and its commands tell the model what was typed`,
    { timeout: 300_000 },
    async () => {
      await using session = new Session(cli, await startModel({ '': [{ text: 'Hello.' }] }))
      await session.install()
      if (servers) expect((await session.say(...servers.args)).stdout).toContain(servers.words)
      for (const [words, told] of Object.entries(commands)) {
        const before = session.model.requests.length
        const { stdout, stderr } = await session.say(...typed(words))
        const asked = session.model.requests.slice(before).map(({ conversation }) => conversation)
        expect(asked.join('\n'), `${words}: ${stdout}${stderr}`).toContain(told)
      }
    },
  )

  if (allowing)
    test.skipIf(problem !== null)(
      `a model in ${cli.name} calls a tool of the MCP server, and is given what pm-agent says`,
      { timeout: 300_000 },
      async () => {
        // A server starts beside the session: the first tries may come before it.
        const turns = [...Array(TRIES).fill({ use: [{ call: 'pm_status', given: {} }] }), { text: 'Nothing runs.' }]
        await using session = new Session(cli, await startModel({ '': turns }))
        await session.install()
        const { code, stdout, stderr } = await session.say(...typed('Is anything running?'), ...allowing)
        expect(code, stdout + stderr).toBe(0)
        expect(session.model.requests.at(-1)?.conversation, stdout + stderr).toContain(
          'nothing has been run in this repository yet',
        )
      },
    )
}
