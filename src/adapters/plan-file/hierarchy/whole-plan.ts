/** A plan with the documents of all its sub-plans. */

import { posix } from 'node:path'
import { commitRowsInside, insideOf, integrationsInside, parentOf } from '../../../core/plan/hierarchy.ts'
import type { CommitRow, Diagnostic, IntegrationTest, Plan, SubPlan, Task } from '../../../core/plan/plan.ts'
import { type PlanReading, parsePlan } from '../read.ts'

/** Reads a document by its path relative to the folder of the plan; null if it does not exist. */
export type ReadDocument = (path: string) => string | null

export interface WholePlanOptions {
  /** The path of the plan, relative to the repository if it is inside. */
  readonly path: string
  readonly test?: string | undefined
  /** Levels of sub-plans below the plan. */
  readonly depthMax: number
  readonly read: ReadDocument
}

interface Level {
  /** The path of the current document, and those of the documents around it. */
  readonly path: string
  readonly around: readonly string[]
}

interface Collected {
  readonly tasks: Task[]
  readonly subPlans: SubPlan[]
  readonly commitRows: CommitRow[]
  readonly integrations: IntegrationTest[]
  readonly diagnostics: Diagnostic[]
  /** The task of each document that was read. */
  readonly owners: Map<string, string>
}

/** Reads a plan and its sub-plans, to the maximum depth, as one list of tasks. */
export function readWholePlan(text: string, options: WholePlanOptions): PlanReading {
  const { path, test } = options
  const reading = parsePlan(text, { path, test })
  const { plan } = reading
  if (!plan?.tasks.some(({ subPlan }) => subPlan !== undefined)) return reading
  const found: Collected = {
    tasks: [],
    subPlans: [],
    commitRows: [...plan.commitRows],
    integrations: [...(plan.integrations ?? [])],
    diagnostics: [...reading.diagnostics],
    owners: new Map(),
  }
  const main = posix.basename(path.replaceAll('\\', '/'))
  for (const task of plan.tasks) take(found, options, task, { path: main, around: [] })
  const { tasks, subPlans, commitRows, integrations, diagnostics } = found
  const parts = { ...(integrations.length > 0 ? { integrations } : {}), ...(subPlans.length > 0 ? { subPlans } : {}) }
  const whole: Plan = { ...plan, tasks, commitRows, ...parts }
  return { plan: whole, diagnostics }
}

/** Adds a task, and everything inside it. */
function take(found: Collected, options: WholePlanOptions, task: Task, level: Level): void {
  if (task.subPlan === undefined) {
    found.tasks.push(task)
    return
  }
  const path = documentPath(level.path, task.subPlan)
  const problem = refusal(found, options, path, level)
  if (problem !== null) {
    found.tasks.push({ ...task, subPlan: path })
    say(found, task, level, { severity: 'error', ...problem })
    return
  }
  found.owners.set(path, task.id)
  const text = options.read(path)
  const reading = text === null ? null : parsePlan(text, { path, test: options.test })
  const sub = reading?.plan ?? null
  found.subPlans.push({ task: task.id, path, title: sub?.title ?? task.title, text })
  if (sub === null) {
    found.tasks.push(parentOf(task, path, []))
    say(found, task, level, { severity: 'warning', ...notWritten(path, text) })
    return
  }
  for (const diagnostic of reading!.diagnostics) found.diagnostics.push({ ...diagnostic, document: path })
  const children = insideOf(task, sub)
  found.tasks.push(parentOf(task, path, children))
  found.commitRows.push(...commitRowsInside(task, sub))
  found.integrations.push(...integrationsInside(task, sub))
  for (const child of children) take(found, options, child, { path, around: [...level.around, level.path] })
}

/** The document as written: relative to the document that names it; a folder means its PLAN.md. */
function documentPath(from: string, written: string): string {
  const joined = posix.normalize(posix.join(posix.dirname(from), written))
  return joined.endsWith('/') || !/\.[a-z]+$/i.test(joined) ? posix.join(joined, 'PLAN.md') : joined
}

interface Refused {
  readonly code: string
  readonly message: string
  readonly hint: string
}

function refusal(found: Collected, { path: main, depthMax }: WholePlanOptions, path: string, level: Level) {
  // A plan outside of the repository may only use its own folder.
  const folder = posix.isAbsolute(main) ? '' : posix.dirname(main)
  const inside = posix.normalize(posix.join(folder, path))
  if (posix.isAbsolute(path) || inside === '..' || inside.startsWith('../'))
    return refused('sub-plan-outside', `The sub-plan \`${path}\` is not inside the repository.`, OUTSIDE)
  if (path === level.path || level.around.includes(path)) {
    const circle = [...level.around, level.path, path]
    const words = circle.slice(circle.indexOf(path)).join(' → ')
    return refused('sub-plan-cycle', `The sub-plan \`${path}\` contains itself: ${words}.`, CYCLE)
  }
  const owner = found.owners.get(path)
  if (owner !== undefined)
    return refused('sub-plan-shared', `\`${path}\` is the sub-plan of task ${owner} already.`, SHARED)
  if (level.around.length >= depthMax)
    return refused(
      'sub-plan-too-deep',
      `This sub-plan is ${level.around.length + 1} levels below the plan, and limits.depth is ${depthMax}.`,
      'Move its tasks into the document that names it, or raise limits.depth in pm-agent.yaml.',
    )
  return null
}

const OUTSIDE = 'Name it relative to the document: `**Sub-plan**: parser/PLAN.md`.'
const CYCLE = 'Name another document, or remove the field.'
const SHARED = 'Give each of them a document of its own: its boxes can be ticked for one task only.'
const refused = (code: string, message: string, hint: string): Refused => ({ code, message, hint })

const notWritten = (path: string, text: string | null): Refused =>
  text === null
    ? refused(
        'sub-plan-missing',
        `There is no \`${path}\` yet: the task is planned when its turn comes.`,
        'Write it before that, also during the run; otherwise you are asked then.',
      )
    : refused(
        'sub-plan-empty',
        `\`${path}\` has no task yet.`,
        'Write its tasks before its turn comes, also during the run.',
      )

function say(
  { diagnostics }: Collected,
  { span }: Task,
  { path, around }: Level,
  problem: Omit<Diagnostic, 'span' | 'document'>,
): void {
  diagnostics.push({ ...problem, span, ...(around.length > 0 ? { document: path } : {}) })
}

/** Reads the documents of an earlier reading instead of those on the disk. */
export const documentsOf =
  (subPlans: readonly SubPlan[] = []): ReadDocument =>
  path =>
    subPlans.find(sub => sub.path === path)?.text ?? null
