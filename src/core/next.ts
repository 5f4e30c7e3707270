import type { Effect } from './effect.ts'
import { readyInOrder } from './order.ts'
import { invariant } from './result.ts'
import { isSettled, lastAttempt, type RunState, type TaskRun } from './state.ts'

/** Landing cannot merge yet, so a second task at work would only be sent back; see ARCHITECTURE.md. */
const AT_ONCE_MAX = 1

/**
 * The effects that should be under way now, derived from the whole state: a fresh start, a normal step
 * and a resume are the same question. The engine starts those that are not under way yet.
 */
export function next(state: RunState): readonly Effect[] {
  if (state.stopped || state.halted) return []
  // A finished run may still owe the user its branch, which was checked out when it ended.
  if (state.finished) return publishing(state)
  if (state.tip === null) return [{ type: 'start-branch' }]
  if (state.baseline === null) return [{ type: 'measure-baseline', base: state.tip }]
  if (state.baseline.baseline.problems.length > 0 && !state.baselineAccepted) return []

  const effects = [...state.tasks.flatMap(run => underWay(state, run)), ...dispatches(state), ...publishing(state)]
  if (effects.length === 0 && state.tasks.every(isSettled)) return [{ type: 'finish-run' }]
  return effects
}

/** The branch as it stands, where the user does not have it and has not just refused it. */
const publishing = ({ tip, published, unpublished }: RunState): readonly Effect[] =>
  tip !== null && published !== tip && unpublished?.tip !== tip ? [{ type: 'publish', tip }] : []

/** What a task that has left the queue needs next. */
function underWay(state: RunState, run: TaskRun): readonly Effect[] {
  const { stage, task } = run
  switch (stage.is) {
    case 'working':
      return [attemptEffect(state, run, stage.attempt)]
    case 'drafted':
    case 'proving':
      return [{ type: 'prove', task: task.id, attempt: stage.attempt }]
    case 'landing':
      return [{ type: 'land', task: task.id, attempt: stage.attempt, onto: stage.onto }]
    case 'proven':
      // One landing at a time, in plan order among those that wait.
      return isFirstToLand(state, run)
        ? [{ type: 'land', task: task.id, attempt: stage.attempt, onto: state.tip! }]
        : []
    case 'queued':
    case 'completed':
    case 'escalated':
    case 'skipped':
      return []
  }
}

/** An attempt that is under way, as the effect that started it. */
function attemptEffect(state: RunState, run: TaskRun, number: number): Effect {
  const attempt = run.attempts.find(candidate => candidate.number === number)
  invariant(attempt, `task ${run.task.id} works on an attempt that never began`)
  return {
    type: 'run-attempt',
    task: run.task.id,
    attempt: number,
    kind: attempt.kind,
    base: attempt.base ?? state.tip!,
    from: null,
    session: null,
  }
}

function isFirstToLand(state: RunState, run: TaskRun): boolean {
  if (state.tasks.some(other => other.stage.is === 'landing')) return false
  return state.tasks.find(other => other.stage.is === 'proven') === run
}

/** New attempts, as many as fit. Between dispatch and landing a task holds a place. */
function dispatches(state: RunState): readonly Effect[] {
  const places = Math.min(state.opened.config.limits.parallel, AT_ONCE_MAX) - state.tasks.filter(isBusy).length
  if (places <= 0) return []
  const effects: Effect[] = []
  for (const run of readyInOrder(state)) {
    if (effects.length === places) break
    if (run.stage.is !== 'queued') continue
    const { session } = run.stage
    // A kept tree lies on the base it was made from; on a newer one it would undo what landed since.
    const stale = run.stage.from !== null && lastAttempt(run)?.base !== state.tip
    const from = stale ? null : run.stage.from
    const kind = stale ? 'implement' : run.stage.kind
    effects.push({
      type: 'run-attempt',
      task: run.task.id,
      attempt: run.attempts.length + 1,
      kind,
      base: state.tip!,
      from,
      session,
    })
  }
  return effects
}

const isBusy = (run: TaskRun): boolean =>
  run.stage.is === 'working' ||
  run.stage.is === 'drafted' ||
  run.stage.is === 'proving' ||
  run.stage.is === 'proven' ||
  run.stage.is === 'landing'
