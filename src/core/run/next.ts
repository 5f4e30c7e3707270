import { budgetWords } from '../money/budget.ts'
import { invariant } from '../result.ts'
import { isHeld } from '../risk/task-tier.ts'
import { agentFor } from '../settings/assignment.ts'
import type { Effect } from './effect.ts'
import { readyInOrder } from './order.ts'
import { isIn, isPaused, mayProve, type Only, turns } from './queue.ts'
import { draftOf, isSettled, lastAttempt, type RunState, type TaskRun, taskRun } from './state.ts'

/**
 * The effects that should be under way now, derived from the whole state: a fresh start, a normal step
 * and a resume are the same question. The engine starts those that are not under way yet.
 */
export function next(state: RunState, only: Only = null): readonly Effect[] {
  if (state.stopped || state.halted) return []
  // A finished run may still owe the user its branch, which was checked out when it ended.
  if (state.finished) return publishing(state)
  if (state.tip === null) return [{ type: 'start-branch' }]
  if (state.baseline === null) return [{ type: 'measure-baseline', base: state.tip }]
  if (state.baseline.baseline.problems.length > 0 && !state.baselineAccepted) return []

  const effects = [
    ...state.tasks.flatMap(run => underWay(state, run)),
    ...turns(state, only).flatMap(turn => ('effect' in turn ? [turn.effect] : [])),
    ...publishing(state),
    ...pauses(state, only),
  ]
  if (effects.length > 0) return effects
  if (state.tasks.every(isSettled)) return [{ type: 'finish-run' }]
  const isShort = readyInOrder(state).some(run => isIn(only, run) && budgetWords(state, run) !== null)
  return isShort ? [{ type: 'stop-for-budget' }] : []
}

/** Whether a human broke off what this effect does. */
export function isStopped(state: RunState, effect: Effect): boolean {
  if (effect.type !== 'run-attempt' && effect.type !== 'prove') return false
  const { stage, stopping } = taskRun(state, effect.task)
  return stopping || (effect.type === 'prove' && stage.is === 'escalated')
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
      if (stage.judge !== undefined && isPaused(state, stage.judge)) return []
      if (!mayProve(state, run)) return []
      return [{ type: 'prove', task: task.id, attempt: stage.attempt }]
    case 'proving':
      return [{ type: 'prove', task: task.id, attempt: stage.attempt }]
    case 'landing':
      return [{ type: 'land', task: task.id, attempt: stage.attempt, onto: stage.onto }]
    case 'proven':
      if (isHeld(state, run)) return [{ type: 'hold', task: task.id, attempt: stage.attempt }]
      return state.lane[0] === task.id ? [landing(state, run, stage.attempt)] : []
    case 'queued':
    case 'completed':
    case 'escalated':
    case 'skipped':
      return []
  }
}

/** Agents that somebody could go on with if they could work: the time until then is waited for. */
function pauses(state: RunState, only: Only): readonly Effect[] {
  if (state.troubles.size === 0) return []
  const wanted = new Set([
    ...readyInOrder(state).flatMap(run => (isIn(only, run) ? [agentFor(state, run).name] : [])),
    ...state.tasks.flatMap(({ stage }) => (stage.is === 'drafted' && stage.judge !== undefined ? [stage.judge] : [])),
  ])
  return [...wanted].flatMap((agent): readonly Effect[] => {
    const trouble = state.troubles.get(agent)
    return trouble?.paused && trouble.until !== null ? [{ type: 'await-agent', agent, until: trouble.until }] : []
  })
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

/** One at a time: on the tip it was proven on it lands; on a newer one it is merged first, and proven again. */
function landing(state: RunState, run: TaskRun, attempt: number): Effect {
  const onto = state.tip!
  const base = draftOf(lastAttempt(run)!)?.base
  return { type: base === onto ? 'land' : 'merge', task: run.task.id, attempt, onto }
}
