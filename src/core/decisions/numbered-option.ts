import { err, ok, type Result } from '../result.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { escalationOf, type QuestionAnswer } from '../shown/escalation.ts'

/** Why an option cannot be taken, with a way out. */
export interface NoOption {
  readonly message: string
  readonly hints: readonly string[]
}

/** The decision behind a numbered option of a task's question; `approve` takes any, other commands only their own. */
export function numberedOption(
  state: RunState,
  run: TaskRun,
  { named, number }: { readonly named: QuestionAnswer | 'pause'; readonly number: string },
): Result<QuestionAnswer, NoOption> {
  const { id } = run.task
  const options = escalationOf(state, run)?.options
  if (!options)
    return err({ message: `task ${id} asks nothing, so that it has no options`, hints: [`pm-agent why ${id}`] })
  const option = /^\d+$/.test(number) ? options[Number(number) - 1] : undefined
  const listed = options.map(({ words, command }, at) => `${at + 1}. ${words}: ${command}`)
  if (!option) return err({ message: `the question of task ${id} has no option ${number}`, hints: listed })
  if (option.decision === null)
    return err({ message: `option ${number} is something you do yourself: ${option.words}`, hints: [option.command] })
  if (named !== 'approve' && named !== option.decision)
    return err({
      message: `option ${number} of task ${id} is ${option.decision}, not ${named}: ${option.words}`,
      hints: [`pm-agent approve ${id} --option ${number} takes it`],
    })
  return ok(option.decision)
}
