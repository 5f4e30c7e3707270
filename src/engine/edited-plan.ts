import { ownTasksOf } from '../core/living/plan-changes.ts'
import { type PlanChange, planChanges } from '../core/living/plan-edit.ts'
import { hasOwnWork } from '../core/plan/hierarchy.ts'
import { type TaskId, taskId } from '../core/plan/ids.ts'
import type { Diagnostic, Plan, SubPlan } from '../core/plan/plan.ts'
import type { Rewrite } from '../core/replanning/replanning-event.ts'
import type { Event } from '../core/run/event.ts'
import { findTask, type RunState, type TaskRun } from '../core/run/state.ts'
import { authorOf } from '../core/settings/assignment.ts'
import type { Config } from '../core/settings/config.ts'

/** The current plan document, and a function that reads a text as a plan. */
export interface PlanNow {
  readonly plan: Plan
  readonly planText: string
  readonly config: Config
  /** Tasks that were ticked when this process began: a message said so. */
  readonly tickedBefore?: ReadonlySet<TaskId>
  /** The run's text is read again, so that an improved reader is not taken for an edit. */
  readonly readPlan?: ReadPlan
}

/** The plan documents during a run. */
export interface PlanSource {
  /** As they are now; the problem if they are gone or cannot be run; null while a program is writing them. */
  read(): Promise<PlanNow | { readonly problem: string } | null>
  /** One text as a document, as `check` reads it. */
  readDocument(text: string): { readonly plan: Plan | null; readonly diagnostics: readonly Diagnostic[] }
  /** A text with the documents of its sub-plans. */
  readonly readWhole: ReadPlan
  /** Calls back soon after a document may have changed; returns a function that stops it. */
  watch(changed: () => void): () => void
}

/** Reads a text as a plan, with these documents of its sub-plans. */
export type ReadPlan = (text: string, subPlans: readonly SubPlan[]) => Plan | null

type Read = Pick<PlanNow, 'plan' | 'planText' | 'readPlan'>

/** The plan as it was read, with everything that the run's planner wrote and that is not on the disk. */
export const withOwnDocuments = <T extends Read>(state: RunState, now: T): T =>
  withRewrites(state, withSubPlans(state, now))

/**
 * Texts of rejected tasks, in documents that only their human writes. A text that the human has changed since is left alone:
 * it is newer than the planner's.
 */
function withRewrites<T extends Read>({ replanning: { rewrites }, opened }: RunState, now: T): T {
  if (opened.place.kept === 'in-place') return now
  const known = (now.plan.subPlans ?? []).filter(({ text }) => text !== null)
  const texts = new Map([[MAIN, now.planText], ...known.map(({ path, text }) => [path, text!] as const)])
  let isRewritten = false
  for (const rewrite of rewrites) {
    const path = rewrite.beside ?? MAIN
    const text = rewritten(texts.get(path) ?? '', rewrite)
    if (text === null) continue
    texts.set(path, text)
    isRewritten = true
  }
  if (!isRewritten) return now
  const planText = texts.get(MAIN)!
  const subPlans = known.map(sub => ({ ...sub, text: texts.get(sub.path)! }))
  return { ...now, planText, plan: now.readPlan?.(planText, subPlans) ?? now.plan }
}

/** The plan itself among its documents. */
const MAIN = ''

/** A text with another one for a task; null if the lines of the task are not there any more, or not only once. */
export function rewritten(text: string, { before, after }: Pick<Rewrite, 'before' | 'after'>): string | null {
  const [head, tail, ...more] = text.split(before)
  return head === undefined || tail === undefined || more.length > 0 ? null : `${head}${after}${tail}`
}

/** The plan with the sub-plans that the planner wrote. */
function withSubPlans<T extends Read>({ replanning: { documents } }: RunState, now: T): T {
  const { plan, planText, readPlan } = now
  const known = plan.subPlans ?? []
  if (!known.some(({ path, text }) => text === null && documents.has(path))) return now
  const onDisk = known.filter(({ text }) => text !== null)
  const written = new Set(onDisk.map(({ path }) => path))
  const own = [...documents].flatMap(([path, text]) =>
    written.has(path) ? [] : [{ task: taskId(path), path, title: '', text }],
  )
  return { ...now, plan: readPlan?.(planText, [...onDisk, ...own]) ?? plan }
}

/** The differences between the document and the run's plan, without ticks and the run's own additions. */
export function changesSince(state: RunState, { plan, planText, readPlan }: PlanNow): readonly PlanChange[] {
  const { planText: before, plan: planBefore, opened } = state
  if (textsOf(planText, plan) === textsOf(before, planBefore)) return []
  const changes = planChanges(readPlan?.(before, planBefore.subPlans ?? []) ?? planBefore, plan, ownTasksOf(state))
  // The branch contains a copy of the document, which follows every edit.
  return changes.length > 0 || opened.place.kept === 'in-place' ? changes : [{ is: 'document', parts: ['words'] }]
}

/** All documents of a plan without their ticks. */
const textsOf = (text: string, { subPlans = [] }: Plan): string =>
  [
    unticked(text),
    ...subPlans.map(sub => `${sub.task} ${sub.path}\n${sub.text === null ? '' : unticked(sub.text)}`),
  ].join('\0')

const unticked = (text: string): string => text.replace(/\[[xX]\](?=[*\s])/g, '[ ]').trimEnd()

/** The differences during a run: boxes that were ticked by hand count too. */
export function changesDuring(state: RunState, now: PlanNow): readonly PlanChange[] {
  const before = new Map(state.written.tasks.map(task => [task.id, task.ticked]))
  const ticked = now.plan.tasks.filter(task => {
    const run = findTask(state, task.id)
    const isNew = before.get(task.id) === false && !now.tickedBefore?.has(task.id)
    return task.ticked && isNew && run !== null && isOpen(run)
  })
  return [
    ...changesSince(state, now),
    ...ticked.map(({ id, title }): PlanChange => ({ is: 'ticked', task: id, title })),
  ]
}

/** Our own tick is in the file shortly before the landing is recorded. */
const isOpen = ({ stage, task }: TaskRun): boolean =>
  hasOwnWork(task) && stage.is !== 'completed' && stage.is !== 'skipped' && stage.is !== 'landing'

/** The event by which a run adopts the current document. */
export function planEditedEvent(
  state: RunState,
  now: PlanNow,
  changes: readonly PlanChange[],
): Extract<Event, { type: 'plan-edited' }> {
  const { config } = state
  const agents = missing(config.agents, now.config.agents)
  const prompts = missing(config.prompts ?? {}, now.config.prompts ?? {})
  return {
    type: 'plan-edited',
    plan: now.plan,
    planText: now.planText,
    changes,
    ...(agents ? { agents } : {}),
    ...(prompts ? { prompts } : {}),
  }
}

/** Additions to the settings of a run; existing ones stay frozen. */
function missing<T>(known: Readonly<Record<string, T>>, now: Readonly<Record<string, T>>) {
  const fresh = Object.entries(now).filter(([name]) => !Object.hasOwn(known, name))
  return fresh.length > 0 ? Object.fromEntries(fresh) : null
}

/** Whether a task of the edited plan would have no agent. */
export const lacksAgent = (state: RunState, { plan, config }: PlanNow): boolean =>
  plan.tasks.some(task => authorOf(state.config, task) === null && authorOf(config, task) === null)
