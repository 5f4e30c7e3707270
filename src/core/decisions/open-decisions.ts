import type { TaskId } from '../plan/ids.ts'
import { decideCommand } from '../run/decide-command.ts'
import type { Command } from '../run/input.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import type { QuestionAnswer } from '../shown/escalation.ts'

/** A decision of a human about one task. */
export type TaskDecisionName = QuestionAnswer | 'pause'

/** Every decision in the order in which it is offered, and whether it needs a text. */
const DECISIONS: readonly { readonly decision: TaskDecisionName; readonly needsText: boolean }[] = [
  { decision: 'approve', needsText: false },
  { decision: 'revise', needsText: true },
  { decision: 'reject', needsText: false },
  { decision: 'pause', needsText: false },
  { decision: 'retry', needsText: false },
  { decision: 'skip', needsText: false },
  { decision: 'waive', needsText: true },
]

/** Whether a decision is refused without a text. */
export const needsText = (decision: TaskDecisionName): boolean =>
  DECISIONS.some(one => one.decision === decision && one.needsText)

/** The decisions that would be taken about a task now: exactly those that the core does not refuse. */
export const openDecisions = (state: RunState, run: TaskRun): readonly TaskDecisionName[] =>
  DECISIONS.flatMap(({ decision }) =>
    decideCommand(state, decisionCommand(decision, { task: run.task.id, by: '', note: '…' })).ok ? [decision] : [],
  )

/** A decision as a command. */
export const decisionCommand = (
  decision: TaskDecisionName,
  said: { readonly task: TaskId; readonly by: string; readonly note: string },
): Command => ({ type: `${decision}-task`, ...said })
