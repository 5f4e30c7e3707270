import { waitsForText } from '../decisions/decide-review.ts'
import type { Task } from '../plan/plan.ts'
import { hasBegun } from '../plan/plan-changes.ts'
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
    ...state,
    tasks,
    index: new Map(tasks.map((run, place) => [run.task.id, place])),
    planEditedAt: at,
    plan: { ...event.plan, id: state.plan.id, tasks: tasks.map(run => run.task) },
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
  return [...edited, ...own.filter(run => run.added!.parent === null)]
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
  const edited = { ...run, task: { ...task, needs } }
  return isReworded && waitsForText(run) ? writtenAnew(edited, at) : edited
}

/** A task that waited for another text begins again with it; its earlier attempts, their files and their cost stay known. */
const writtenAnew = (run: TaskRun, at: number): TaskRun => ({
  ...untouched(run.task),
  added: run.added,
  attempts: run.attempts,
  attemptsBefore: run.attempts.length,
  decisions: [...run.decisions, { at, fact: { type: 'rewritten' } }],
  stage: { is: 'queued', ...FRESH },
})
