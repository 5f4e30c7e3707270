import type { Commit } from '../core/plan/ids.ts'
import type { Draft } from '../core/proof/draft.ts'
import { type AgentSpec, type Config, fittingsOf } from '../core/settings/config.ts'
import type { Role } from '../core/settings/role.ts'
import type { LaunchResult, Ports, WorkspaceId, Workspaces } from '../ports.ts'

/** An agent besides the author: a judge, a reviewer, a planner, a diagnoser, a tester. */
export interface ReaderLaunch {
  readonly id: WorkspaceId
  readonly agent: AgentSpec
  readonly role: Role
  readonly prompt: string
  /** Files below `.pm-agent/`. */
  readonly files: Readonly<Record<string, string>>
  readonly config: Config
  readonly base: Commit
  /** A kept ref with the files to read; null for those of the base. */
  readonly from: string | null
  /** Paths that it must not see. */
  readonly conceal: readonly string[]
  readonly token: string
  readonly minutes: number
  readonly signal: AbortSignal
  /** Its files are an answer, so that they are not compared; what else its copy holds. Absent for an agent that only reads. */
  readonly mayWrite?: Pick<Parameters<Workspaces['prepare']>[1], 'furnish' | 'leaveOut'>
  /** Called when the copy is ready, before the launch. */
  readonly onAsking?: () => Promise<void>
}

interface Read {
  readonly launched: LaunchResult
  /** The paths that an agent touched that only reads. */
  readonly changed: readonly string[]
  /** The files at the end. */
  readonly left: Draft | null
}

/** The ports of a reader's launch. */
export type ReaderPorts = Pick<Ports, 'agents' | 'workspaces' | 'vault' | 'clock'>

/** One launch in a copy of the files, which is compared before and after. */
export async function launchReader({ agents, workspaces, vault, clock }: ReaderPorts, on: ReaderLaunch): Promise<Read> {
  const { id, agent, role, prompt, files, config, base, from, conceal, token, minutes, signal, mayWrite } = on
  const { limits } = config
  const { leaveOut } = mayWrite ?? {}
  const { dir } = await workspaces.prepare(id, { ...mayWrite, base, from, files, conceal })
  const collect = async () => workspaces.collect(id, { base, limits, at: clock.now(), conceal, leaveOut })
  const before = mayWrite ? null : await collect()
  await on.onAsking?.()
  const { env } = fittingsOf(config)
  const launch = { ...id, agent, dir, role, prompt, session: null, token, minutes, limits, env, conceal }
  const launched = await agents.launch(launch, signal, async () => {})
  const left = await collect()
  await workspaces.discard(id)
  const isChanged = before && left && before.tree !== left.tree
  const changed = isChanged ? (await vault.diff(before.tree, left.tree)).map(({ path }) => path) : []
  return { launched, changed, left }
}
