import { openAmbiguities } from '../decisions/ambiguity.ts'
import { diagnoserOf } from '../integration/diagnosis.ts'
import { fitsBudget, purseOf } from '../money/budget.ts'
import { areasOf } from '../plan/area.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import { askedNow } from '../replanning/wish.ts'
import { invariant } from '../result.ts'
import { tierOf } from '../risk/task-tier.ts'
import { agentFor, sessionFor } from '../settings/assignment.ts'
import { judgeOf, reviewerOf, testerOf } from '../settings/judge.ts'
import type { Effect } from './effect.ts'
import { readyInOrder } from './order.ts'
import { type RunState, type TaskRun, taskRun } from './state.ts'

/** The tasks that may be dispatched; null is all of them. */
export type Only = ReadonlySet<TaskId> | null

/** The reason why a task with met needs is not dispatched now. */
export type Held =
  /** A landing is short, and later starts use the newer base. */
  | { readonly by: 'landing'; readonly task: TaskId }
  /** The tasks that take the places; an integration test may take one, too. */
  | { readonly by: 'places'; readonly parallel: number; readonly tasks: readonly TaskId[] }
  /** A critical task is running, and runs alone. */
  | { readonly by: 'critical'; readonly task: TaskId }
  /** It is critical itself, and these are running. */
  | { readonly by: 'not-alone'; readonly tasks: readonly TaskId[] }
  /** A critical task is before it, and waits until it can run alone: a stream of others must not overtake it. */
  | { readonly by: 'critical-first'; readonly task: TaskId }
  | { readonly by: 'area'; readonly area: string; readonly task: TaskId }
  | { readonly by: 'agent'; readonly agent: string }
  | { readonly by: 'budget' }
  /** Its contract cannot be kept: a human is asked first. */
  | { readonly by: 'ambiguity' }
  /** The run was started for other tasks only. */
  | { readonly by: 'left-out' }

/** A ready task: the launch that should start, or the reason why none does. */
export type Turn =
  | { readonly run: TaskRun; readonly effect: Extract<Effect, { type: 'run-attempt' }> }
  | { readonly run: TaskRun; readonly held: Held }

/** Every ready task in order. A critical task runs alone, and two tasks of the same area never run at once. */
export function turns(state: RunState, only: Only = null): readonly Turn[] {
  const { config } = state
  const busy = state.tasks.filter(isBusy)
  const areas = new Map(busy.flatMap(({ task }) => areasOf(task, config).map(area => [area, task.id] as const)))
  const underWay = busy.map(({ task }) => task.id)
  const placed = [...placesOf(state)]
  const purse = purseOf(state)
  const aside = placesAside(state)
  let { leftUsd } = purse
  let closed = closedFor(state, busy)
  const { parallel } = config.limits
  return readyInOrder(state).map((run): Turn => {
    const { task } = run
    const agent = agentFor(state, run).name
    if (!isIn(only, run)) return { run, held: { by: 'left-out' } }
    if (openAmbiguities(state, run).length > 0) return { run, held: { by: 'ambiguity' } }
    if (isPaused(state, agent)) return { run, held: { by: 'agent', agent } }
    if (placed.length + aside >= parallel) closed ??= { by: 'places', parallel, tasks: [...placed] }
    if (closed) return { run, held: closed }
    if (isCritical(state, run) && underWay.length > 0) {
      closed = { by: 'critical-first', task: task.id }
      return { run, held: { by: 'not-alone', tasks: [...underWay] } }
    }
    const own = areasOf(task, config)
    const area = own.find(name => areas.has(name))
    if (area !== undefined) return { run, held: { by: 'area', area, task: areas.get(area)! } }
    const effect = dispatch(state, run)
    const expectedUsd = purse.expectUsd(run, effect.kind)
    if (!fitsBudget(leftUsd, expectedUsd)) return { run, held: { by: 'budget' } }
    leftUsd -= expectedUsd ?? 0
    if (isCritical(state, run)) closed = { by: 'critical', task: task.id }
    for (const name of own) areas.set(name, task.id)
    underWay.push(task.id)
    placed.push(task.id)
    return { run, effect }
  })
}

/** The tasks for which an agent is at work, or may be at any moment; a planner is one as well. */
function placesOf(state: RunState): readonly TaskId[] {
  const asked = askedNow(state)
  const placed = state.tasks.filter(run => isBusy(run) && takesPlace(state, run)).map(({ task }) => task.id)
  return asked === null ? placed : [...placed, asked]
}

/** The place of a running integration test, whose failure a diagnoser is asked about. */
const placesAside = ({ integration, config }: RunState): number =>
  integration.running !== null && diagnoserOf(config) !== null ? 1 : 0

/** Whether one more agent may be launched. */
export const hasPlace = (state: RunState): boolean =>
  placesOf(state).length + placesAside(state) < state.config.limits.parallel

/** Whether the proof of a task may launch a judge, a reviewer or a tester, which takes a slot like any other agent. */
const isJudged = ({ config }: RunState, task: Task): boolean =>
  judgeOf(config, task) !== null || reviewerOf(config) !== null || testerOf(config, task) !== null

/** Work in the lane takes no slot, unless it was merged and its proof may launch a judge. */
const takesPlace = (state: RunState, { task, stage }: TaskRun): boolean =>
  !state.lane.includes(task.id) || (isJudged(state, task) && (stage.is === 'drafted' || stage.is === 'proving'))

/**
 * Whether a draft may be proven now. Right after its attempt it has the attempt's slot; one that was merged, or that a
 * human sent to another proof, waits for a slot if a judge may be launched.
 */
export function mayProve(state: RunState, { task }: TaskRun): boolean {
  if (!isJudged(state, task)) return true
  const atWork = state.tasks.filter(
    run => run.task.id !== task.id && (run.stage.is === 'working' || run.stage.is === 'proving'),
  )
  const planners = askedNow(state) === null ? 0 : 1
  return atWork.length + planners + placesAside(state) < state.config.limits.parallel
}

/** The reason why no task can be dispatched. */
function closedFor(state: RunState, busy: readonly TaskRun[]): Held | null {
  const [first] = state.lane
  const stage = first === undefined ? null : taskRun(state, first).stage.is
  if (first !== undefined && (stage === 'proven' || stage === 'landing')) return { by: 'landing', task: first }
  const critical = busy.find(run => isCritical(state, run))
  return critical ? { by: 'critical', task: critical.task.id } : null
}

const isCritical = (state: RunState, run: TaskRun): boolean => tierOf(state, run) === 'critical'

const heldOf = new WeakMap<RunState, ReadonlyMap<TaskId, Held>>()

/** The reason why a ready task is not dispatched; null if it is its turn. Computed once per state, because a long plan needs it for every task. */
export function heldBy(state: RunState, run: TaskRun): Held | null {
  let known = heldOf.get(state)
  if (!known) {
    known = new Map(turns(state).flatMap(turn => ('held' in turn ? [[turn.run.task.id, turn.held] as const] : [])))
    heldOf.set(state, known)
  }
  return known.get(run.task.id) ?? null
}

/** Whether this agent must not be launched now. */
export const isPaused = (state: RunState, agent: string): boolean => state.troubles.get(agent)?.paused ?? false

/** Whether a task may be dispatched at all; an added task follows the task that needs it, and the ending of a run its own. */
export const isIn = (only: Only, { added, task }: TaskRun): boolean =>
  only === null || added?.parent === null || only.has(added?.parent ?? task.id)

function dispatch(state: RunState, run: TaskRun): Extract<Effect, { type: 'run-attempt' }> {
  invariant(run.stage.is === 'queued', `task ${run.task.id} is dispatched from the queue`)
  const { kind, from, base, only } = run.stage
  return {
    type: 'run-attempt',
    task: run.task.id,
    attempt: run.attempts.length + 1,
    kind,
    base: base ?? state.tip!,
    from,
    ...(only ? { only } : {}),
    session: sessionFor(state, run),
  }
}

/** Between dispatch and landing. */
const isBusy = ({ stage }: TaskRun): boolean =>
  stage.is === 'working' ||
  stage.is === 'drafted' ||
  stage.is === 'proving' ||
  stage.is === 'proven' ||
  stage.is === 'landing'
