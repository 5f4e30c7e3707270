/** A human's command about a parent is one about the tasks inside it. */

import { descendantsOf, hasOwnWork, isParent } from '../plan/hierarchy.ts'
import type { TaskId } from '../plan/ids.ts'
import { ok, type Result } from '../result.ts'
import type { Event } from '../run/event.ts'
import { type Command, type Refusal, refuse } from '../run/input.ts'
import { findTask, isSettled, type RunState, type TaskRun } from '../run/state.ts'
import { isFailure } from '../shown/escalation.ts'
import { isUnwritten } from './parents.ts'

type TaskCommand = Extract<Command, { task: TaskId }>

/** The decision about the tasks inside a parent; null if the command is about the parent's own work. */
export function parentCommand(
  state: RunState,
  run: TaskRun,
  input: TaskCommand,
  one: (state: RunState, input: TaskCommand) => Result<readonly Event[], Refusal>,
): Result<readonly Event[], Refusal> | null {
  if (!isParent(run.task) || isUnwritten(state, run) || run.attempts.length > 0) return null
  const inside = descendantsOf(state.plan.tasks, run.task.id).flatMap(({ id }) => findTask(state, id) ?? [])
  const targets = targetsOf(state, run, inside, input)
  if (targets === null) return null
  if (targets.length === 0) return nothing(run, inside, input)
  const events: Event[] = []
  for (const { task } of targets) {
    const decided = one(state, { ...input, task: task.id })
    if (!decided.ok) return decided
    events.push(...decided.value)
  }
  return ok(events)
}

function targetsOf(
  state: RunState,
  run: TaskRun,
  inside: readonly TaskRun[],
  { type }: TaskCommand,
): readonly TaskRun[] | null {
  const hasWork = (one: TaskRun) => hasOwnWork(one.task) || isUnwritten(state, one)
  switch (type) {
    case 'skip-task':
      return [...inside, run].filter(one => hasWork(one) && !isSettled(one))
    case 'retry-task':
      return inside.filter(
        one =>
          hasWork(one) && (one.stage.is === 'skipped' || (one.stage.is === 'escalated' && isFailure(one.stage.reason))),
      )
    case 'stop-task':
      return inside.filter(({ stage }) => stage.is === 'working' || stage.is === 'drafted' || stage.is === 'proving')
    default:
      return null
  }
}

function nothing({ task }: TaskRun, inside: readonly TaskRun[], { type }: TaskCommand): Result<never, Refusal> {
  const { id } = task
  if (type === 'skip-task') return refuse('task-is-completed', `Every task inside ${id} has ended.`, [])
  if (type === 'stop-task')
    return refuse('nothing-to-stop', `Nobody works on a task inside ${id}.`, [`pm-agent status ${id}`])
  return refuse(
    'nothing-to-retry',
    `No task inside ${id} failed.`,
    inside.flatMap(one =>
      one.stage.is === 'escalated' ? [`task ${one.task.id} asks for your decision: pm-agent show ${one.task.id}`] : [],
    ),
  )
}
