import type { TaskId } from '../plan/ids.ts'
import { documentPath } from '../plan/plan-documents.ts'
import { unreachable } from '../result.ts'
import type { Event } from '../run/event.ts'
import type { Observation } from '../run/input.ts'
import { findTask, type RunState, type TaskRun } from '../run/state.ts'
import { readerEnded } from './reader-ended.ts'
import type { PlannerFinished, PlannerResult, ReplanPurpose, ReplanWish } from './replanning-event.ts'
import { isPlannerSpent, plannerFor, runPlanner, wishOf } from './wish.ts'

type Replanned = Extract<
  Observation,
  { type: 'sub-plan-missing' | 'planner-ended' | 'planner-finished' | 'rewrite-lost' }
>

/** What follows from a missing sub-plan, and from the work of the planner. */
export function replanned(state: RunState, input: Replanned, now: number): readonly Event[] {
  switch (input.type) {
    case 'sub-plan-missing':
      return subPlanMissing(state, input)
    case 'planner-ended':
      return readerEnded(state, input, now)
    case 'planner-finished':
      return plannerFinished(state, input)
    case 'rewrite-lost':
      return [input, { type: 'task-escalated', task: input.task, reason: 'rejected', reasons: [input.problem] }]
    default:
      return unreachable(input)
  }
}

/** The turn of a parent has come, and its sub-plan has no task: the planner writes it, or else a human. */
function subPlanMissing(state: RunState, { task }: { readonly task: TaskId }): readonly Event[] {
  if (findTask(state, task)?.stage.is !== 'queued') return []
  if (runPlanner(state.config) !== null) return [{ type: 'planning-wanted', task, purpose: 'sub-plan', reasons: [] }]
  return [missing(state, task, [])]
}

const missing = (state: RunState, task: TaskId, problems: readonly string[]): Event => ({
  type: 'task-escalated',
  task,
  reason: 'sub-plan-missing',
  reasons: [documentPath(state, task), ...problems],
})

/** The planner is asked again after its pause. */
function isOnlyWaiting({ config, troubles }: RunState, purpose: ReplanPurpose): boolean {
  const trouble = troubles.get(plannerFor(config, purpose)?.name ?? '')
  return Boolean(trouble?.paused) && trouble?.until !== null
}

/** The plan may have changed while the planner worked: an answer about a task that is gone or settled has no effect. */
function plannerFinished(state: RunState, { task, purpose, result }: PlannerFinished): readonly Event[] {
  const { asking } = state.replanning
  const run = findTask(state, task)
  if (!run || asking?.task !== task) return []
  const wish = wishOf(state, run)
  if (wish?.purpose !== purpose) return []
  if (result.is === 'failed' && isOnlyWaiting(state, purpose) && !isPlannerSpent(state, task)) return []
  if (purpose === 'clarify') return clarified(state, run, result)
  if (result.is === 'failed' && purpose === 'rewrite')
    return [{ type: 'task-escalated', task, reason: 'rejected', reasons: [...wish.reasons, ...unwritten(result)] }]
  if (result.is === 'failed')
    return purpose === 'sub-plan'
      ? [missing(state, task, result.problems)]
      : [{ type: 'task-escalated', task, reason: 'too-large', reasons: [...wish.reasons, ...result.problems] }]
  if (result.is === 'sub-plan') {
    const { path, text, plan } = result
    return [{ type: 'sub-plan-planned', task, path, text, plan }]
  }
  if (result.is === 'clarity') return []
  if (result.is === 'rewrite') return proposed(task, result, wish)
  const { trigger = 'agent', reasons } = wish
  return [{ type: 'task-split', task, trigger, reasons, parts: result.parts }]
}

type Result<T extends PlannerResult['is']> = Extract<PlannerResult, { is: T }>

/** Words that cannot be turned into one checkable sentence lead to a question before the first launch. */
function clarified(
  { config }: RunState,
  { task: { id, criteria }, stage }: TaskRun,
  result: PlannerResult,
): readonly Event[] {
  const readings = result.is === 'clarity' ? result.readings : []
  const read: Event = { type: 'task-clarified', task: id, by: plannerFor(config, 'clarify')!.name, readings }
  const open = readings.filter(({ sentence }) => sentence === '')
  if (open.length === 0 || stage.is !== 'queued') return [read]
  const { is: _, ...again } = stage
  const reasons = open.map(({ criterion, question }) => {
    const words = criteria.find(one => one.id === criterion)?.text ?? criterion
    return `"${words}" cannot be checked (${question})`
  })
  return [read, { type: 'task-escalated', task: id, reason: 'ambiguous', reasons, again }]
}

const unwritten = ({ problems }: Result<'failed'>): readonly string[] =>
  problems.map(problem => `the planner wrote no other text: ${problem}`)

/** The human takes the text or not; one who said so before is not asked. */
function proposed(task: TaskId, { rewrite, unsure }: Result<'rewrite'>, { accepts }: ReplanWish): readonly Event[] {
  const asked: readonly Event[] = [
    { type: 'rewrite-proposed', task, rewrite },
    { type: 'task-escalated', task, reason: 'text-proposed', reasons: unsure.map(words => `unsure: ${words}`) },
  ]
  return accepts === undefined ? asked : [...asked, { type: 'rewrite-taken', task, by: accepts, note: '' }]
}
