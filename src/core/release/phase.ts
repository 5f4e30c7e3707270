import { waitsForText } from '../decisions/decide-review.ts'
import { readyInOrder } from '../run/order.ts'
import { isSettled, type RunState } from '../run/state.ts'
import { isReviewDue } from './closing.ts'

/** The phases of a run in order. A run goes back when tasks are opened or rejected. */
export const PHASES = ['intake', 'decompose', 'execute', 'integrate', 'release', 'done'] as const
export type Phase = (typeof PHASES)[number]

/**
 * The phase of a run, always derived. `decompose`: only a rewritten task can continue it; a plan that is written already
 * passes this phase at once. `integrate`: every task has ended, and the branch as a whole is reviewed.
 */
export function phaseOf(state: RunState): Phase {
  if (state.finished) return 'done'
  if (state.tip === null || state.baseline === null) return 'intake'
  if (!state.tasks.every(isSettled)) return needsAnotherText(state) ? 'decompose' : 'execute'
  return isReviewDue(state) ? 'integrate' : 'release'
}

/** Whether a task waits for another text and no other task can go on. */
const needsAnotherText = (state: RunState): boolean =>
  state.tasks.some(waitsForText) &&
  readyInOrder(state).length === 0 &&
  state.tasks.every(({ stage }) => STILL.has(stage.is))

const STILL: ReadonlySet<RunState['tasks'][number]['stage']['is']> = new Set([
  'queued',
  'completed',
  'skipped',
  'escalated',
])
