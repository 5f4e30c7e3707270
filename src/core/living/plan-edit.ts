import type { TaskId } from '../plan/ids.ts'
import type { Plan, Task } from '../plan/plan.ts'

/** One difference between the run's plan and the current document. */
export type PlanChange =
  | { readonly is: 'added'; readonly task: TaskId; readonly title: string }
  | { readonly is: 'removed'; readonly task: TaskId; readonly title: string }
  /** `fields`: the changed parts, by their names in a plan. */
  | { readonly is: 'reworded'; readonly task: TaskId; readonly title: string; readonly fields: readonly string[] }
  /** The common tasks, in their new order. */
  | { readonly is: 'reordered'; readonly tasks: readonly TaskId[] }
  /** A box ticked by hand. */
  | { readonly is: 'ticked'; readonly task: TaskId; readonly title: string }
  /** A change outside of tasks: guardrails, commit messages, context, or only text. */
  | { readonly is: 'document'; readonly parts: readonly string[] }

/** The names of task parts in a plan; `id`, `phase`, `parent`, `span` and `ticked` are not about the work. */
const FIELDS: Readonly<Partial<Record<keyof Task, string>>> = {
  title: 'title',
  type: 'Type',
  kind: 'Kind',
  kindStated: 'Kind',
  tier: 'Tier',
  tierStated: 'Tier',
  needs: 'dependencies',
  subPlan: 'Sub-plan',
  tools: 'Required Tools',
  inputs: 'Inputs',
  outputs: 'Outputs',
  steps: 'Steps',
  mustNot: 'Must NOT do',
  nonGoals: 'Non-goals',
  references: 'References',
  criteria: 'Acceptance Criteria',
  files: 'Files',
  tests: 'Tests',
  hidden: 'Hidden',
  commands: 'Commands',
  allow: 'Allow',
  interfaces: 'Interfaces',
  owner: 'Owner',
  agent: 'Agent',
  role: 'Role',
  layer: 'Layer',
  minutes: 'Minutes',
  estimate: 'Estimate',
  hold: 'Hold',
  breaking: 'Breaking',
}
const NOT_WORK: ReadonlySet<string> = new Set(['id', 'span', 'ticked', 'phase', 'parent'])

/** The differences between two readings of a plan, without ticks and without tasks that the run added itself. */
export function planChanges(before: Plan, after: Plan, ownTasks: ReadonlySet<TaskId> = new Set()): PlanChange[] {
  const old = new Map(before.tasks.filter(task => !ownTasks.has(task.id)).map(task => [task.id, task]))
  const now = new Map(after.tasks.filter(task => !ownTasks.has(task.id)).map(task => [task.id, task]))
  const changes: PlanChange[] = []
  for (const task of now.values()) {
    const earlier = old.get(task.id)
    if (earlier === undefined) changes.push({ is: 'added', task: task.id, title: task.title })
    else {
      const fields = changedFields(earlier, task, ownTasks)
      if (fields.length > 0) changes.push({ is: 'reworded', task: task.id, title: task.title, fields })
    }
  }
  for (const task of old.values())
    if (!now.has(task.id)) changes.push({ is: 'removed', task: task.id, title: task.title })
  const kept = [...now.keys()].filter(id => old.has(id))
  if (kept.join(' ') !== [...old.keys()].filter(id => now.has(id)).join(' '))
    changes.push({ is: 'reordered', tasks: kept })
  const parts = changedParts(before, after)
  if (parts.length > 0) changes.push({ is: 'document', parts })
  return changes
}

function changedFields(before: Task, after: Task, ownTasks: ReadonlySet<TaskId>): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Task)[]
  // The children of a parent are compared themselves.
  const isOther = (task: Task) => (id: TaskId) => !ownTasks.has(id) && !id.startsWith(`${task.id}/`)
  const own = (task: Task): Task => ({ ...task, needs: task.needs.filter(isOther(task)) })
  const [old, now] = [own(before), own(after)]
  const names = keys.flatMap(key => {
    if (NOT_WORK.has(key) || worth(old[key]) === worth(now[key])) return []
    return key === 'other' ? changedOthers(old, now) : [FIELDS[key] ?? key]
  })
  return [...new Set(names)]
}

const changedOthers = ({ other: before }: Task, { other: after }: Task): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => worth(before[name]) !== worth(after[name]),
  )

/** A value without positions and ticks, including those of boxes inside longer text. */
const worth = (value: unknown): string =>
  JSON.stringify(value ?? null, (key, inside: unknown) => {
    if (key === 'span' || key === 'ticked') return undefined
    return typeof inside === 'string' ? inside.replace(/\[[xX]\](?=\s)/g, '[ ]') : inside
  })

function changedParts(before: Plan, after: Plan): readonly string[] {
  const parts: readonly (readonly [keyof Plan, string])[] = [
    ['title', 'title'],
    ['summary', 'summary'],
    ['guardrails', 'guardrails'],
    ['commitRows', 'Commit Strategy'],
    ['context', 'context'],
    ['design', 'design document'],
    ['integrations', 'Integration Tests'],
  ]
  return parts.flatMap(([key, name]) => (worth(before[key]) === worth(after[key]) ? [] : [name]))
}

/** One line for each change. */
export function changeLine(change: PlanChange): string {
  switch (change.is) {
    case 'added':
      return `+ task ${change.task} (new): ${change.title}`
    case 'removed':
      return `- task ${change.task} (removed): ${change.title}`
    case 'reworded':
      return `~ task ${change.task} (${change.fields.join(', ')} changed): ${change.title}`
    case 'reordered':
      return `~ order of the tasks: ${change.tasks.join(', ')}`
    case 'ticked':
      return `x task ${change.task} (ticked by hand): ${change.title}`
    case 'document':
      return `~ outside of the tasks: ${change.parts.join(', ')}`
  }
}
