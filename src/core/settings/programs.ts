import type { AgentSpec, Config } from './config.ts'

/** Every program that the settings let a run start on this machine, one line each: `test = npm test`. */
export function programsOf(config: Config): readonly string[] {
  const { commands, areas, gates, services, generated = {} } = config
  const named: readonly (readonly [string, string | null | undefined])[] = [
    ...Object.entries(commands),
    ...areas.flatMap(({ glob, commands: own = {} }) =>
      Object.entries(own).map(([name, command]) => [`${name} in ${glob}`, command] as const),
    ),
    ['gate contract', gates?.contract?.command],
    ['gate numeric', gates?.numeric?.command],
    ...(gates?.own ?? []).map(({ name, command }) => [`gate ${name}`, command] as const),
    ['notify', config.notify],
    ['services up', services?.up],
    ['services ready', services?.ready],
    ['services down', services?.down],
    ...Object.entries(generated).map(([glob, command]) => [`generated ${glob}`, command] as const),
    ...agentsOf(config).map(([name, agent]) => [`agent ${name}`, agent && agentProgram(agent)] as const),
  ]
  return named.flatMap(([name, command]) => (command ? [`${name} = ${command}`] : []))
}

const agentsOf = (config: Config): readonly (readonly [string, AgentSpec | null])[] => {
  const { worker, judge, reviewer, roles = {}, agents } = config
  return [
    ['worker', worker],
    ...(judge ? [['judge', judge] as const] : []),
    ...(reviewer ? [['reviewer', reviewer] as const] : []),
    ...Object.entries(roles).flatMap(([name, { agent }]) => (agent ? [[name, agent] as const] : [])),
    ...Object.entries(agents),
  ]
}

/** The command line that starts it; null for agents that pm-agent plays itself. */
function agentProgram(agent: AgentSpec): string | null {
  if (agent.is === 'scripted') return null
  return agent.is === 'command' || agent.is === 'acp' ? agent.command : agent.path
}
