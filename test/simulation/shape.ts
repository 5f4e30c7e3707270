import { insideOf, parentOf } from '../../src/core/plan/hierarchy.ts'
import { type TaskId, taskId } from '../../src/core/plan/ids.ts'
import type { Plan, SubPlan, Task } from '../../src/core/plan/plan.ts'
import { task } from '../rig/core/plan.ts'

/** What a plan has besides its tasks. */
export interface Shape {
  /** A task with two tasks inside it. */
  readonly parent?: boolean
  /** A task whose sub-plan is not written. */
  readonly later?: boolean
  /** An integration test of the first tasks. */
  readonly test?: boolean
  /** A human edits the plan when it has been read this often: a new task, and the sub-plan that was missing. */
  readonly editedAfter?: number
}

type MakeTask = (id: TaskId, needs: readonly TaskId[], fields: Pick<Task, 'tier' | 'owner' | 'hold'>) => Task
const PLAIN = { tier: 'normal', owner: null, hold: false } as const

/** The plan with these parts. */
export function shaped(plan: Plan, { parent, later, test }: Shape, make: MakeTask): Plan {
  const first = plan.tasks.slice(0, 2).map(({ id }) => id)
  const whole = parent ? withSubPlan(plan, 'g', ['1', '2'], make) : plan
  const waiting = later ? withSubPlan(whole, 'l', [], make) : whole
  if (!test) return waiting
  const suite = { id: 'whole', description: '', tasks: first, layer: null, command: 'suite', references: [] }
  return { ...waiting, integrations: [suite] }
}

function withSubPlan(plan: Plan, id: string, inside: readonly string[], make: MakeTask): Plan {
  const path = `${id}.md`
  const above = task(id, { needs: plan.tasks.slice(0, 1).map(({ id: need }) => need) })
  const sub = { ...plan, tasks: inside.map(child => make(taskId(child), [], PLAIN)) }
  const children = insideOf(above, sub)
    .map(child => make(child.id, child.needs, PLAIN))
    .map(child => ({ ...child, parent: above.id }))
  const text = inside.length === 0 ? null : inside.map(child => `[ ] ${child}\n`).join('')
  return {
    ...plan,
    tasks: [...plan.tasks.filter(({ id: known }) => known !== above.id), parentOf(above, path, children), ...children],
    subPlans: [
      ...(plan.subPlans ?? []).filter(({ path: known }) => known !== path),
      { task: above.id, path, title: id, text },
    ],
  }
}

/** The plan with the documents of sub-plans that a planner wrote. */
export function withDocuments(plan: Plan, subPlans: readonly SubPlan[], make: MakeTask): Plan {
  const isWritten = (known: readonly SubPlan[]) => known.some(({ path, text }) => path === 'l.md' && text !== null)
  return isWritten(subPlans) && !isWritten(plan.subPlans ?? []) ? withSubPlan(plan, 'l', ['1', '2'], make) : plan
}

/** The plan after a human's edit during the run: a new task, and the sub-plan that was missing. */
export function afterEdit(plan: Plan, { later }: Shape, make: MakeTask): Plan {
  const written = later ? withSubPlan(plan, 'l', ['1'], make) : plan
  return { ...written, tasks: [...written.tasks, make(taskId('new'), [], PLAIN)] }
}
