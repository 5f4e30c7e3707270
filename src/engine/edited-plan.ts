import type { Plan } from '../core/plan/plan.ts'
import { ownTasksOf } from '../core/plan/plan-changes.ts'
import { type PlanChange, planChanges } from '../core/plan/plan-edit.ts'
import type { Event } from '../core/run/event.ts'
import type { RunState } from '../core/run/state.ts'
import { authorOf } from '../core/settings/assignment.ts'
import type { Config } from '../core/settings/config.ts'

/** A plan document as it is now, and how a text is read as one. */
export interface PlanNow {
  readonly plan: Plan
  readonly planText: string
  readonly config: Config
  /** The text of a run is read again, so that a reader that has learned something is not taken for an edit. */
  readonly readPlan?: (text: string) => Plan | null
}

/** What of the document is different from what a run works with, besides ticks and what the run wrote itself. */
export function changesSince(state: RunState, { plan, planText, readPlan }: PlanNow): readonly PlanChange[] {
  const { planText: before, plan: planBefore, opened } = state
  if (unticked(planText) === unticked(before)) return []
  const changes = planChanges(readPlan?.(before) ?? planBefore, plan, ownTasksOf(state))
  // The branch holds a copy of the document, and that follows whatever was written.
  return changes.length > 0 || opened.place.kept === 'in-place' ? changes : [{ is: 'document', parts: ['words'] }]
}

const unticked = (text: string): string => text.replace(/\[[xX]\](?=[*\s])/g, '[ ]').trimEnd()

/** The fact that a run takes the document as it is now. */
export function planEditedEvent(state: RunState, now: PlanNow, changes: readonly PlanChange[]): Event {
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

/** What the settings of a run do not name yet; what they name stays as it was frozen. */
function missing<T>(known: Readonly<Record<string, T>>, now: Readonly<Record<string, T>>) {
  const fresh = Object.entries(now).filter(([name]) => !Object.hasOwn(known, name))
  return fresh.length > 0 ? Object.fromEntries(fresh) : null
}

/** Whether a task of the edited plan would have nobody to work on it. */
export const lacksAgent = (state: RunState, { plan, config }: PlanNow): boolean =>
  plan.tasks.some(task => authorOf(state.config, task) === null && authorOf(config, task) === null)
