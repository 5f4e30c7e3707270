import type { AgentSpec, RoleSettings } from '../../core/plan/config.ts'
import { roleName } from '../../core/plan/role.ts'
import type { Result } from '../../core/result.ts'
import type { AgentNameProblem } from './agent-name.ts'
import { type ConfigProblem, placeOfValue, type Source } from './problem.ts'
import type { WrittenSettings } from './schema.ts'

/** Who is called for help may also stand among the agents. */
export const HELPERS: readonly string[] = ['fixer', 'stronger']
/** Roles whose agents are asked by nobody yet. */
export const LATER_ROLES: readonly string[] = ['reviewer', 'planner', 'diagnoser']

/** How roles are filled: `roles:`, and the helpers among `agents:`; or what is wrong with them. */
export function readRoles(
  { roles }: WrittenSettings,
  on: {
    readonly source: Source | null
    /** The helpers that stand among the agents. */
    readonly helpers: Readonly<Record<string, AgentSpec>>
    readonly parse: (text: string) => Result<AgentSpec, AgentNameProblem>
    readonly problems: ConfigProblem[]
  },
): { readonly roles?: Readonly<Record<string, RoleSettings>> } {
  const read: Record<string, RoleSettings> = Object.fromEntries(
    Object.entries(on.helpers).map(([name, agent]) => [name, { agent: calledAfter(name, agent) }]),
  )
  for (const [written, role] of Object.entries(roles ?? {})) {
    const name = roleName(written)
    const { agent, model, minutes, prompt } = role ?? {}
    const spec = agent ? on.parse(model ? `${agent}:${model}` : agent) : null
    if (spec && !spec.ok && !LATER_ROLES.includes(name))
      on.problems.push({ where: on.source ? placeOfValue(on.source, ['roles', written]) : 'roles', ...spec.error })
    read[name] = {
      ...read[name],
      ...(spec?.ok ? { agent: calledAfter(name, spec.value) } : {}),
      ...(minutes ? { minutes } : {}),
      ...(prompt ? { promptFile: prompt } : {}),
    }
  }
  return Object.keys(read).length > 0 ? { roles: read } : {}
}

/** A program without a name of its own is called after its role, so that two of them are told apart. */
const calledAfter = (role: string, agent: AgentSpec): AgentSpec =>
  agent.name === agent.is && agent.is !== 'claude' ? { ...agent, name: role } : agent
