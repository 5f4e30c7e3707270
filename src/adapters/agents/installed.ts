import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AGENT_CLIS, type AgentCli, type AgentCliName } from '../../core/settings/agent-clis.ts'
import { findProgram } from '../process/shell.ts'
import { cliVersion } from './cli-version.ts'

type UserEnvironment = Readonly<Record<string, string | undefined>>

/** A CLI installed on this machine, as far as known without network requests. */
export interface InstalledAgent {
  readonly name: AgentCliName
  readonly path: string
  /** Null if it reports none. */
  readonly version: string | null
  readonly isTested: boolean
  /** Whether a login seems to exist: a key in the environment, or a login's file. */
  readonly hasLogin: boolean
}

/** Every known CLI on the PATH. */
export async function findInstalledAgents(userEnv: UserEnvironment): Promise<readonly InstalledAgent[]> {
  const names = Object.keys(AGENT_CLIS) as readonly AgentCliName[]
  const found = await Promise.all(
    names.map(async (name): Promise<readonly InstalledAgent[]> => {
      const path = findProgram(AGENT_CLIS[name].program, userEnv.PATH ?? '')
      if (path === null) return []
      const version = await cliVersion(path, userEnv)
      return [{ name, path, version, isTested: version === AGENT_CLIS[name].tested, hasLogin: hasLogin(name, userEnv) }]
    }),
  )
  return found.flat()
}

/** Only checks existence, never reads a key or a file. */
function hasLogin(name: AgentCliName, userEnv: UserEnvironment): boolean {
  const { keys, logins }: AgentCli = AGENT_CLIS[name]
  return (
    keys.some(key => Boolean(userEnv[key])) ||
    logins.some(({ below, file }) => {
      const folder = userEnv[below]
      return folder !== undefined && folder !== '' && existsSync(join(folder, file))
    })
  )
}
