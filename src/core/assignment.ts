import type { AgentSpec } from './config.ts'
import type { Task } from './plan.ts'
import { invariant } from './result.ts'
import type { RunState } from './state.ts'

/** Who works on a task. */
export function agentFor({ opened: { config } }: RunState, task: Task): AgentSpec {
  const agent = task.agent ? config.agents[task.agent] : config.worker
  invariant(agent, 'a run is opened only with an agent for each of its tasks')
  return agent
}
