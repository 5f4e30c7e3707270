import { execFileSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CLAUDE_VERSION } from '../../src/adapters/config/agent-name.ts'

/** The package as it is asked for: this version and no other. */
export const PACKAGE = `@anthropic-ai/claude-code@${CLAUDE_VERSION}`

/** Where it lies: outside the repository, by its version, where only this user writes; used again by the next run. */
export const INSTALLED = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'pm-agent',
  `claude-code-${CLAUDE_VERSION}`,
)

/** The folder to put on a PATH, in an installation. */
export const programsIn = (installation: string): string => join(installation, 'node_modules', '.bin')

/** Why the CLI in an installation cannot be used, or null. It is asked with an empty home and nothing of the user's. */
export function problemWith(installation: string): string | null {
  try {
    const said = execFileSync(join(programsIn(installation), 'claude'), ['--version'], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: installation, DISABLE_AUTOUPDATER: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return said.startsWith(`${CLAUDE_VERSION} `) ? null : `it says it is ${said.trim()}`
  } catch (error) {
    return (error as Error).message
  }
}
