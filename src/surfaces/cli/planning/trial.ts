import { SHOWS_NOTHING } from '../../../core/intake/intake-words.ts'
import type { TaskFacts } from '../../../core/intake/standing.ts'
import { heldOutOf } from '../../../core/plan/held-out.ts'
import type { Check, HeldOut, Plan } from '../../../core/plan/plan.ts'
import { plural } from '../../../core/text/lists.ts'
import { singleChecks } from '../../../engine/proof/gates/held-out.ts'
import { commandFor } from '../../../engine/proof/project/detect-tests.ts'
import { readerOf } from '../../../engine/tree-reader.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../problem.ts'
import { heldOutTexts } from '../project/held-out-files.ts'
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

/** Held-out checks of open tasks that pass before any work. */
export async function tryHeldOut(context: Context, plan: Plan, top: string): Promise<readonly string[]> {
  const found = await atDesk(context, {}, async ({ ports: { vault }, config, tree, commands, holdNow }) => {
    const open = plan.tasks.filter(({ ticked }) => !ticked)
    const checks = [...new Map(open.flatMap(task => heldOutOf(config, task)).map(one => [nameOf(one), one])).values()]
    const edits = Object.entries(heldOutTexts(top, plan, config)).map(([path, text]) => ({ path, text }))
    const code = await vault.edit(tree, edits)
    const reader = await readerOf(vault, code)
    const runs: { readonly name: string; readonly check: Check }[] = []
    for (const one of await singleChecks(vault, code, checks)) {
      const command = one.is === 'command' ? one.command : await commandFor(one.path, reader, commands.test)
      if (command !== null) runs.push({ name: nameOf(one), check: { command, expect: { is: 'exit', code: 0 } } })
    }
    const held = await holdNow(
      runs.map(({ check }) => check),
      code,
    )
    return runs.filter(({ check }) => held.includes(check)).map(({ name }) => name)
  })
  return found === EXIT.interrupted ? [] : found
}

const nameOf = (check: HeldOut): string => (check.is === 'file' ? check.path : check.command)

/** Held-out checks that can only find a regression, in words. */
export const heldOutLines = (green: readonly string[]): readonly string[] =>
  green.map(name => `  held-out check \`${name}\` passes before any work: it proves nothing about what the plan adds`)
