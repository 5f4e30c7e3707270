import type { Decider } from '../journal/decider.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Waiver } from '../proof/waiver.ts'
import type { Again, Resumption } from '../run/attempt-start.ts'

/** Every decision of a human as a fact of the journal. */
export type DecisionEvent =
  /** A human answers a question with yes, or waives a check: exactly the displayed results, for another proof of the same draft. */
  | ({ readonly type: 'gates-waived'; readonly task: TaskId; readonly attempt: number } & Waiver)
  | ({
      readonly type: 'task-approved'
      readonly task: TaskId
      readonly note: string
      readonly receipt?: string
    } & Decider)
  | {
      readonly type: 'task-retried'
      readonly task: TaskId
      readonly by: string
      readonly weak?: true
      readonly note: string
      /** The continuation; absent in journals of earlier versions, where the escalation contains it. */
      readonly again?: Resumption
    }
  /** A human asks for changes of the work: text and files go back to its agent. */
  | ({
      readonly type: 'task-revised'
      readonly task: TaskId
      readonly note: string
      readonly receipt?: string
      /** The start of the attempt; absent if the rounds are spent, so that the task is paused. */
      readonly again?: Again
    } & Decider)
  /** A human refuses the task as it is written: it waits for another text, and its files are kept. */
  | ({
      readonly type: 'task-rejected'
      readonly task: TaskId
      readonly note: string
      readonly receipt?: string
    } & Decider)
  /** A human takes the text that the planner wrote for a rejected task. */
  | ({ readonly type: 'rewrite-taken'; readonly task: TaskId; readonly note: string } & Decider)
  | ({ readonly type: 'task-skipped'; readonly task: TaskId; readonly note: string } & Decider)
  /** A human decides about a risk: it was mitigated, or it is accepted. */
  | {
      readonly type: 'risk-decided'
      readonly task: TaskId
      readonly risk: string
      readonly description: string
      readonly status: 'mitigated' | 'accepted'
      readonly by: string
      readonly weak?: true
      readonly note: string
    }
  /** A human stops the work on it for now; a running agent is ended, and its files are kept. */
  | ({ readonly type: 'task-stopped'; readonly task: TaskId; readonly note: string } & Decider)
  /** A human's message for the next attempt. */
  | ({ readonly type: 'task-told'; readonly task: TaskId; readonly note: string } & Decider)
  | ({ readonly type: 'run-stopped' } & Decider)
  /** A human puts the run aside at the question of this task: it ends, and `run` continues it. */
  | ({ readonly type: 'run-paused'; readonly task: TaskId; readonly note: string; readonly receipt?: string } & Decider)
