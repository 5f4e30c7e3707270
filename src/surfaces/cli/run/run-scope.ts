import { descendantsOf } from '../../../core/plan/hierarchy.ts'
import { type TaskId, taskId } from '../../../core/plan/ids.ts'
import type { Plan } from '../../../core/plan/plan.ts'
import { PHASES, type Phase, phaseOf } from '../../../core/release/phase.ts'
import type { RunState } from '../../../core/run/state.ts'
import { findTask, isSettled } from '../../../core/run/state.ts'
import { Problem } from '../problem.ts'

/** The scope of this call: which tasks may start, and when it returns. */
export interface RunScope {
  readonly only: ReadonlySet<TaskId> | null
  until(state: RunState): boolean
}

/** `--only 3,4` and `--until execute` or `--until 7`. */
export function scopeOf(plan: Plan, options: { readonly only?: string; readonly until?: string }): RunScope {
  const only =
    options.only === undefined
      ? null
      : new Set(options.only.split(',').flatMap(word => withInside(plan, taskIn(plan, word.trim(), '--only'))))
  const { until } = options
  if (until === undefined) return { only, until: () => false }
  const phase = PHASES.indexOf(until as Phase)
  if (phase >= 0) return { only, until: state => PHASES.indexOf(phaseOf(state)) >= phase }
  const task = taskIn(plan, until, '--until')
  return { only, until: state => isSettled(findTask(state, task)!) }
}

/** A parent means everything inside it. */
const withInside = ({ tasks }: Plan, id: TaskId): readonly TaskId[] => [
  id,
  ...descendantsOf(tasks, id).map(task => task.id),
]

function taskIn(plan: Plan, word: string, flag: string): TaskId {
  const found = plan.tasks.find(task => task.id === word || task.id === word.toLowerCase())
  if (found) return found.id
  throw new Problem(`${flag}: there is no task ${word}`, [
    `tasks: ${plan.tasks.map(task => task.id).join(', ')}`,
    ...(flag === '--until' ? [`phases: ${PHASES.join(', ')}`] : []),
  ])
}

/** Whether all requested tasks have ended. */
export const isScopeDone = (scope: RunScope, state: RunState): boolean =>
  scope.until(state) || (scope.only !== null && [...scope.only].every(id => isSettled(findTask(state, taskId(id))!)))
