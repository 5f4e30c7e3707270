import type { TaskId } from '../plan/ids.ts'
import type { RunState } from '../run/state.ts'

/** No question about this task is under way any more: an answer to it has no effect. */
export const answered = (state: RunState, task: TaskId): RunState =>
  state.replanning.asking?.task === task ? { ...state, replanning: { ...state.replanning, asking: null } } : state
