import { isUnwritten } from '../hierarchy/parents.ts'
import { diagnoserOf } from '../integration/diagnosis.ts'
import { dueTests } from '../integration/due-tests.ts'
import { budgetWords, fitsBudget, purseOf } from '../money/budget.ts'
import { closingEffects } from '../release/closing.ts'
import { askedNow, plannerFor, wishOf } from '../replanning/wish.ts'
import { invariant } from '../result.ts'
import { waitsForHuman } from '../review/tier-review.ts'
import { agentFor } from '../settings/assignment.ts'
import type { AgentSpec } from '../settings/config.ts'
import type { Effect } from './effect.ts'
import { needsAreSettled, readyInOrder } from './order.ts'
import { hasPlace, isIn, isPaused, mayProve, type Only, type Turn, turns } from './queue.ts'
import { draftOf, isSettled, lastAttempt, type RunState, type TaskRun, taskRun } from './state.ts'

/**
 * The effects that should run now, derived from the whole state: a fresh start, a normal step
 * and a resume are the same question. The engine starts those that do not run yet.
 */
export function next(state: RunState, only: Only = null): readonly Effect[] {
  if (state.stopped || state.halted) return []
  // A finished run may still owe the user its branch, which was checked out when it ended.
  if (state.finished) return publishing(state)
  if (state.tip === null) return [{ type: 'start-branch' }]
  if (state.baseline === null) return [{ type: 'measure-baseline', base: state.tip }]
  if (state.baseline.baseline.problems.length > 0 && !state.baselineAccepted) return []

  // The branch may have moved already: nothing else may start from its old tip.
  const { writing } = state.release
  if (writing) return [{ type: 'write-release', tip: writing.of }]

  const effects = [
    ...state.tasks.flatMap(run => underWay(state, run)),
    ...integrating(state),
    ...turns(state, only).flatMap(startOf),
    ...unwritten(state, only),
    ...rewrites(state),
    ...planning(state, only),
    ...publishing(state),
    ...pauses(state, only),
  ]
  if (effects.length > 0) return effects
  if (state.tasks.every(isSettled)) return closingEffects(state)
  const isShort =
    wishing(state, only).some(run => !isPaused(state, askedFor(state, run)!.name)) ||
    readyInOrder(state).some(run => isIn(only, run) && budgetWords(state, run) !== null)
  return isShort ? [{ type: 'stop-for-budget' }] : []
}

/** The launch of a ready task, or the question before it. */
function startOf(turn: Turn): readonly Effect[] {
  if ('effect' in turn) return [turn.effect]
  return turn.held.by === 'ambiguity' ? [{ type: 'ask-first', task: turn.run.task.id }] : []
}

/** Whether a human stopped the work of this effect. */
export function isStopped(state: RunState, effect: Effect): boolean {
  if (effect.type === 'ask-planner') return askedNow(state) !== effect.task
  if (effect.type !== 'run-attempt' && effect.type !== 'prove') return false
  const { stage, stopping } = taskRun(state, effect.task)
  return stopping || (effect.type === 'prove' && stage.is === 'escalated')
}

/** Publishes the current branch, unless the user has it or just refused it. */
const publishing = ({ tip, published, unpublished }: RunState): readonly Effect[] =>
  tip !== null && published !== tip && unpublished?.tip !== tip ? [{ type: 'publish', tip }] : []

/** The next effect of a task that has left the queue. */
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
      if (waitsForHuman(state, run)) return [{ type: 'hold', task: task.id, attempt: stage.attempt }]
      return state.lane[0] === task.id ? [landing(state, run, stage.attempt)] : []
    case 'queued':
    case 'completed':
    case 'escalated':
    case 'skipped':
      return []
  }
}

/** One integration test at a time, in the order of the table. One that may launch a diagnoser waits for a place, before any task. */
function integrating(state: RunState): readonly Effect[] {
  const { running } = state.integration
  if (running) return [{ type: 'integrate', test: running.test, tip: running.tip }]
  if (diagnoserOf(state.config) !== null && !hasPlace(state)) return []
  const [test] = dueTests(state)
  return test ? [{ type: 'integrate', test: test.id, tip: state.tip! }] : []
}

/** Parents whose turn has come before their sub-plans are written. */
const unwritten = (state: RunState, only: Only): readonly Effect[] =>
  state.tasks.flatMap(run =>
    run.stage.is === 'queued' && !run.wish && isUnwritten(state, run) && needsAreSettled(state, run) && isIn(only, run)
      ? [{ type: 'read-sub-plan', task: run.task.id }]
      : [],
  )

/** Tasks whose turn it is, once the planner has answered. */
const wishing = (state: RunState, only: Only): readonly TaskRun[] =>
  state.tasks.filter(run => {
    if (askedFor(state, run) === null || !isIn(only, run)) return false
    return wishOf(state, run)?.purpose === 'rewrite' || needsAreSettled(state, run)
  })

/** The agent that a task waits for before it can go on; null if there is none. */
function askedFor(state: RunState, run: TaskRun): AgentSpec | null {
  const wish = wishOf(state, run)
  return wish && plannerFor(state.config, wish.purpose)
}

/** Texts that a human took for rejected tasks. */
const rewrites = (state: RunState): readonly Effect[] =>
  state.tasks.flatMap(({ task, stage, rewrite }) =>
    rewrite?.isTaken && stage.is === 'escalated' && stage.reason === 'text-proposed'
      ? [{ type: 'take-rewrite', task: task.id }]
      : [],
  )

/** One question at a time, as far as the budget allows. */
function planning(state: RunState, only: Only): readonly Effect[] {
  const asked = askedNow(state)
  const run = wishing(state, only).find(({ task }) => asked === null || task.id === asked)
  const planner = run ? askedFor(state, run) : null
  if (!run || !planner || isPaused(state, planner.name)) return []
  if (asked === null && !hasPlace(state)) return []
  const { leftUsd, expectPlanUsd } = purseOf(state)
  if (!fitsBudget(leftUsd, expectPlanUsd(planner))) return []
  return [{ type: 'ask-planner', task: run.task.id, purpose: wishOf(state, run)!.purpose }]
}

/** Waits for paused agents that have tasks to continue. */
function pauses(state: RunState, only: Only): readonly Effect[] {
  if (state.troubles.size === 0) return []
  const wanted = new Set([
    ...readyInOrder(state).flatMap(run => (isIn(only, run) ? [agentFor(state, run).name] : [])),
    ...wishing(state, only).flatMap(run => askedFor(state, run)?.name ?? []),
    ...state.tasks.flatMap(({ stage }) => (stage.is === 'drafted' && stage.judge !== undefined ? [stage.judge] : [])),
  ])
  return [...wanted].flatMap((agent): readonly Effect[] => {
    const trouble = state.troubles.get(agent)
    return trouble?.paused && trouble.until !== null ? [{ type: 'await-agent', agent, until: trouble.until }] : []
  })
}

/** The effect of a running attempt. */
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

/** One at a time: it lands on the tip of its proof; on a newer tip it is merged first, and proven again. */
function landing(state: RunState, run: TaskRun, attempt: number): Effect {
  const onto = state.tip!
  const base = draftOf(lastAttempt(run)!)?.base
  return { type: base === onto ? 'land' : 'merge', task: run.task.id, attempt, onto }
}
