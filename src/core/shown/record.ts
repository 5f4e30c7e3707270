import { type Commit, commit } from '../plan/ids.ts'
import type { PlanPlace } from '../plan/plan-place.ts'
import type { RunState } from '../run/state.ts'

/** The ref of uncommitted bookkeeping: one commit with the files, replaced at every landing. */
export const recordRef = (planId: string): string => `refs/pm-agent/${planId}/bookkeeping`

/** Whether any of our own files are kept outside of the plan branch. */
export const keepsApart = ({ kept, contextKept, reviewsKept }: PlanPlace): boolean =>
  [kept, contextKept, reviewsKept].includes('apart')

/** The ref of a run's own files; null if all of them are on the branch or beside the plan. */
export const recordOf = ({ opened: { place }, plan }: RunState): string | null =>
  keepsApart(place) ? recordRef(plan.id) : null

/** Names the landed commit that the files belong to. */
export const LANDED_FILE = 'landed.json'

export const landedText = (branch: string, tip: Commit): string =>
  `${JSON.stringify({ branch, commit: tip }, null, 2)}\n`

/** The commit of a record; null if it cannot be parsed. */
export function landedIn(text: string | null): Commit | null {
  try {
    const read: unknown = JSON.parse(text ?? '')
    if (typeof read !== 'object' || read === null || !('commit' in read)) return null
    return typeof read.commit === 'string' && /^[0-9a-f]{40,64}$/.test(read.commit) ? commit(read.commit) : null
  } catch {
    return null
  }
}
