import { present } from '../../core/present.ts'
import type { Result } from '../../core/result.ts'
import type { AgentSpec, RoleSettings } from '../../core/settings/config.ts'
import { roleName } from '../../core/settings/role.ts'
import type { AgentNameProblem } from './agent-name.ts'
import { type ConfigProblem, placeOfValue, type Source } from './problem.ts'
import type { WrittenSettings } from './schema.ts'

/** Helper roles, which may also be listed among the agents. */
export const HELPERS: readonly string[] = ['fixer', 'stronger', 'planner', 'tester', 'diagnoser']

/** The assignment of roles: `roles:`, and the helpers among `agents:`; or the problems with them. */
export function readRoles(
  { roles }: WrittenSettings,
  on: {
    readonly source: Source | null
    /** The helpers listed among the agents. */
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
    if (spec && !spec.ok)
      on.problems.push({ where: on.source ? placeOfValue(on.source, ['roles', written]) : 'roles', ...spec.error })
    read[name] = {
      ...read[name],
      ...present({ agent: spec?.ok ? calledAfter(name, spec.value) : null, minutes, promptFile: prompt }),
    }
  }
  return Object.keys(read).length > 0 ? { roles: read } : {}
}

/** A program without a name is named after its role, so that two of them can be distinguished. */
export const calledAfter = (role: string, agent: AgentSpec): AgentSpec =>
  agent.name === agent.is && agent.is !== 'claude' ? { ...agent, name: role } : agent
