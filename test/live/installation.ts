import { execFileSync } from 'node:child_process'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { AGENT_CLIS } from '../../src/core/agent-clis.ts'

/** A CLI that the journeys can be played with: exactly this version and no other. */
export interface LiveCli {
  readonly name: string
  readonly package: string
  readonly version: string
}

const cli = (name: keyof typeof AGENT_CLIS): LiveCli => ({
  name,
  package: AGENT_CLIS[name].package,
  version: AGENT_CLIS[name].tested,
})

/** Played on every change. */
const USUAL: readonly LiveCli[] = [cli('claude'), cli('codex')]
/** Played where `PM_AGENT_LIVE` names them: they are larger and slower. */
const ON_REQUEST: readonly LiveCli[] = [
  cli('opencode'),
  cli('gemini'),
  { name: 'claude-agent-acp', package: '@agentclientprotocol/claude-agent-acp', version: '0.99.1' },
]

/** What is to be played: both usual ones, and whatever `PM_AGENT_LIVE` names besides. */
export const wantedClis = (named = process.env.PM_AGENT_LIVE ?? ''): readonly LiveCli[] => [
  ...USUAL,
  ...ON_REQUEST.filter(({ name }) => named.split(',').includes(name)),
]

/** Where one lies: outside the repository, by its version, where only this user writes; used again by the next run. */
export const placeOf = ({ package: name, version }: LiveCli): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pm-agent', `${basename(name)}-${version}`)

/** The folder to put on a PATH, in an installation. */
export const programsIn = (installation: string): string => join(installation, 'node_modules', '.bin')

/** Why a CLI in an installation cannot be used, or null. It is asked with an empty home and nothing of the user's. */
export function problemWith({ name, version }: LiveCli, installation: string): string | null {
  try {
    const said = execFileSync(join(programsIn(installation), name), ['--version'], {
      encoding: 'utf8',
      env: { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`, HOME: installation, DISABLE_AUTOUPDATER: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    })
    return said.includes(version) ? null : `it says it is ${said.trim()}`
  } catch (error) {
    return (error as Error).message
  }
}
