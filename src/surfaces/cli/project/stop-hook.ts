import { TOKEN_VARIABLE } from '../../../adapters/process/process-table.ts'
import { viewRun } from '../../../core/shown/view.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { someOf } from '../../../core/text/lists.ts'
import type { Context } from '../context.ts'
import { EXIT, Problem } from '../problem.ts'
import { readRun } from '../reading.ts'

/** A run without activity for so long is of no concern to this session. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000
const TASKS_MAX = 5

/** `status --hook`: the answer of a Stop hook, which keeps a session from ending once while tasks are unproven. */
export async function stopHook(
  context: Context,
  input: AsyncIterable<unknown> | Iterable<unknown> = process.stdin,
): Promise<number> {
  let text = ''
  for await (const chunk of input) text += String(chunk)
  const words = isSecondTry(text) || context.env[TOKEN_VARIABLE] ? null : await unproven(context)
  if (words !== null) context.terminal.print(jsonText({ decision: 'block', reason: words }))
  return EXIT.done
}

/** Claude Code says so when a hook has already kept the session from ending: twice would be forever. */
function isSecondTry(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly stop_hook_active?: unknown } | null)?.stop_hook_active === true
  } catch {
    return false
  }
}

/** What is unproven in the newest run, in words for a model; null if nothing is. */
async function unproven(context: Context): Promise<string | null> {
  try {
    const { state, driver, store } = await readRun(context)
    store.close()
    if (state.finished || (driver.is !== 'driving' && Date.now() - state.lastAt > FORGOTTEN_MS)) return null
    const { run, tasks } = viewRun(state)
    const open = tasks.filter(({ state: word }) => word !== 'completed' && word !== 'skipped')
    if (open.length === 0) return null
    const listed = someOf(
      open.map(({ id, state: word }) => `${id} (${word})`),
      { max: TASKS_MAX },
    )
    return `pm-agent: ${open.length} of ${tasks.length} tasks of ${run.plan} are not proven: ${listed}. Do not call the work done. Tell the human exactly this state, and what pm-agent status asks.`
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
