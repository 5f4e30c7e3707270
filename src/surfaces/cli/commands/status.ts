import { viewRun } from '../../../core/view.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../problem.ts'
import { pickTask, readRun } from '../reading.ts'
import { renderStatus } from '../render.ts'

/** `status [TASK]`: where the run stands. */
export async function status(
  context: Context,
  options: { readonly task?: string; readonly run?: string; readonly json?: boolean },
): Promise<number> {
  const { state, store } = await readRun(context, options)
  store.close()
  const whole = viewRun(state)
  const view = options.task
    ? { ...whole, tasks: whole.tasks.filter(task => task.id === pickTask(state, options.task!).task.id) }
    : whole
  if (options.json) context.terminal.print(JSON.stringify(view, null, 2))
  else for (const line of renderStatus(context.terminal, view)) context.terminal.print(line)
  return EXIT.done
}
