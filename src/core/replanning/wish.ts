/** Which tasks wait for the planner of the run. */

import { isParent } from '../plan/hierarchy.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import type { GateResult, Receipt } from '../proof/receipt.ts'
import { findTask, type RunState, type TaskRun } from '../run/state.ts'
import type { AgentSpec, Config } from '../settings/config.ts'
import { isModelAgent } from '../settings/judge.ts'
import { plural } from '../text/lists.ts'
import type { ReplanPurpose, ReplanWish } from './replanning-event.ts'

/** The planner of a run: only a named one, because users do not expect a worker to plan. */
export const runPlanner = ({ roles, quick }: Pick<Config, 'roles' | 'quick'>): AgentSpec | null =>
  quick ? null : (roles?.planner?.agent ?? null)

/** The number of files that a task changes, as far as it names them. Tests do not count, like those of a patch. */
export const expectedFiles = ({ files: { create, modify, delete: removed } }: Pick<Task, 'files'>): number =>
  new Set([...create, ...modify, ...removed]).size

/** Whether the planner may split a task: parts are not split again, and a human who kept it whole is not overruled. */
export const maySplit = ({ config }: Pick<RunState, 'config'>, run: TaskRun): boolean =>
  runPlanner(config) !== null &&
  run.added === null &&
  run.split === undefined &&
  run.task.type === 'work' &&
  !isParent(run.task) &&
  !run.decisions.some(({ fact }) => fact.type === 'task-escalated' && fact.reason === 'too-large')

const CLARITY: ReplanWish = { purpose: 'clarify', reasons: [] }

/**
 * Who is asked whether the words of a task can be checked: the planner, or else a named judge with a model behind it. A
 * judge that is a program of the user answers one kind of question.
 */
function clarifierOf(config: Config): AgentSpec | null {
  const { judge, judging, quick } = config
  const byJudge = !quick && judging !== 'never' && judge && isModelAgent(judge) ? judge : null
  return runPlanner(config) ?? byJudge
}

/** The agent for a question of this kind; null if none is asked. */
export const plannerFor = (config: Config, purpose: ReplanPurpose): AgentSpec | null =>
  purpose === 'clarify' ? clarifierOf(config) : runPlanner(config)

/** Whether all criteria of a task are words that have not been examined yet. A plain task without criteria does not count. */
const needsClarity = ({ config }: Pick<RunState, 'config'>, { task, added, clarified }: TaskRun): boolean =>
  !clarified &&
  added === null &&
  task.type === 'work' &&
  !isParent(task) &&
  task.criteria.length > 0 &&
  task.criteria.every(({ check }) => check === null) &&
  (task.tests === null || task.tests.is === 'none') &&
  !task.hidden &&
  clarifierOf(config) !== null

/** Whether the planner may write another text for a rejected task: only one that the document contains. */
export const mayRewrite = ({ config }: Pick<RunState, 'config'>, { task, added }: TaskRun): boolean =>
  runPlanner(config) !== null && added === null && !isParent(task)

/** The wish of a queued or rejected task; null if it needs no planner. */
export function wishOf(state: RunState, run: TaskRun): ReplanWish | null {
  if (run.stage.is === 'escalated') return run.stage.reason === 'rewriting' ? (run.wish ?? null) : null
  if (run.stage.is !== 'queued') return null
  if (run.wish) return run.wish
  const { patchFiles } = state.config.limits
  const count = expectedFiles(run.task)
  if (run.attempts.length > 0) return null
  if (count <= patchFiles || !maySplit(state, run)) return needsClarity(state, run) ? CLARITY : null
  const reasons = [`it names ${plural(count, 'file')}, and limits.patch_files is ${patchFiles}`]
  return { purpose: 'split', trigger: 'expected-files', reasons }
}

/** The task that the planner is asked about now; null if it is idle, or its answer has no use any more. */
export function askedNow(state: RunState): TaskId | null {
  const { asking } = state.replanning
  const run = asking && !asking.isOver && findTask(state, asking.task)
  return run && wishOf(state, run)?.purpose === asking.purpose ? asking.task : null
}

/** How many answers of a planner about a task may be no use, pauses in between or not. */
const ANSWERS_MAX = 3

/** Whether the planner answered about a task as often as it may: then a human decides. */
export const isPlannerSpent = ({ replanning }: RunState, task: TaskId): boolean =>
  (replanning.answers.get(task) ?? 0) >= ANSWERS_MAX

/** The gate about a change with too many files; null if it has few enough. */
export const tooManyFiles = ({ gates }: Receipt): GateResult | null =>
  gates.find(({ gate, verdict }) => gate === 'patch-size' && verdict !== 'passed') ?? null
