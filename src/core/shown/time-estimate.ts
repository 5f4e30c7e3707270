import { topological } from '../plan/graph.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Task } from '../plan/plan.ts'
import type { RunState } from '../run/state.ts'

/** Durations of agents and proofs for landed tasks of this repository, one number per task. */
export interface PastTimes {
  readonly agentsMs: readonly number[]
  readonly proofsMs: readonly number[]
}

/** The estimated time of one task and of the whole plan. */
export interface TimeEstimate {
  readonly agentMs: number
  readonly proofMs: number
  readonly runMs: number
  /** Number of tasks behind the estimate. */
  readonly basedOn: number
}

/** The times of one run; a rehearsal took none. */
export function timesOf(state: RunState): PastTimes {
  const landed = state.opened.rehearsal
    ? []
    : state.tasks.filter(({ stage, attempts }) => stage.is === 'completed' && attempts.length > 0)
  return {
    agentsMs: landed.map(({ attempts }) => sum(attempts.map(({ ended }) => ended?.durationMs ?? 0))),
    proofsMs: landed.map(({ attempts }) => sum(attempts.map(({ receipt }) => receipt?.durationMs ?? 0))),
  }
}

/** The times of several runs as one. */
export const allTimes = (times: readonly PastTimes[]): PastTimes => ({
  agentsMs: times.flatMap(({ agentsMs }) => agentsMs),
  proofsMs: times.flatMap(({ proofsMs }) => proofsMs),
})

/** The estimated time of the remaining tasks, by the median of past tasks; null without past tasks. */
export function timeEstimate(tasks: readonly Task[], past: PastTimes, parallel: number): TimeEstimate | null {
  const basedOn = past.agentsMs.length
  if (basedOn === 0) return null
  const agentMs = median(past.agentsMs)
  const proofMs = median(past.proofsMs)
  const open = tasks.filter(task => !task.ticked)
  // At least the longest chain, and at least all tasks divided by the number of parallel agents.
  const rounds = Math.max(longestChain(open), Math.ceil(open.length / parallel))
  return { agentMs, proofMs, runMs: rounds * (agentMs + proofMs), basedOn }
}

function longestChain(tasks: readonly Task[]): number {
  const byId = new Map(tasks.map(task => [task.id, task]))
  const lengths = new Map<TaskId, number>()
  let longest = 0
  for (const id of topological(tasks)) {
    const before = (byId.get(id)?.needs ?? []).map(need => lengths.get(need) ?? 0)
    const length = 1 + before.reduce((most, other) => Math.max(most, other), 0)
    lengths.set(id, length)
    longest = Math.max(longest, length)
  }
  return longest
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
