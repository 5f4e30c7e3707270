import { areasOf } from './area.ts'
import { agentFor } from './assignment.ts'
import { budgetWords, fits, purseOf } from './budget.ts'
import type { Effect } from './effect.ts'
import type { TaskId } from './ids.ts'
import { readyInOrder } from './order.ts'
import { invariant } from './result.ts'
import { draftOf, isHeld, isSettled, lastAttempt, type RunState, type TaskRun, taskRun } from './state.ts'

/** The tasks that may be dispatched; null is all of them. */
export type Only = ReadonlySet<TaskId> | null

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
    ...dispatches(state, only),
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
      return [{ type: 'prove', task: task.id, attempt: stage.attempt }]
    case 'proving':
      return [{ type: 'prove', task: task.id, attempt: stage.attempt }]
    case 'landing':
      return [{ type: 'land', task: task.id, attempt: stage.attempt, onto: stage.onto }]
    case 'proven':
      if (isHeld(run)) return [{ type: 'hold', task: task.id, attempt: stage.attempt }]
      return state.lane[0] === task.id ? [landing(state, run, stage.attempt)] : []
    case 'queued':
    case 'completed':
    case 'escalated':
    case 'skipped':
      return []
  }
}

/** Whether nobody may ask this agent now. */
const isPaused = (state: RunState, agent: string): boolean => state.troubles.get(agent)?.paused ?? false

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

/** Whether a task may be dispatched at all; what was added goes with the task it was added for. */
const isIn = (only: Only, run: TaskRun): boolean => only === null || only.has(run.added?.parent ?? run.task.id)

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

/** New attempts, as many as fit. A critical task runs alone, and no two that hold the same area run at once. */
function dispatches(state: RunState, only: Only): readonly Effect[] {
  const { config } = state.opened
  // A landing takes a moment, and what starts after it starts on the newer base.
  if (isLandingNow(state)) return []
  const busy = state.tasks.filter(run => isBusy(run))
  let places = config.limits.parallel - busy.filter(run => !state.lane.includes(run.task.id)).length
  if (places <= 0 || busy.some(run => run.task.tier === 'critical')) return []
  const held = new Set(busy.flatMap(run => areasOf(run.task, config)))
  let alone = busy.length === 0
  const purse = purseOf(state)
  let { leftUsd } = purse
  const effects: Effect[] = []
  for (const run of readyInOrder(state)) {
    if (places === 0) break
    if (!isIn(only, run) || isPaused(state, agentFor(state, run).name)) continue
    const areas = areasOf(run.task, config)
    const critical = run.task.tier === 'critical'
    // A critical task at the head of the queue is not overtaken by a stream of others: they wait until it can run.
    if (critical && !alone) break
    if (areas.some(area => held.has(area))) continue
    const dispatched = dispatch(state, run)
    const expectedUsd = purse.expectUsd(run, dispatched.kind)
    if (!fits(leftUsd, expectedUsd)) continue
    if (leftUsd !== null) leftUsd -= expectedUsd ?? 0
    effects.push(dispatched)
    if (critical) break
    for (const area of areas) held.add(area)
    alone = false
    places--
  }
  return effects
}

function dispatch(state: RunState, run: TaskRun): Extract<Effect, { type: 'run-attempt' }> {
  invariant(run.stage.is === 'queued', `task ${run.task.id} is dispatched from the queue`)
  const { kind, from, session, base } = run.stage
  return {
    type: 'run-attempt',
    task: run.task.id,
    attempt: run.attempts.length + 1,
    kind,
    base: base ?? state.tip!,
    from,
    session,
  }
}

function isLandingNow(state: RunState): boolean {
  const [first] = state.lane
  const stage = first === undefined ? null : taskRun(state, first).stage.is
  return stage === 'proven' || stage === 'landing'
}

/** Between dispatch and landing. */
const isBusy = ({ stage }: TaskRun): boolean =>
  stage.is === 'working' ||
  stage.is === 'drafted' ||
  stage.is === 'proving' ||
  stage.is === 'proven' ||
  stage.is === 'landing'
