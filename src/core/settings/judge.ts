/** Who looks at work besides its author: the judge and the tester of a task, and the reviewer. */
import type { Task } from '../plan/plan.ts'
import { authorOf } from './assignment.ts'
import type { AgentSpec, Config } from './config.ts'

type Agents = Pick<Config, 'worker' | 'agents' | 'roles' | 'quick'>
type Judging = Agents & Pick<Config, 'judge' | 'judging'>
type Testing = Agents & Pick<Config, 'testing'>

/** The program of a vendor with a model behind it; commands and scripts of the user are not. */
export const isModelAgent = ({ is }: AgentSpec): boolean => is !== 'command' && is !== 'scripted'

/** The judge of a task: the named one, or, for work of a coding agent, the same program in a fresh context; null if there is none. */
export function judgeOf(config: Judging, task: Task): AgentSpec | null {
  if (config.quick || config.judging === 'never') return null
  return config.judge ?? codingAgentOf(config, task)
}

/** The same for the tester. */
export function testerOf(config: Testing, task: Task): AgentSpec | null {
  if (config.quick || config.testing === 'never' || task.type === 'verification') return null
  return config.roles?.tester?.agent ?? codingAgentOf(config, task)
}

/** The author of a task if it is a coding agent. */
function codingAgentOf(config: Agents, task: Task): AgentSpec | null {
  const author = authorOf(config, task)
  return author && isModelAgent(author) ? author : null
}

/** Whether a judge decides about changed test expectations of a task. */
export const judgesTests = (config: Judging & Pick<Config, 'tests'>, task: Task): boolean =>
  judgeOf(config, task) !== null && config.tests !== 'ask'

/** The reviewer of a run; quick mode has none. */
export const reviewerOf = ({ reviewer, quick }: Pick<Config, 'reviewer' | 'quick'>): AgentSpec | null =>
  quick ? null : (reviewer ?? null)
