import { waitsForText } from '../decisions/decide-review.ts'
import { dueTests, failedTests } from '../integration/due-tests.ts'
import { wishOf } from '../replanning/wish.ts'
import { readyInOrder } from '../run/order.ts'
import { findTask, isSettled, type RunState } from '../run/state.ts'
import { isReviewDue } from './closing.ts'

/** The phases of a run in order. A run goes back when tasks are opened or rejected. */
export const PHASES = ['intake', 'decompose', 'execute', 'integrate', 'release', 'done'] as const
export type Phase = (typeof PHASES)[number]

/**
 * The phase of a run, always derived. `decompose`: only a rewritten task can continue it; a plan that is written already
 * passes this phase at once, and a run is back in it while a failed integration test has a task that has not begun.
 * `integrate`: every task has ended, and the branch as a whole is tested and reviewed.
 */
export function phaseOf(state: RunState): Phase {
  if (state.finished) return 'done'
  if (state.tip === null || state.baseline === null) return 'intake'
  if (!state.tasks.every(isSettled))
    return needsAnotherText(state) || isDiagnosed(state) || isReplanned(state) ? 'decompose' : 'execute'
  return isReviewDue(state) || dueTests(state).length > 0 || state.integration.running ? 'integrate' : 'release'
}

/** Whether a failed integration test opened a task that has not begun. */
const isDiagnosed = (state: RunState): boolean =>
  failedTests(state).some(({ remedies }) =>
    remedies.some(id => {
      const run = findTask(state, id)
      return run?.stage.is === 'queued' && run.attempts.length === 0
    }),
  )

/** Whether the planner works on a task whose turn has come. */
function isReplanned(state: RunState): boolean {
  const { asking } = state.replanning
  const run = asking && findTask(state, asking.task)
  return run ? wishOf(state, run)?.purpose === asking.purpose : false
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
