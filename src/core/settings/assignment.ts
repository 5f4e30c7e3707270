import type { Task } from '../plan/plan.ts'
import { invariant } from '../result.ts'
import type { Helper } from '../run/attempt-start.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import type { AgentSpec, Config } from './config.ts'
import { specialistOf } from './role.ts'

/** The agent of the next or current launch for a task: its author, or a helper. */
export function agentFor({ config }: RunState, { task, stage, attempts }: TaskRun): AgentSpec {
  const helper = stage.is === 'queued' ? stage.by : attempts.at(-1)?.by
  const agent = (helper && config.roles?.[helper]?.agent) ?? authorOf(config, task)
  invariant(agent, 'a run is opened only with an agent for each of its tasks')
  return agent
}

/** The session that the next launch resumes: only the agent that began a session can. */
export function sessionFor(state: RunState, run: TaskRun): string | null {
  const session = run.stage.is === 'queued' ? run.stage.session : null
  const author = run.attempts.findLast(({ ended }) => session !== null && ended?.session === session)
  return author && author.agent !== agentFor(state, run).name ? null : session
}

/** The agent for a task: the one it names, its specialist's, or the worker. */
export function authorOf(config: Pick<Config, 'worker' | 'agents' | 'roles'>, task: Task): AgentSpec | null {
  if (task.agent !== null) return config.agents[task.agent] ?? null
  const specialist = specialistOf(task)
  return (specialist === null ? undefined : config.roles?.[specialist]?.agent) ?? config.worker
}

/** Whether the settings name a helper. */
export const hasHelper = ({ config }: RunState, helper: Helper): boolean => config.roles?.[helper]?.agent !== undefined
