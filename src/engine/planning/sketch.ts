import { isParent } from '../../core/plan/hierarchy.ts'
import { fileSafe } from '../../core/plan/ids.ts'
import type { Plan, Task } from '../../core/plan/plan.ts'
import type { RunState } from '../../core/run/state.ts'
import { reportsOf } from '../../core/told/brief.ts'
import type { Sketch } from './plan-goal.ts'

/** A sketch whose turn has come, with what its run learned so far. */
export function sketchOf(plan: Plan, task: Task, run: RunState | null, depth: number): Sketch {
  const phases = plan.tasks.filter(isParent).map(({ id, title }) => `${id}. ${title}`)
  const done = run?.tasks.filter(({ stage }) => stage.is === 'completed') ?? []
  const reports = done.flatMap(reportsOf)
  const learned = [
    ...done.map(({ task: { id, title } }) => `task ${id} is done: ${title}`),
    ...reports.flatMap(({ learnings }) => learnings),
    ...reports.flatMap(({ issues }) => issues),
  ]
  return {
    ...{ id: fileSafe(task.id), title: task.title, goal: task.steps.join(' '), plan: plan.title },
    mayNest: task.id.split('/').length < depth,
    known: [
      { title: 'ALL PHASES', text: phases.join('\n') },
      { title: 'CRITERIA FOR THE WHOLE PHASE', text: task.criteria.map(({ text }) => text).join('\n') || 'none' },
      ...(learned.length > 0 ? [{ title: 'WHAT WAS LEARNED SO FAR', text: learned.join('\n') }] : []),
    ],
  }
}
