import type { Tier } from '../plan/plan.ts'
import { draftOf, type RunState, type TaskRun } from '../run/state.ts'
import { holdsWork, plannedTier, type Tiering, tierOfChange } from './tier.ts'

const known = new WeakMap<TaskRun, Tiering>()

/** The tier of a task now: as planned, or from the newest change that there is for it. */
export function tieringOf({ config }: Pick<RunState, 'config'>, run: TaskRun): Tiering {
  const found = known.get(run)
  if (found) return found
  const attempt = run.attempts.findLast(one => draftOf(one) !== null)
  const tiering = attempt
    ? tierOfChange(run.task, config, {
        changes: draftOf(attempt)!.changes,
        extent: attempt.receipt?.extent ?? null,
      })
    : plannedTier(run.task, config)
  known.set(run, tiering)
  return tiering
}

export const tierOf = (state: Pick<RunState, 'config'>, run: TaskRun): Tier => tieringOf(state, run).tier

/**
 * Proven work that waits for a human's word before it may land: its plan says so, or it reaches too far. Whoever let something of the
 * same draft pass has seen how far it reaches, and is not asked twice.
 */
export const isHeld = (state: Pick<RunState, 'config'>, run: TaskRun): boolean =>
  !run.approved && (run.task.hold || (!isSeen(run) && tieringOf(state, run).reasons.some(holdsWork)))

/** Waivers of earlier versions name no draft. */
const isSeen = ({ waivers }: TaskRun): boolean => waivers.some(({ codeTree }) => codeTree !== undefined)
