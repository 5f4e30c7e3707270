/** The documents of a plan: its own, and those of its sub-plans. */

import type { RunState } from '../run/state.ts'
import { folderPrefix, pathFrom } from '../text/paths.ts'
import type { TaskId } from './ids.ts'
import type { Plan } from './plan.ts'
import type { PlanPlace } from './plan-place.ts'

/** One document of a plan. */
export interface PlanDocument {
  /** The task whose sub-plan it is; null for the plan itself. */
  readonly task: TaskId | null
  /** As the user would write it: relative to the repository if it is inside. */
  readonly path: string
  /** Relative to the folder of the plan; null for the plan itself. */
  readonly beside: string | null
  readonly text: string
}

/** Every written document, the plan itself first. */
export const documentsOfPlan = (plan: Plan, planText: string, place: PlanPlace): readonly PlanDocument[] => [
  { task: null, path: place.path, beside: null, text: planText },
  ...(plan.subPlans ?? []).flatMap(({ task, path, text }) =>
    text === null ? [] : [{ task, path: besidePlan(place, path), beside: path, text }],
  ),
]

export const documentsOfRun = ({ plan, planText, opened }: RunState): readonly PlanDocument[] =>
  documentsOfPlan(plan, planText, opened.place)

/** The path of a task's sub-plan, or of the plan itself. */
export function documentPath({ plan, opened: { place } }: RunState, task: TaskId | undefined): string {
  const sub = task === undefined ? undefined : plan.subPlans?.find(candidate => candidate.task === task)
  return sub === undefined ? place.path : besidePlan(place, sub.path)
}

/** The paths of sub-plans, whether they are written or not. */
export const subPlanPaths = ({ subPlans = [] }: Pick<Plan, 'subPlans'>, place: PlanPlace): readonly string[] =>
  subPlans.map(({ path }) => besidePlan(place, path))

const besidePlan = ({ path: plan }: PlanPlace, path: string): string => {
  const joined = pathFrom(folderPrefix(plan), path)
  return plan.startsWith('/') ? `/${joined}` : joined
}
