import type { EscalationReason, Event } from './event.ts'

type Fact<T extends Event['type']> = Extract<Event, { type: T }>

/** How a task goes on that a human sent back: another question to the judge, another proof, or an agent with or without the files. */
export type RetryWay = 'ask-judge' | 'prove' | 'begin-again' | 'try-again'

/** Why a human is asked about a task: everything that the question is made of besides the state. */
export interface Asked {
  readonly reason: EscalationReason
  readonly reasons: readonly string[]
  /** Rounds and relaunches that were spent by then. */
  readonly fixes: number
  readonly relaunches: number
  /** Where held work can be looked at. */
  readonly branch: string | null
}

/** One decision about a task as data: the event, and beside it only facts that the state forgets later. */
export type DecisionFact =
  /** Its box was ticked in the plan before the run began. */
  | { readonly type: 'box-ticked' }
  /** Somebody wrote it into the plan document while the run went on. */
  | { readonly type: 'written-into-plan' }
  | Fact<
      | 'draft-merged'
      | 'task-triaged'
      | 'task-added'
      | 'landing-refused'
      | 'task-held'
      | 'gates-waived'
      | 'task-approved'
      | 'task-skipped'
      | 'task-stopped'
      | 'risk-decided'
      | 'agent-told'
    >
  | (Fact<'task-escalated'> & Asked)
  | (Fact<'task-retried'> & { readonly way: RetryWay })
  | (Fact<'task-told'> & { readonly isWorkedOn: boolean })

/** A decision and its time. `core/shown/sentences.ts` makes words of it; nothing reads those words back. */
export interface TaskDecision {
  readonly at: number
  readonly fact: DecisionFact
}
