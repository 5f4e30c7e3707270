import { SHOWS_NOTHING } from '../../../core/intake/intake-words.ts'
import type { TaskFacts } from '../../../core/intake/standing.ts'
import type { Plan } from '../../../core/plan/plan.ts'
import { plural } from '../../../core/text/lists.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../problem.ts'
import { atDesk } from './planning-desk.ts'

/** Runs the command of every open criterion on the last commit; null if it was interrupted. */
export async function tryPlan(context: Context, plan: Plan): Promise<readonly TaskFacts[] | null> {
  const open = plan.tasks.filter(({ ticked }) => !ticked)
  const facts = await atDesk(context, {}, desk => desk.factsOf(open))
  return facts === EXIT.interrupted ? null : facts
}

/** In the form of `check --json`. */
export const trialJson = (facts: readonly TaskFacts[]) =>
  facts.flatMap(({ task, criteria }) =>
    criteria.map(({ id, command, holds, words }) => ({ task, criterion: id, command, holds, seen: words })),
  )

/** The criteria that show nothing, or could not be tried, and how many fail as they should. */
export function trialLines(facts: readonly TaskFacts[]): readonly string[] {
  const all = facts.flatMap(({ task, criteria }) => criteria.map(criterion => ({ task, ...criterion })))
  if (all.length === 0) return ['tried on your last commit: no criterion of an open task has a command']
  const red = all.filter(({ holds }) => holds === false).length
  return [
    `tried on your last commit: ${red} of ${plural(all.length, 'criterion', 'criteria')} ${red === 1 ? 'fails' : 'fail'} before any work, as ${red === 1 ? 'it' : 'they'} should`,
    ...all.flatMap(({ task, id, command, holds, words }) => {
      if (holds === false) return []
      const why = holds === true ? SHOWS_NOTHING : `not known: ${words}`
      return [`  ${task} ${id}: \`${command}\` ${holds === true ? 'holds now' : 'was not tried'} (${why})`]
    }),
  ]
}
