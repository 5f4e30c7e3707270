import { findInstalledAgents, type InstalledAgent } from '../../../adapters/agents/installed.ts'
import { AGENT_CLIS, type AgentCliName } from '../../../core/settings/agent-clis.ts'
import type { Context } from '../context.ts'

/** Findings about one CLI on this machine. */
export interface AgentFinding {
  readonly name: AgentCliName
  readonly isInstalled: boolean
  /** Whether it is usable as it is. */
  readonly isReady: boolean
  readonly words: string
  readonly hint: string | null
}

/** Every known CLI, in the order of preference. */
export async function agentFindings(context: Context): Promise<readonly AgentFinding[]> {
  const installed = await findInstalledAgents(context.env)
  return (Object.keys(AGENT_CLIS) as readonly AgentCliName[]).map(name => {
    const found = installed.find(agent => agent.name === name)
    return found ? installedFinding(found) : missingFinding(name)
  })
}

const missingFinding = (name: AgentCliName): AgentFinding => ({
  name,
  isInstalled: false,
  isReady: false,
  words: 'not on the PATH',
  hint: null,
})

function installedFinding({ name, version, isTested, hasLogin }: InstalledAgent): AgentFinding {
  const { tested, keys } = AGENT_CLIS[name]
  const hints = [
    ...(isTested ? [] : [`pm-agent is tested with ${tested}: other versions may print or count differently`]),
    ...(hasLogin ? [] : [`start ${name} once to log in, or set ${keys[0]}`]),
  ]
  const said = version === null ? 'does not report its version' : `${version}${isTested ? '' : ' (not tested)'}`
  return {
    name,
    isInstalled: true,
    isReady: hints.length === 0,
    words: `${said}, ${hasLogin ? 'apparently logged in' : 'no login was found'}`,
    hint: hints.join('; ') || null,
  }
}
