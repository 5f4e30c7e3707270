import type { Task } from '../plan/plan.ts'
import { plural, someOf } from '../text/lists.ts'
import { doubtWords, greenBefore, type TaskFacts, type TaskStanding } from './standing.ts'

/** Why a task counts as existing. */
export function existedWords({ criteria, present }: TaskFacts): string {
  const shown = criteria.map(({ id, command }) => `${id} (\`${command}\`)`)
  return `everything it asks for is on the base: ${someOf(shown)} ${shown.length === 1 ? 'holds' : 'hold'}${present.length > 0 ? `, and ${someOf(present)} ${present.length === 1 ? 'is' : 'are'} there` : ''}`
}

/** The warning about a criterion that holds before any work. */
export const SHOWS_NOTHING = 'already true, or proves nothing'

/** Criteria of tasks that hold on the base; empty if there are none. */
export function greenWords(facts: readonly TaskFacts[]): string {
  const green = facts.flatMap(own => greenBefore(own).map(({ id }) => `${own.task} ${id}`))
  if (green.length === 0) return ''
  return `${plural(green.length, 'criterion holds', 'criteria hold')} before any work (${SHOWS_NOTHING}): ${someOf(green, { max: 8 })}`
}

/** What an agent should build on instead of making it a second time. */
export function thereLines(task: Task, { present, criteria }: TaskFacts): readonly string[] {
  const created = task.files.create.filter(path => present.includes(path))
  const holding = criteria.filter(({ holds, isGeneral }) => holds === true && !isGeneral)
  return [
    ...created.map(
      path => `${path} exists, although the plan wants it created: read it, and extend it instead of rewriting it.`,
    ),
    ...holding.map(
      ({ id, command }) =>
        `${id} (\`${command}\`) passes before your work: keep it that way; it does not prove that the task is done.`,
    ),
  ]
}

/** The evidence for a standing, one line each. */
export function intakeLines({ facts, doubt, isUndecided }: TaskStanding): readonly string[] {
  const { criteria, present, missing } = facts
  return [
    ...criteria.map(
      ({ id, command, holds, words }) =>
        `${id}: \`${command}\` ${holds === true ? 'holds' : holds === null ? 'was not tried' : 'does not hold'} (${words})`,
    ),
    ...(present.length > 0 ? [`there: ${someOf(present, { max: 12 })}`] : []),
    ...(missing.length > 0 ? [`missing: ${someOf(missing, { max: 12 })}`] : []),
    ...(isUndecided ? ['it names no command and no file'] : doubt === null ? [] : [doubtWords(doubt)]),
  ]
}
