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
}

/** A CLI with a home of its own, whose model only greets. */
class Session implements AsyncDisposable {
  readonly model: Model
  readonly #root = mkdtempSync(join(tmpdir(), 'pm-agent-plugin-'))
  readonly #cli: Brought
  readonly #env: NodeJS.ProcessEnv

  constructor(cli: Brought, model: Model) {
    this.#cli = cli
    this.model = model
    for (const dir of ['home', 'bin', 'repo']) mkdirSync(join(this.#root, dir))
    const program = `#!/bin/sh\nexec ${process.execPath} ${join(HERE, 'src/main.ts')} "$@"\n`
    writeFileSync(join(this.#root, 'bin', 'pm-agent'), program, { mode: 0o755 })
    const home = join(this.#root, 'home')
    // Once: it writes settings, which the plugin is installed into.
    const live = liveEnvironment(cli, model.url, home)
    CLIS[cli.name]!.prepare?.(home)
    this.#env = { ...live, PATH: `${join(this.#root, 'bin')}:${live.PATH}`, HOME: home, DISABLE_AUTOUPDATER: '1' }
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
  const { install, servers, typed, commands } = CLIS[cli.name]!
  test.skipIf(problem !== null)(
    `the plugin is installed into ${cli.name}, and its commands tell the model what was typed`,
    { timeout: 300_000 },
    async () => {
      await using session = new Session(cli, await startModel({ '': [{ text: 'Hello.' }] }))
      for (const args of install) {
        const { code, stdout, stderr } = await session.say(...args)
        expect(code, `${args.join(' ')}: ${stdout}${stderr}`).toBe(0)
      }
      if (servers) expect((await session.say(...servers.args)).stdout).toContain(servers.words)
      for (const [words, told] of Object.entries(commands)) {
        const before = session.model.requests.length
        const { stdout, stderr } = await session.say(...typed(words))
        const asked = session.model.requests.slice(before).map(({ conversation }) => conversation)
        expect(asked.join('\n'), `${words}: ${stdout}${stderr}`).toContain(told)
      }
    },
  )
}
