import { z } from 'zod'
import type { RunState } from '../../core/run/state.ts'
import { finalReport } from '../../core/shown/final-report.ts'
import { viewRun } from '../../core/shown/view.ts'
import type { Driver } from '../../ports.ts'

const QUESTION = z.object({
  task: z.string(),
  problem: z.string(),
  impact: z.string(),
  options: z.array(z.object({ words: z.string(), command: z.string() })),
  recommended: z.number().describe('number of the recommended option, from 1'),
  blocking: z.boolean(),
})

/** The state of a run in few words: clients pay for every one of them. */
export const RUN_SUMMARY = z.object({
  run: z.string(),
  plan: z.string(),
  title: z.string(),
  phase: z.string(),
  branch: z.string(),
  under_way: z.boolean().describe('a process drives the run'),
  finished: z.boolean(),
  rehearsal: z.boolean(),
  proven: z.number().describe('tasks that pm-agent has proven; no other task is done'),
  tasks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: z.string(),
      outcome: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  questions: z.array(QUESTION).describe('decisions that only the human can make'),
  halted: z.string().nullable(),
  cost_usd: z.number().nullable(),
  cursor: z.number().describe('pass it as "after" to pm_wait'),
  next: z.string(),
})

export type RunSummary = z.infer<typeof RUN_SUMMARY>

export function runSummary(state: RunState, driver: Driver): RunSummary {
  const { run, tasks, escalations } = viewRun(state)
  return {
    run: run.id,
    plan: run.plan,
    title: run.title,
    phase: run.phase,
    branch: run.branch,
    under_way: driver.is === 'driving',
    finished: state.finished,
    rehearsal: run.rehearsal === true,
    proven: tasks.filter(({ outcome }) => outcome === 'proven').length,
    tasks: tasks.map(({ id, title, state: word, outcome, reason }) => ({ id, title, state: word, outcome, reason })),
    questions: escalations.map(({ task, problem, impact, options, recommended, blocking }) => ({
      task,
      problem,
      impact,
      options: options.map(({ words, command }) => ({ words, command })),
      recommended: recommended + 1,
      blocking,
    })),
    halted: run.halted?.problem ?? null,
    cost_usd: run.cost_usd,
    cursor: state.version,
    next: driver.is === 'driving' ? 'pm_wait waits for the run' : finalReport(state).next,
  }
}
