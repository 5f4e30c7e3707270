import { childRuns } from '../hierarchy/parents.ts'
import { deciderName } from '../journal/decider.ts'
import { budgetWords } from '../money/budget.ts'
import { dependents } from '../plan/graph.ts'
import { descendantsOf, hasOwnWork, isParent } from '../plan/hierarchy.ts'
import type { TaskId } from '../plan/ids.ts'
import { blockers } from '../proof/receipt.ts'
import { mayLand } from '../proof/waiver.ts'
import { unreachable } from '../result.ts'
import { pauseWords } from '../run/agent-pause.ts'
import { needsAreSettled } from '../run/order.ts'
import { findTask, isSettled, lastAttempt, type RunState, type TaskRun } from '../run/state.ts'
import { agentFor } from '../settings/assignment.ts'
import { taskNames } from '../text/lists.ts'
import { problemOf } from './escalation.ts'
import { heldWords, runHeldWords } from './held-words.ts'

/** The displayed status of a task. Always derived from the facts, never stored. */
export type TaskStatus =
  | 'waiting'
  | 'ready'
  | 'implementing'
  | 'testing'
  | 'test-failed'
  | 'landing'
  | 'completed'
  | 'blocked'
  | 'paused'
  | 'escalated'
  | 'skipped'

const statuses = new WeakMap<RunState, Map<TaskRun, TaskStatus>>()

/** Computed once per state: that of a parent comes from everything inside it. */
export function taskStatus(state: RunState, run: TaskRun): TaskStatus {
  const known = statuses.get(state) ?? new Map<TaskRun, TaskStatus>()
  statuses.set(state, known)
  const found = known.get(run) ?? findStatus(state, run)
  known.set(run, found)
  return found
}

function findStatus(state: RunState, run: TaskRun): TaskStatus {
  switch (run.stage.is) {
    case 'working':
      return 'implementing'
    case 'drafted':
    case 'proving':
      return 'testing'
    case 'proven':
    case 'landing':
      return 'landing'
    case 'escalated':
      return run.stage.reason === 'revisions-spent' ? 'paused' : 'escalated'
    case 'completed':
    case 'skipped':
      return run.stage.is
    case 'queued': {
      if (isOpenInside(state, run)) return byChildren(childRuns(state, run).map(child => taskStatus(state, child)))
      const receipt = lastAttempt(run)?.receipt
      const isDue = needsAreSettled(state, run)
      if (isDue && receipt && !mayLand(receipt, run.waivers)) return 'test-failed'
      if (isDue) return 'ready'
      return isBlocked(state, run) ? 'blocked' : 'waiting'
    }
    default:
      return unreachable(run.stage)
  }
}

/** Whether the state of a parent comes from its children: not all of them are settled. */
export const isOpenInside = (state: RunState, run: TaskRun): boolean =>
  run.stage.is === 'queued' && isParent(run.task) && childRuns(state, run).some(child => !isSettled(child))

const AT_WORK: readonly TaskStatus[] = ['implementing', 'testing', 'landing']
const STUCK: readonly TaskStatus[] = ['escalated', 'paused', 'blocked']

/** Work anywhere inside is work; without any, the first thing that keeps it from going on. */
function byChildren(inside: readonly TaskStatus[]): TaskStatus {
  if (inside.some(status => AT_WORK.includes(status))) return 'implementing'
  if (inside.includes('test-failed')) return 'test-failed'
  if (inside.includes('ready')) return 'ready'
  return inside.some(status => STUCK.includes(status)) ? 'blocked' : 'waiting'
}

/** The tasks with work inside a parent, and how many of them are completed. */
export interface Inside {
  readonly done: number
  readonly of: number
  /** Those that wait for a human. */
  readonly stuck: readonly TaskId[]
  readonly skipped: number
}

/** The progress of a parent; null for any other task. */
export function insideOfParent(state: RunState, { task }: TaskRun): Inside | null {
  if (!isParent(task)) return null
  const runs = descendantsOf(state.plan.tasks, task.id)
    .filter(hasOwnWork)
    .flatMap(({ id }) => findTask(state, id) ?? [])
  return {
    done: runs.filter(({ stage }) => stage.is === 'completed').length,
    of: runs.length,
    stuck: runs.flatMap(run => (run.stage.is === 'escalated' ? [run.task.id] : [])),
    skipped: runs.filter(({ stage }) => stage.is === 'skipped').length,
  }
}

/** `3 of 5 done, 1 skipped; task 2/4 waits for a human`. */
export function insideWords({ done, of, stuck, skipped }: Inside): string {
  if (of === 0) return 'its sub-plan is not written yet'
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  const asked = stuck.length > 0 ? `; ${taskNames(stuck)} ${stuck.length === 1 ? 'waits' : 'wait'} for a human` : ''
  return `${done} of ${of} done${left}${asked}`
}

/** A task is blocked if a task that it needs, directly or indirectly, waits for a human. */
function isBlocked(state: RunState, run: TaskRun): boolean {
  return rootBlockers(state, run).length > 0
}

/** The escalated tasks that this one waits for, directly or through others, in the order of the plan. */
export const rootBlockers = (state: RunState, run: TaskRun): readonly TaskId[] =>
  (rootsOf.get(state) ?? findRoots(state)).get(run.task.id) ?? []

const rootsOf = new WeakMap<RunState, ReadonlyMap<TaskId, readonly TaskId[]>>()

/** The blockers of every task, computed once per state: task by task, a long plan would take minutes to show. */
function findRoots(state: RunState): ReadonlyMap<TaskId, readonly TaskId[]> {
  const roots = new Map<TaskId, TaskId[]>()
  const asking = state.tasks.filter(({ stage }) => stage.is === 'escalated')
  const waiting = asking.length > 0 ? dependents(state.plan.tasks) : new Map<TaskId, TaskId[]>()
  for (const { task } of asking) {
    const reached = new Set<TaskId>()
    const open = [...(waiting.get(task.id) ?? [])]
    while (open.length > 0) {
      const id = open.pop()!
      const run = findTask(state, id)!
      if (reached.has(id) || isSettled(run)) continue
      reached.add(id)
      open.push(...(waiting.get(id) ?? []))
    }
    for (const id of reached) {
      const found = roots.get(id)
      if (found) found.push(task.id)
      else roots.set(id, [task.id])
    }
  }
  rootsOf.set(state, roots)
  return roots
}

/** The reason in one sentence why a task does not progress; null if it does or has ended well. */
export function reasonFor(state: RunState, run: TaskRun): string | null {
  if (isOpenInside(state, run)) return insideWords(insideOfParent(state, run)!)
  switch (taskStatus(state, run)) {
    case 'waiting':
      return `waits for ${taskNames(unsettled(state, run))}`
    case 'blocked':
      return `waits for ${taskNames(rootBlockers(state, run))}, which a human must decide`
    case 'ready':
      return state.stopped || state.halted
        ? state.paused
          ? `${deciderName(state.paused)} paused the run`
          : 'the run does not continue by itself'
        : (waitWords(state, run) ?? budgetWords(state, run) ?? (runHeldWords(state) ? null : heldWords(state, run)))
    case 'test-failed': {
      const failed = blockers(lastAttempt(run)!.receipt!).map(gate => `${gate.gate} ${gate.verdict}`)
      const waits = waitWords(state, run)
      return [...failed, ...(waits === null ? [] : [waits])].join(', ')
    }
    case 'testing':
      return waitWords(state, run)
    case 'paused':
    case 'escalated':
      return run.stage.is === 'escalated' ? problemOf(run.task, run.stage) : null
    case 'skipped':
      return run.stage.is === 'skipped' ? run.stage.note || `skipped by ${deciderName(run.stage)}` : null
    case 'implementing':
    case 'landing':
    case 'completed':
      return null
  }
}

/** The pause of the agent that it needs next, with its end; null if there is none. */
export function waitWords(state: RunState, run: TaskRun): string | null {
  const { stage } = run
  const needed = stage.is === 'queued' ? agentFor(state, run).name : stage.is === 'drafted' ? stage.judge : undefined
  const trouble = needed === undefined ? undefined : state.troubles.get(needed)
  return needed !== undefined && trouble?.paused ? pauseWords(needed, trouble) : null
}

export const unsettled = (state: RunState, run: TaskRun): readonly TaskId[] =>
  run.task.needs.filter(need => {
    const needed = findTask(state, need)
    return !needed || !isSettled(needed)
  })
