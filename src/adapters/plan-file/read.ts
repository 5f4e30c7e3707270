import type { Diagnostic, Plan } from '../../core/plan/plan.ts'
import { printable } from '../../core/text/clean-text.ts'
import { planOf, type Reading, readNative } from './native.ts'
import { planId } from './plan-id.ts'
import { diagnose } from './problems/diagnose.ts'
import { diagnoseTaskMaster } from './task-master/problems.ts'
import { isTaskMaster, readTaskMaster } from './task-master/task-master.ts'
import { frontMatterValue } from './text/front-matter.ts'

/** A plan, and all diagnostics of its document. */
export interface PlanReading {
  /** Null only if the document has no task; a plan with errors can be shown, but not run. */
  readonly plan: Plan | null
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a plan document. The path only helps to name the plan; hints quote `test`, the project's test command. */
export function parsePlan(text: string, { path, test }: { path: string; test?: string | undefined }): PlanReading {
  if (isTaskMaster(text)) return parseTaskMaster(text, path)
  const reading = readNative(text)
  const plan = reading.tasks.length === 0 ? null : namesCleaned(planOf(reading, idOf(reading, path)))
  return { plan, diagnostics: diagnose(reading, { test: test ?? 'npm test' }) }
}

function parseTaskMaster(text: string, path: string): PlanReading {
  const reading = readTaskMaster(text)
  const tasks = reading.tasks.map(({ task }) => task)
  const id = planId({ path, given: null, title: '' })
  const about = { title: id, summary: '', guardrails: [], commitRows: [], context: '' }
  const plan = tasks.length === 0 ? null : namesCleaned({ id, ...about, tasks })
  return { plan, diagnostics: diagnoseTaskMaster(reading) }
}

/** Names also go to places that no surface of ours cleans: commit messages, tags, reviews, prompts. */
const namesCleaned = (plan: Plan): Plan => ({
  ...plan,
  title: printable(plan.title),
  tasks: plan.tasks.map(task => ({
    ...task,
    title: printable(task.title),
    owner: task.owner === null ? null : printable(task.owner),
  })),
})

function idOf({ text, outline, title }: Reading, path: string): string {
  const front = outline.frontMatter
  const given = front === null ? null : frontMatterValue(text.slice(front.start, front.end), 'plan-id')
  return planId({ path, given, title })
}
