import type { TaskId } from '../plan/ids.ts'
import { isSettled, type RunState, taskRun } from '../run/state.ts'
import { problemOf } from '../shown/escalation.ts'
import { rootBlockers, taskStatus } from '../shown/status.ts'
import { taskNames } from '../text/lists.ts'

/** A task that keeps a run from going on, and what it waits for. Names are those of the documented JSON. */
export interface Blocker {
  readonly task: string
  readonly title: string
  /** `you`, or the tasks that wait for you. */
  readonly waits_for: 'you' | readonly string[]
  readonly problem: string | null
  /** Of one that waits for you: the tasks that wait for it, directly or through others. */
  readonly blocks: readonly string[]
}

/** Every open task with what it waits for, once nothing can go on without a human; empty before. */
export function blockersOf(state: RunState): readonly Blocker[] {
  const open = state.tasks.filter(run => !isSettled(run))
  const isOver = open.every(run => run.stage.is === 'escalated' || taskStatus(state, run) === 'blocked')
  if (state.finished || !isOver) return []
  const blocks = new Map<TaskId, TaskId[]>()
  for (const run of open)
    for (const root of rootBlockers(state, run)) {
      const found = blocks.get(root)
      if (found) found.push(run.task.id)
      else blocks.set(root, [run.task.id])
    }
  return open.map(({ task, stage }) => ({
    task: task.id,
    title: task.title,
    waits_for: stage.is === 'escalated' ? 'you' : rootBlockers(state, taskRun(state, task.id)),
    problem: stage.is === 'escalated' ? problemOf(task, stage) : null,
    blocks: stage.is === 'escalated' ? (blocks.get(task.id) ?? []) : [],
  }))
}

/** The blockers in lines; empty if no task waits for another one: then the questions say it all. */
export function blockerLines(blockers: readonly Blocker[]): readonly string[] {
  if (blockers.every(({ waits_for: waits }) => waits === 'you')) return []
  const width = Math.max(...blockers.map(({ task }) => task.length))
  return [
    'ALL BLOCKED: nothing can continue without you',
    ...blockers.map(({ task, title, waits_for: waits, blocks }) => {
      const words =
        waits === 'you'
          ? `waits for you: pm-agent review ${task}${blocks.length > 0 ? ` (blocks ${blocks.join(', ')})` : ''}`
          : `waits for ${taskNames(waits)}`
      return `  ${task.padEnd(width)}  ${title}: ${words}`
    }),
  ]
}
