import type { TaskId } from './ids.ts'
import { needsAreSettled } from './order.ts'
import { blockers, isProven } from './receipt.ts'
import { unreachable } from './result.ts'
import { findTask, isSettled, lastAttempt, type RunState, type TaskRun } from './state.ts'

/** What a task is shown as. Computed from the facts every time, stored nowhere. */
export type TaskStatus =
  | 'waiting'
  | 'ready'
  | 'implementing'
  | 'testing'
  | 'test-failed'
  | 'landing'
  | 'completed'
  | 'blocked'
  | 'escalated'
  | 'skipped'

export function taskStatus(state: RunState, run: TaskRun): TaskStatus {
  switch (run.stage.is) {
    case 'working':
      return 'implementing'
    case 'drafted':
    case 'proving':
      return 'testing'
    case 'proven':
    case 'landing':
      return 'landing'
    case 'completed':
    case 'escalated':
    case 'skipped':
      return run.stage.is
    case 'queued': {
      const receipt = lastAttempt(run)?.receipt
      if (receipt && !isProven(receipt)) return 'test-failed'
      if (needsAreSettled(state, run)) return 'ready'
      return isBlocked(state, run) ? 'blocked' : 'waiting'
    }
    default:
      return unreachable(run.stage)
  }
}

/** A task is blocked when something it needs, at any distance, waits for a human. */
function isBlocked(state: RunState, run: TaskRun): boolean {
  return rootBlockers(state, run).length > 0
}

/** The escalated tasks that this one waits for, directly or through others. */
export function rootBlockers(state: RunState, run: TaskRun): readonly TaskId[] {
  const seen = new Set<TaskId>()
  const found: TaskId[] = []
  const open = [...run.task.needs]
  while (open.length > 0) {
    const id = open.pop()!
    if (seen.has(id)) continue
    seen.add(id)
    const needed = findTask(state, id)
    if (!needed || isSettled(needed)) continue
    if (needed.stage.is === 'escalated') found.push(id)
    open.push(...needed.task.needs)
  }
  return found.sort((a, b) => state.index.get(a)! - state.index.get(b)!)
}

/** One sentence whenever a task is not moving; null when it moves or has ended well. */
export function reasonFor(state: RunState, run: TaskRun): string | null {
  switch (taskStatus(state, run)) {
    case 'waiting':
      return `waits for ${names(unsettled(state, run))}`
    case 'blocked':
      return `waits for ${names(rootBlockers(state, run))}, which a human must decide`
    case 'ready':
      return state.stopped || state.halted ? 'the run does not go on by itself' : null
    case 'test-failed':
      return blockers(lastAttempt(run)!.receipt!)
        .map(gate => `${gate.gate} ${gate.verdict}`)
        .join(', ')
    case 'escalated':
      return run.stage.is === 'escalated' ? run.stage.escalation.problem : null
    case 'skipped':
      return run.stage.is === 'skipped' ? run.stage.note || `skipped by ${run.stage.by}` : null
    case 'implementing':
    case 'testing':
    case 'landing':
    case 'completed':
      return null
  }
}

export const unsettled = (state: RunState, run: TaskRun): readonly TaskId[] =>
  run.task.needs.filter(need => {
    const needed = findTask(state, need)
    return !needed || !isSettled(needed)
  })

const names = (ids: readonly TaskId[]): string => `task${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`

export type Phase = 'intake' | 'execute' | 'done'

export function phaseOf(state: RunState): Phase {
  if (state.finished) return 'done'
  return state.baseline === null ? 'intake' : 'execute'
}
