import type { PlanPlace } from '../../../core/plan/plan-place.ts'
import { shellWord } from '../../../core/text/shell-word.ts'

/** The user's file at the path of the branch's plan; null if there is none. */
export type PlanInTheWay = 'untracked' | 'modified' | null

/** Whether git would refuse to merge because of the plan: the branch contains it, and the user's own is uncommitted. */
export function planInTheWay(place: PlanPlace, isTracked: boolean, uncommitted: readonly string[]): PlanInTheWay {
  if (place.kept !== 'on-branch') return null
  if (!isTracked) return 'untracked'
  return uncommitted.includes(place.path) ? 'modified' : null
}

/** The command that merges the plan branch in the current state, and a note on its side effects. */
export function mergeCommand(branch: string, plan: string, inTheWay: PlanInTheWay): string {
  const path = shellWord(plan)
  if (inTheWay === 'untracked')
    return `mv ${path} ${shellWord(`${plan}.mine`)} && git merge ${branch}    (the branch contains the plan; your copy is kept beside it)`
  if (inTheWay === 'modified')
    return `git stash push ${path} && git merge ${branch}    (your changes to the plan are on the branch already)`
  return `git merge ${branch}`
}
