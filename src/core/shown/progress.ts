import type { TaskId } from '../plan/ids.ts'
import type { Tier } from '../plan/plan.ts'
import { tierOf } from '../risk/task-tier.ts'
import type { Recorded } from '../run/event.ts'
import { findTask, isSettled, type RunState, type TaskRun } from '../run/state.ts'
import { DEFAULT_PROGRESS } from '../settings/config.ts'
import type { RiskView } from './task-record.ts'
import { viewRun } from './view.ts'

/** The last progress report: its time and number of settled tasks, and the questions that were open after the last fact. */
export interface ProgressTold {
  readonly settled: number
  readonly asking: readonly TaskId[]
  readonly at: number
}

/** Whether progress is reported after this fact: see `Progress`; always after a critical task or an answered question. */
export function isProgressDue(told: ProgressTold, { at, event }: Recorded, state: RunState): boolean {
  if (state.finished) return false
  if (told.asking.some(task => !isAsking(findTask(state, task)))) return true
  const { tasks, minutes } = state.config.progress ?? DEFAULT_PROGRESS
  if (at - told.at >= minutes * 60_000) return true
  if (event.type !== 'task-landed') return false
  const landed = state.tasks[state.index.get(event.task)!]
  return (landed !== undefined && tierOf(state, landed) === 'critical') || settledIn(state) - told.settled >= tasks
}

/** The tasks with an open question. */
export const askingIn = (state: RunState): readonly TaskId[] =>
  state.tasks.flatMap(run => (isAsking(run) ? [run.task.id] : []))

const isAsking = (run: TaskRun | null): boolean => run?.stage.is === 'escalated'

export const settledIn = (state: RunState): number => state.tasks.filter(isSettled).length

const TIERS: readonly Tier[] = ['critical', 'normal', 'low']
const RISKS_SHOWN = 3

/** The progress of a run. */
export interface ProgressReport {
  readonly plan: string
  readonly completed: number
  readonly total: number
  readonly in_progress: readonly { readonly task: string; readonly state: string }[]
  readonly blocked: readonly { readonly task: string; readonly reason: string }[]
  /** Open ones, the most severe first. */
  readonly unresolved_risks: readonly RiskView[]
  /** Tasks that are not settled, by tier. */
  readonly estimated_remaining: Readonly<Record<Tier, number>>
}

export function progressOf(state: RunState): ProgressReport {
  const { run, tasks: all } = viewRun(state)
  const tasks = all.filter(({ group }) => !group)
  const among = (...states: readonly string[]) => tasks.filter(task => states.includes(task.state))
  const open = state.tasks.filter(task => !isSettled(task))
  const left = (tier: Tier) => open.filter(task => tierOf(state, task) === tier).length
  return {
    plan: run.title,
    completed: among('completed').length,
    total: tasks.length,
    in_progress: among('implementing', 'testing', 'test-failed', 'landing').map(task => ({
      task: task.id,
      state: task.state,
    })),
    blocked: among('blocked', 'escalated', 'paused').map(task => ({
      task: task.id,
      reason: task.reason ?? task.state,
    })),
    unresolved_risks: run.unresolved_risks,
    estimated_remaining: { critical: left('critical'), normal: left('normal'), low: left('low') },
  }
}

/** The report as lines; an indented line belongs to the one before. */
export function progressLines(report: ProgressReport): readonly string[] {
  const { completed, total, in_progress: busy, blocked, unresolved_risks: risks } = report
  const left = TIERS.flatMap(tier => {
    const count = report.estimated_remaining[tier]
    return count > 0 ? [`${count} ${tier}`] : []
  })
  return [
    `PROGRESS — ${report.plan}`,
    `Completed: ${completed}/${total} tasks`,
    `In progress: ${busy.map(({ task, state }) => `${task} (${state})`).join(', ') || 'none'}`,
    `Blocked: ${blocked.length > 0 ? blocked.length : 'none'}`,
    ...blocked.map(({ task, reason }) => `  ${task}: ${reason}`),
    `Unresolved risks: ${risks.length > 0 ? risks.length : 'none'}`,
    ...risks.slice(0, RISKS_SHOWN).map(({ id, severity, description }) => `  ${id} (${severity}): ${description}`),
    `Estimated remaining: ${left.join(', ') || 'none'}`,
  ]
}
