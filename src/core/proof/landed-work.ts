import type { Commit } from '../plan/ids.ts'
import { draftOf, lastAttempt, type RunState } from '../run/state.ts'
import type { FileChange } from './draft.ts'
import { approvedTestFiles } from './receipt.ts'
import { excusedTestFiles } from './waiver.ts'

/** The file changes of a landed task, and the files that it was free to change. */
interface Landing {
  readonly commit: Commit
  readonly changes: readonly FileChange[]
  readonly allow: readonly string[]
  /** Test files that a human or the judge allowed to change. */
  readonly excused: readonly string[]
}

/** The work of a plan until now. */
export interface Landings {
  /** The first commit of the plan; null in a repository without commits. */
  readonly start: Commit | null
  /** In the order in which they landed. */
  readonly landed: readonly Landing[]
}

export function landingsOf(state: RunState): Landings {
  const landed = state.tasks.flatMap(run => {
    const attempt = lastAttempt(run)
    const draft = attempt && draftOf(attempt)
    if (run.stage.is !== 'completed' || !run.stage.commit || !draft) return []
    const { commit } = run.stage
    const { allow } = attempt.contract.task
    const excused = [...excusedTestFiles(run.waivers), ...approvedTestFiles(attempt.receipt)]
    return [{ at: run.endedAt ?? 0, landing: { commit, changes: draft.changes, allow, excused } }]
  })
  return { start: state.opened.base, landed: landed.sort((a, b) => a.at - b.at).map(({ landing }) => landing) }
}
