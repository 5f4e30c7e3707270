import { plural } from '../text/lists.ts'
import type { ProposedPhase } from './proposal.ts'
import { SUB_PLAN_MAX } from './proposal-problems.ts'

/** Above this many tasks a list is hard to follow. */
const TASKS_MANY = 15
const PHASES_CLEAR = 3
const DOMAINS_SEVERAL = 2

/** Whether phases should have plans of their own, and the facts that say so. */
export interface HierarchyAdvice {
  readonly isHierarchical: boolean
  readonly words: string
}

/** The rule without a human: many tasks, or clear phases in several fields of work. A plan no larger than a sub-plan stays flat. */
export function hierarchyAdvice(phases: readonly ProposedPhase[]): HierarchyAdvice {
  const tasks = phases.reduce((sum, phase) => sum + phase.tasks, 0)
  const domains = new Set(phases.map(({ domain }) => domain.trim().toLowerCase()).filter(Boolean)).size
  const words = `${plural(tasks, 'task')} in ${plural(phases.length, 'phase')}${domains > 0 ? ` and ${plural(domains, 'field')} of work` : ''}`
  const isLarge = tasks > TASKS_MANY && phases.length > 1
  const isVaried = tasks > SUB_PLAN_MAX && phases.length >= PHASES_CLEAR && domains >= DOMAINS_SEVERAL
  return { isHierarchical: isLarge || isVaried, words }
}

/** The phases that can begin at once; the others are planned when their turn comes, from what was learned. */
export const firstPhases = (phases: readonly ProposedPhase[]): readonly number[] =>
  phases.flatMap(({ needs }, at) => (needs.length === 0 ? [at + 1] : []))
