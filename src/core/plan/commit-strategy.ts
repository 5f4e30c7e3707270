import { matchesGlob } from '../text/glob.ts'
import type { CommitRow, Plan, Task } from './plan.ts'

/** The meaning of a commit row's condition for a landing; null if unknown. */
export function conditionHolds(condition: string, task: Task): boolean | null {
  const words = condition
    .trim()
    .toLowerCase()
    .replace(/[`*.]/g, '')
    .replace(/^(?:if|when|only if|after)\s+/, '')
  if (/^(?:|-|always|yes|true)$/.test(words)) return true
  if (/^(?:never|no|false|manual(?:ly)?|skip)$/.test(words)) return false
  // Only passing work lands.
  if (
    /^(?:(?:all\s+)?(?:tests?|checks?|criteria|gates?|build|lint|verification|todo|task|group \w+)\s+)?(?:pass(?:es|ed|ing)?|succeeds?|success|green|verified|completed?|done|ok)$/.test(
      words,
    )
  )
    return true
  // A verification may not change anything, and everything else that lands with a row does.
  if (
    /^(?:(?:there (?:are|is)|has|any|files?)\s+)*(?:un\w+ )?(?:changes?|changed|dirty|modified|diff)(?: exist)?$/.test(
      words,
    )
  )
    return task.type === 'work'
  return null
}

/** The row whose message a task gets: it is the last of the row's tasks, and the condition holds. */
export const messageRow = (plan: Plan, task: Task): CommitRow | undefined =>
  plan.commitRows.find(row => row.tasks.at(-1) === task.id && conditionHolds(row.condition, task) === true)

/**
 * The residue of a task: changed files that no row covering it names. They were proven and land with the rest, so this is
 * only a warning; without files in the plan there is nothing to compare.
 */
export function residueOf(plan: Plan, task: Task, paths: readonly string[]): readonly string[] {
  const globs = plan.commitRows.filter(row => row.tasks.includes(task.id)).flatMap(row => row.files)
  if (globs.length === 0) return []
  return paths.filter(path => !globs.some(glob => matchesGlob(path, glob)))
}
