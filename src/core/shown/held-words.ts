import { budgetWords } from '../money/budget.ts'
import { unreachable } from '../result.ts'
import { pauseWords } from '../run/agent-pause.ts'
import { type Held, heldBy } from '../run/queue.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { taskNames } from '../text/lists.ts'

/** The reason why a run dispatches nothing; null if it continues. */
export function runHeldWords(state: RunState): string | null {
  if (state.halted) return `the run is halted: ${state.halted.problem}`
  if (state.stopped) return 'the run was stopped; pm-agent run continues'
  if (state.tip === null) return 'the plan branch is being started'
  if (state.baseline === null) return 'the checks are being run on the base first'
  if (state.baseline.baseline.problems.length > 0 && !state.baselineAccepted)
    return `the checks cannot run on the base: ${state.baseline.baseline.problems[0]}`
  return null
}

/** The reason why a task with met needs has not begun; null if it is its turn. */
export function heldWords(state: RunState, run: TaskRun): string | null {
  const held = run.stage.is === 'queued' ? heldBy(state, run) : null
  return held && wordsOf(state, run, held)
}

function wordsOf(state: RunState, run: TaskRun, held: Held): string {
  switch (held.by) {
    case 'landing':
      return `task ${held.task} is being put on the plan branch; new work starts from there`
    case 'places':
      return `${held.parallel === 1 ? 'the only place is' : `all ${held.parallel} places are`} taken by ${held.tasks.length === 0 ? 'an integration test' : taskNames(held.tasks)} (limits.parallel, or run --parallel N)`
    case 'critical':
      return `task ${held.task} is critical and runs alone`
    case 'not-alone':
      return `it is critical and runs alone, and ${taskNames(held.tasks)} ${held.tasks.length === 1 ? 'is' : 'are'} under way`
    case 'critical-first':
      return `task ${held.task} is critical, comes first and waits to run alone`
    case 'area':
      return `task ${held.task} holds the same ${held.area}`
    case 'agent':
      return pauseWords(held.agent, state.troubles.get(held.agent)!)
    case 'budget':
      return budgetWords(state, run) ?? 'what starts before it may use the rest of the budget'
    case 'ambiguity':
      return 'its contract cannot be kept as it is written, and you are asked first'
    case 'left-out':
      return 'the run was asked for other tasks only'
    default:
      return unreachable(held)
  }
}
