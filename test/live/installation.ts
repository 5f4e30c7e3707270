import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { AGENT_CLIS } from '../../src/core/settings/agent-clis.ts'
import { type Brought, programsIn } from '../rig/brought.ts'

const cli = (name: keyof typeof AGENT_CLIS): Brought => ({
  name,
  package: AGENT_CLIS[name].package,
  version: AGENT_CLIS[name].tested,
})

/** Played on every change. */
const USUAL: readonly Brought[] = [cli('claude'), cli('codex')]
/** Played where `PM_AGENT_LIVE` names them: they are larger and slower. */
const ON_REQUEST: readonly Brought[] = [
  cli('opencode'),
  cli('gemini'),
  { name: 'claude-agent-acp', package: '@agentclientprotocol/claude-agent-acp', version: '0.99.1' },
]

/** What is to be played: both usual ones, and whatever `PM_AGENT_LIVE` names besides. */
export const wantedClis = (named = process.env.PM_AGENT_LIVE ?? ''): readonly Brought[] => [
  ...USUAL,
  ...ON_REQUEST.filter(({ name }) => named.split(',').includes(name)),
]

/** Why a CLI in an installation cannot be used, or null. It is asked with an empty home and nothing of the user's. */
export function problemWith({ name, version }: Brought, installation: string): string | null {
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
