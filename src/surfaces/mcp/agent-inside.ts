import { createDeciders, thisOrigin } from '../../adapters/process/deciders.ts'
import { TOKEN_VARIABLE } from '../../adapters/process/process-table.ts'
import { asHuman } from '../../engine/inbox.ts'
import type { Context } from '../cli/context.ts'
import { Problem } from '../cli/problem.ts'
import { readRun } from '../cli/reading.ts'

/**
 * Whether an agent or a check of pm-agent started this server. It is served no tools then: the user's own settings may give
 * every session this server, those of our agents included.
 */
export async function isAgentInside(context: Context): Promise<boolean> {
  if (context.env[TOKEN_VARIABLE]) return true
  try {
    const { state, store } = await readRun(context)
    store.close()
    // Only the descent of this process matters here; the sandbox is looked at when something is decided.
    const deciders = createDeciders(async () => true)
    return !(await asHuman(deciders, state, { type: 'resume-run', origin: thisOrigin() })).ok
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
