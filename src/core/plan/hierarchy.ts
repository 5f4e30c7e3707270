/** A plan with sub-plans as one list of tasks: `2/1` is task 1 of the sub-plan of task 2. */

import { type TaskId, taskId } from './ids.ts'
import type { CommitRow, Input, IntegrationTest, Plan, Task } from './plan.ts'

/** Whether its tasks are in a document of their own. */
export const isParent = ({ subPlan }: Pick<Task, 'subPlan'>): boolean => subPlan !== undefined

/** Whether a parent has work of its own: criteria for its children together. */
export const hasOwnWork = ({ subPlan, criteria }: Pick<Task, 'subPlan' | 'criteria'>): boolean =>
  subPlan === undefined || criteria.length > 0

const known = new WeakMap<readonly Task[], ReadonlyMap<TaskId, readonly Task[]>>()

/** The tasks of each parent's sub-plan, in the order of its document; computed once per plan. */
export function childrenIn(tasks: readonly Task[]): ReadonlyMap<TaskId, readonly Task[]> {
  const found = known.get(tasks)
  if (found) return found
  const children = new Map<TaskId, Task[]>()
  for (const task of tasks) {
    if (task.parent === undefined) continue
    const list = children.get(task.parent)
    if (list) list.push(task)
    else children.set(task.parent, [task])
  }
  known.set(tasks, children)
  return children
}

/** All tasks inside a task, at any depth, in the order of the plan. */
export function descendantsOf(tasks: readonly Task[], id: TaskId): readonly Task[] {
  const children = childrenIn(tasks)
  const inside: Task[] = []
  const visit = (parent: TaskId): void => {
    for (const child of children.get(parent) ?? []) {
      inside.push(child)
      visit(child.id)
    }
  }
  visit(id)
  return inside
}

/** The id of a task in its own document: `1` for `2/1`. */
export const localId = ({ id, parent }: Pick<Task, 'id' | 'parent'>): TaskId =>
  parent === undefined ? id : taskId(id.slice(parent.length + 1))

/** The tasks of a sub-plan as tasks of the whole plan. */
export function insideOf(parent: Task, sub: Plan): readonly Task[] {
  const local = new Set(sub.tasks.map(({ id }) => id))
  const rename = (id: TaskId): TaskId => taskId(`${parent.id}/${id}`)
  return sub.tasks.map(task => ({
    ...task,
    id: rename(task.id),
    parent: parent.id,
    needs: [...new Set([...task.needs.map(rename), ...parent.needs])],
    inputs: task.inputs.map(input => renamedReference(input, local, rename)),
    mustNot: [...task.mustNot, ...sub.guardrails],
    owner: task.owner ?? parent.owner,
    layer: task.layer ?? parent.layer,
    agent: task.agent ?? parent.agent,
    role: task.role ?? parent.role,
  }))
}

/** A parent after its children: it needs them, and what is left for it is to verify them together. */
export const parentOf = (task: Task, path: string, children: readonly Task[]): Task => ({
  ...task,
  subPlan: path,
  type: task.criteria.length > 0 ? 'verification' : task.type,
  needs: [...new Set([...task.needs, ...children.map(({ id }) => id)])],
})

export const commitRowsInside = (parent: Task, sub: Plan): readonly CommitRow[] =>
  sub.commitRows.map(row => ({ ...row, tasks: row.tasks.map(id => taskId(`${parent.id}/${id}`)) }))

export const integrationsInside = (parent: Task, sub: Plan): readonly IntegrationTest[] =>
  (sub.integrations ?? []).map(test => ({
    ...test,
    id: `${parent.id}/${test.id}`,
    tasks: test.tasks.map(id => taskId(`${parent.id}/${id}`)),
  }))

const REFERENCE = /\$\{todo-([^}]+?)\.outputs\./g

/** `${todo-1.outputs.x}` in a sub-plan means its own task 1. */
const renamedReference = (input: Input, local: ReadonlySet<TaskId>, rename: (id: TaskId) => TaskId): Input => ({
  ...input,
  value: input.value.replace(REFERENCE, (whole, id: string) =>
    local.has(taskId(id)) ? `\${todo-${rename(taskId(id))}.outputs.` : whole,
  ),
})
