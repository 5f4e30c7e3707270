import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Brought } from '../rig/brought.ts'
import { goodWork, openLive } from './rig.ts'

const MARK = 'started-by-the-repository'
const touch = (by: string) => `touch "$HOME/${MARK}-${by}"`
const startedIn = (home: string) =>
  readdirSync(home)
    .filter(name => name.startsWith(MARK))
    .map(name => name.slice(MARK.length + 1))
    .sort()

/** Files of a repository that start a program as soon as a CLI believes them. */
interface Trap {
  readonly files: Readonly<Record<string, string>>
  /** What they start. */
  readonly starts: readonly string[]
  /** The same CLI as a command line of the user's own, which is let do what it likes. */
  readonly allowed: string
  /** Variables that such a command line needs. */
  readonly pass: readonly string[]
  readonly set: Readonly<Record<string, string>>
}

const TRAPS: Readonly<Record<string, Trap>> = {
  opencode: {
    files: {
      'opencode.json': JSON.stringify({
        mcp: { own: { type: 'local', command: ['sh', '-c', touch('server')], enabled: true } },
      }),
      '.opencode/plugin/own.js': `import { execSync } from 'node:child_process'
export const Own = async () => {
  execSync(${JSON.stringify(touch('plugin'))})
  return {}
}
`,
    },
    starts: ['plugin', 'server'],
    allowed: 'opencode acp',
    pass: ['OPENCODE_CONFIG_CONTENT', 'OPENCODE_DISABLE_DEFAULT_PLUGINS', 'OPENCODE_DISABLE_MODELS_FETCH'],
    set: {},
  },
  gemini: {
    files: {
      '.gemini/settings.json': JSON.stringify({
        hooks: { BeforeModel: [{ hooks: [{ type: 'command', command: touch('hook') }] }] },
        mcpServers: { own: { command: 'sh', args: ['-c', touch('server')] } },
        tools: { discoveryCommand: `sh -c '${touch('tools')}; echo []'` },
      }),
    },
    starts: ['hook', 'server', 'tools'],
    allowed: 'gemini --acp --model gemini-2.5-flash',
    pass: ['GEMINI_API_KEY', 'GEMINI_CLI_HOME', 'GOOGLE_GEMINI_BASE_URL'],
    set: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  },
}

/** Whether what a repository brings along is started: never by the CLI that pm-agent starts itself. */
export function playTrap(cli: Brought): void {
  const { files, starts, allowed, pass, set } = TRAPS[cli.name]!
  const settings = JSON.stringify({ judge: 'never', tester: 'never', env: { pass, set } })
  const open = () =>
    openLive(cli, { 1: [goodWork('sum'), { text: 'All done.' }] }, { ...files, 'pm-agent.yaml': `${settings}\n` })

  test('starts nothing that the repository brings along', async () => {
    await using live = await open()
    expect((await live.start().done).code).toBe(0)
    expect((await live.project.status()).tasks[0]).toMatchObject({ outcome: 'proven' })
    expect(startedIn(live.project.home)).toEqual([])
  })

  test('starts it where the user names a command line that is let do so', async () => {
    await using live = await open()
    await live.start(`acp:${allowed}`).done
    expect(startedIn(live.project.home)).toEqual(starts)
  })
}

export const hasTrap = (cli: Brought): boolean => Object.hasOwn(TRAPS, cli.name)
