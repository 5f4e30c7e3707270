import { relative } from 'node:path'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { findPlan } from './find-plan.ts'
import { workTreeAt } from './working-tree.ts'

/** The path of the plan that a command without a name would take, or null. Only looking around is no reason to ask. */
export async function planHere(context: Context): Promise<string | null> {
  try {
    return relative(context.cwd, await findPlan({ ...context, ask: undefined }, workTreeAt(context.cwd)))
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
