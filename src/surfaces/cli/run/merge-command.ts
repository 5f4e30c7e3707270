import type { PlanPlace } from '../../../core/plan/plan-place.ts'
import { shellWord } from '../../../core/text/shell-word.ts'

/** What lies in the user's checkout where the branch brings the plan; null where nothing does. */
export type PlanInTheWay = 'untracked' | 'modified' | null

/** Whether git would refuse to merge for the sake of the plan: the branch brings it, and the user's own is not committed. */
export function planInTheWay(place: PlanPlace, isTracked: boolean, uncommitted: readonly string[]): PlanInTheWay {
  if (place.kept !== 'on-branch') return null
  if (!isTracked) return 'untracked'
  return uncommitted.includes(place.path) ? 'modified' : null
}

/** The command that merges the plan branch as things are, and a word on what else it does. */
export function mergeCommand(branch: string, plan: string, inTheWay: PlanInTheWay): string {
  const path = shellWord(plan)
  if (inTheWay === 'untracked')
    return `mv ${path} ${shellWord(`${plan}.mine`)} && git merge ${branch}    (the branch brings the plan; yours is kept beside it)`
  if (inTheWay === 'modified')
    return `git stash push ${path} && git merge ${branch}    (your changes to the plan are on the branch already)`
  return `git merge ${branch}`
}
