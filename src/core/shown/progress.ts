import type { Tier } from '../plan/plan.ts'
import { tierOf } from '../risk/task-tier.ts'
import type { Recorded } from '../run/event.ts'
import { isSettled, type RunState, type TaskRun } from '../run/state.ts'
import { DEFAULT_PROGRESS } from '../settings/config.ts'
import { viewRun } from './view.ts'

/** What has been told so far: how many tasks were settled then, and when. */
export interface ProgressTold {
  readonly settled: number
  readonly at: number
}

/** Whether this fact is one after which progress is told: see `Progress`; and always after a critical task or an answer of a human. */
export function isProgressDue(told: ProgressTold, { at, event }: Recorded, state: RunState): boolean {
  if (state.finished) return false
  if (ANSWERS.has(event.type)) return true
  const { tasks, minutes } = state.config.progress ?? DEFAULT_PROGRESS
  if (at - told.at >= minutes * 60_000) return true
  if (event.type !== 'task-landed') return false
  const landed = state.tasks[state.index.get(event.task)!]
  return (landed !== undefined && tierOf(state, landed) === 'critical') || settledIn(state) - told.settled >= tasks
}

const ANSWERS: ReadonlySet<Recorded['event']['type']> = new Set([
  'task-approved',
  'gates-waived',
  'task-retried',
  'task-skipped',
])

export const settledIn = (state: RunState): number => state.tasks.filter(isSettled).length

const TIERS: readonly Tier[] = ['critical', 'normal', 'low']
const RISKS_SHOWN = 3

/** How far a run is, as a manager would tell it. */
export function progressLines(state: RunState): readonly string[] {
  const view = viewRun(state)
  const among = (states: readonly string[]) => view.tasks.filter(task => states.includes(task.state))
  const busy = among(['implementing', 'testing', 'test-failed', 'landing']).map(task => `${task.id} (${task.state})`)
  const stuck = among(['blocked', 'escalated']).map(task => `${task.id} (${task.reason ?? task.state})`)
  const risks = state.tasks
    .flatMap(run => risksOf(run).map(words => ({ words, rank: TIERS.indexOf(tierOf(state, run)), id: run.task.id })))
    .sort((one, other) => one.rank - other.rank)
  const open = state.tasks.filter(run => !isSettled(run))
  const left = TIERS.map(tier => [tier, open.filter(run => tierOf(state, run) === tier).length] as const)
  return [
    `PROGRESS — ${view.run.title}`,
    `Completed: ${among(['completed']).length}/${view.tasks.length} tasks`,
    `In progress: ${busy.join(', ') || 'none'}`,
    `Blocked: ${stuck.join(', ') || 'none'}`,
    `Unresolved risks: ${[risks.length, ...risks.slice(0, RISKS_SHOWN).map(({ id, words }) => `${id}: ${words}`)].join('; ')}`,
    `Estimated remaining: ${
      left
        .filter(([, count]) => count > 0)
        .map(([tier, count]) => `${count} ${tier}`)
        .join(', ') || 'none'
    }`,
  ]
}

const risksOf = (run: TaskRun): readonly string[] => [
  ...new Set(run.attempts.flatMap(({ ended }) => (ended?.reading.is === 'valid' ? ended.reading.report.risks : []))),
]
