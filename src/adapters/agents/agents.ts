import { unreachable } from '../../core/result.ts'
import type { Agents, Launch } from '../../ports.ts'
import { reap } from '../process/child.ts'
import { servicesToken } from '../process/services-token.ts'
import { findShell } from '../process/shell.ts'
import { acpProgram } from './acp/acp.ts'
import { claudeProgram } from './claude/claude.ts'
import { cliVersion } from './cli-version.ts'
import { codexProgram } from './codex/codex.ts'
import { commandProgram, scriptedProgram } from './command.ts'
import { type AgentParts, type AgentProgram, launchProgram } from './program.ts'
import { sessionInFile } from './session.ts'

/** Ends the leftover processes of a launch or a command, and its services. */
export const endLaunch: Agents['reap'] = async (token, mark) => {
  await reap(token, mark)
  await reap(servicesToken(token), null)
}

/** Agents as programs: started in their workspace, prompted through stdin, with results from a file and from stdout. */
export function createAgents(parts: AgentParts): Agents {
  const shell = findShell(parts.userEnv)
  const versions = new Map<string, Promise<string | null>>()
  const versionOf = (path: string): Promise<string | null> => {
    const asked = versions.get(path) ?? cliVersion(path, parts.userEnv)
    versions.set(path, asked)
    return asked
  }
  const programFor = async (launch: Launch): Promise<AgentProgram> => {
    const { agent } = launch
    switch (agent.is) {
      case 'command':
        return commandProgram(shell, agent.command)
      case 'scripted':
        return scriptedProgram(parts, agent.script)
      case 'claude':
        return claudeProgram(agent, { ...launch, userEnv: parts.userEnv })
      case 'codex':
        return codexProgram(agent, { ...launch, version: await versionOf(agent.path) })
      case 'acp':
        return acpProgram(agent, shell, launch)
      default:
        return unreachable(agent)
    }
  }
  const atWork = new Map<string, AgentProgram>()
  return {
    async launch(launch, signal, onLaunched) {
      const program = await programFor(launch)
      atWork.set(launch.token, program)
      return launchProgram(parts, launch, program, signal, onLaunched).finally(() => atWork.delete(launch.token))
    },
    tell: async (token, words) => atWork.get(token)?.tell?.(words) ?? 'next-attempt',
    sessionIn: sessionInFile,
    reap: endLaunch,
  }
}
