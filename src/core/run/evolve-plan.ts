import { waitsForText } from '../decisions/decide-review.ts'
import { hasBegun } from '../living/plan-changes.ts'
import { isParent } from '../plan/hierarchy.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Plan, Task } from '../plan/plan.ts'
import { answered } from '../replanning/answered.ts'
import type { Event } from './event.ts'
import { FRESH, findTask, type RunState, type TaskRun, untouched } from './state.ts'

type PlanEdited = Extract<Event, { type: 'plan-edited' }>

/** The run with the current plan document: tasks that have begun keep their texts, and added ones their place. */
export function planEdited(state: RunState, event: PlanEdited, at: number): RunState {
  const tasks = editedTasks(state, event, at)
  const { config } = state
  const agents = event.agents ? { agents: { ...config.agents, ...event.agents } } : {}
  const prompts = event.prompts ? { prompts: { ...config.prompts, ...event.prompts } } : {}
  return {
    // An answer about the earlier words would be wrong.
    ...event.changes.reduce((next, change) => (change.is === 'reworded' ? answered(next, change.task) : next), state),
    tasks,
    index: new Map(tasks.map((run, place) => [run.task.id, place])),
    planEditedAt: at,
    plan: { ...event.plan, id: state.plan.id, tasks: tasks.map(run => run.task) },
    written: event.plan,
    planText: event.planText,
    config: { ...config, ...agents, ...prompts },
  }
}

function editedTasks(state: RunState, { plan, changes }: PlanEdited, at: number): readonly TaskRun[] {
  const own = state.tasks.filter(run => run.added !== null)
  const isOwn = new Set(own.map(run => run.task.id))
  const edited = plan.tasks
    .filter(task => !isOwn.has(task.id))
    .flatMap(task => {
      const added = own.filter(run => run.added!.parent === task.id)
      const isReworded = changes.some(change => change.is === 'reworded' && change.task === task.id)
      return [editedTask(state, task, { added, isReworded, at }), ...added]
    })
  const all = [...edited, ...own.filter(run => run.added!.parent === null)]
  return keptAmong(state, plan, all)
}

/** What was spent on a task still counts, so that one that has begun stays where it was when it is removed from the document. */
function keptAmong(state: RunState, plan: Plan, edited: readonly TaskRun[]): readonly TaskRun[] {
  const written = new Set(plan.tasks.map(({ id }) => id))
  const kept = new Set<TaskId>()
  for (const run of state.tasks.toReversed()) {
    const isKept = hasBegun(run) || run.attempts.length > 0 || kept.has(run.task.id)
    if (run.added !== null || written.has(run.task.id) || !isKept) continue
    kept.add(run.task.id)
    // The parent of a task that stays, stays too.
    if (run.task.parent !== undefined) kept.add(run.task.parent)
  }
  if (kept.size === 0) return edited
  const tasks = [...edited]
  for (const [at, run] of state.tasks.entries()) {
    if (written.has(run.task.id) || !kept.has(run.task.id)) continue
    const before = state.tasks.slice(0, at).findLast(other => tasks.some(({ task }) => task.id === other.task.id))
    const place = before ? tasks.findIndex(({ task }) => task.id === before.task.id) + 1 : 0
    tasks.splice(place, 0, run)
    // The tasks that were added for it follow it.
    for (const added of state.tasks)
      if (added.added?.parent === run.task.id) tasks.splice(tasks.indexOf(run) + 1, 0, added)
  }
  return tasks.map(run => waitingForAll(run, state.tasks, kept))
}

/** A parent waits for every task inside it that goes on, whatever its document contains. */
function waitingForAll(run: TaskRun, before: readonly TaskRun[], kept: ReadonlySet<TaskId>): TaskRun {
  if (hasBegun(run) || !isParent(run.task)) return run
  const inside = before.map(({ task }) => task).filter(({ id, parent }) => parent === run.task.id && kept.has(id))
  const needs = [...new Set([...run.task.needs, ...inside.map(({ id }) => id)])]
  return { ...run, task: { ...run.task, needs } }
}

function editedTask(
  state: RunState,
  task: Task,
  { added, isReworded, at }: { readonly added: readonly TaskRun[]; readonly isReworded: boolean; readonly at: number },
): TaskRun {
  const run = findTask(state, task.id)
  if (run === null) return { ...untouched(task), decisions: [{ at, fact: { type: 'written-into-plan' } }] }
  if (hasBegun(run)) return run
  // A task that the run added stays needed, whatever the document contains.
  const needs = [...new Set([...task.needs, ...added.map(child => child.task.id)])]
  const { clarified, ...rest } = run
  const isClear = clarified && !isReworded ? { clarified } : {}
  const edited = { ...rest, ...isClear, task: { ...task, needs, ...(run.split ? VERIFYING : {}) } }
  if (isReworded && waitsForText(run)) return writtenAnew(edited, at)
  // Its sub-plan may be written by now; if not, it is asked about again.
  return isParent(task) && run.stage.is === 'escalated' ? { ...edited, stage: { is: 'queued', ...FRESH } } : edited
}

/** A task that was split only verifies its parts. */
const VERIFYING = { type: 'verification' } as const

/** A task that waited for another text begins again with it; its earlier attempts, their files and their cost stay known. */
const writtenAnew = (run: TaskRun, at: number): TaskRun => ({
  ...untouched(run.task),
  added: run.added,
  attempts: run.attempts,
  attemptsBefore: run.attempts.length,
  decisions: [...run.decisions, { at, fact: { type: 'rewritten' } }],
  stage: { is: 'queued', ...FRESH },
})
