import { cycles } from '../../../core/plan/graph.ts'
import type { TaskId } from '../../../core/plan/ids.ts'
import type { Diagnostic } from '../../../core/plan/plan.ts'
import { someOf } from '../../../core/text/lists.ts'
import { createFindings, type Findings } from '../problems/findings.ts'
import type { TaskMasterReading } from './task-master.ts'

/** All diagnostics of a `tasks.json`, in its order. */
export function diagnoseTaskMaster(reading: TaskMasterReading): readonly Diagnostic[] {
  const findings = createFindings(reading.locate)
  findFileProblems(reading, findings)
  findEntryProblems(reading, findings)
  findDependencyProblems(reading, findings)
  return findings.diagnostics.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
}

function findFileProblems({ brokenAt, tasks, otherTags, tag, unused }: TaskMasterReading, findings: Findings): void {
  if (brokenAt !== null) {
    const at = { start: brokenAt, end: brokenAt + 1 }
    findings.say('error', 'not-json', at, 'This is not JSON from here on.', 'Task Master itself cannot read it either.')
    return
  }
  const start = { start: 0, end: 0 }
  if (tasks.length === 0) {
    const hint = 'Expected `{"master": {"tasks": […]}}` or `{"tasks": […]}` with tasks that are not cancelled.'
    findings.say('error', 'no-tasks', start, 'There is no task in this plan.', hint)
    return
  }
  const first = tasks[0]!
  findings.say(
    'note',
    'read-as-task-master',
    { start: first.start, end: first.start + 1 },
    'This is read as a file of Task Master: subtasks are the tasks, and `status` is set to `done` as they land.',
    'A test strategy is run only if it is a command with its result, as in `npm test` → exit 0; any other is for the judge.',
  )
  if (otherTags.length > 0) {
    const message = `Only the tag \`${tag}\` is read; the tasks of ${someOf(otherTags.map(name => `\`${name}\``))} are not.`
    findings.say('note', 'no-effect', start, message, null)
  }
  for (const [name, at] of unused)
    findings.say('note', 'unknown-field', at, `\`${name}\` has no effect: it is not read.`, null)
}

function findEntryProblems({ tasks, left }: TaskMasterReading, findings: Findings): void {
  const seen = new Set<TaskId>()
  for (const { id, task, start, end, status } of tasks) {
    const at = { start, end: Math.min(end, start + 1) }
    if (id === '' || id.endsWith('.')) findings.say('error', 'no-id', at, 'This task has no id.', 'Add `"id": 1`.')
    else if (seen.has(id)) findings.say('error', 'duplicate-id', at, `There are two tasks with the id ${id}.`, null)
    seen.add(id)
    if (task.title === '') findings.say('error', 'empty-title', at, `Task ${id} has no title.`, 'Add `"title": "…"`.')
    if (status === null)
      findings.say('note', 'no-effect', at, `Task ${id} has no status, so it cannot be marked as done.`, null)
  }
  for (const { id, why, start } of left)
    findings.say('note', 'no-effect', { start, end: start + 1 }, `Task ${id} is ${why}, so it is not run.`, null)
}

function findDependencyProblems({ tasks, parents, left }: TaskMasterReading, findings: Findings): void {
  const known = new Set([...tasks, ...parents].map(({ id }) => id))
  const off = new Map(left.map(({ id, why }) => [id, why]))
  for (const { id, named, isDone } of tasks)
    for (const need of named) {
      if (need.id === id) findings.say('error', 'self-dependency', need, `Task ${id} needs itself.`, 'Remove it.')
      else if (off.get(need.id) === 'deferred' && !isDone)
        findings.say(
          'error',
          'needs-deferred',
          need,
          `Task ${id} needs task ${need.id}, which is deferred.`,
          'Defer this one too, or remove the dependency.',
        )
      else if (!known.has(need.id) && !off.has(need.id))
        findings.say(
          'error',
          'unknown-dependency',
          need,
          `Task ${id} needs task ${need.id}, which does not exist.`,
          'Name a task by its id, and a subtask as `"1.2"`.',
        )
    }
  const at = new Map(tasks.map(entry => [entry.id, entry]))
  for (const circle of cycles(tasks.map(({ task }) => task))) {
    const { start } = at.get(circle[0]!)!
    const named = [...circle, circle[0]].join(' → ')
    const hint = 'Each waits for the next one, so none can begin. Remove one of these dependencies.'
    findings.say('error', 'dependency-cycle', { start, end: start + 1 }, `Tasks wait for each other: ${named}.`, hint)
  }
}
