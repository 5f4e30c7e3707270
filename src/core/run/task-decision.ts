import type { EscalationReason } from '../decisions/escalation-reason.ts'
import type { Event } from './event.ts'

type Fact<T extends Event['type']> = Extract<Event, { type: T }>

/** The continuation after a human's retry: the judge again, another proof, or an agent with or without the files. */
export type RetryWay = 'ask-judge' | 'ask-reviewer' | 'prove' | 'begin-again' | 'try-again'

/** The data of a question to a human, besides the state. */
export interface Asked {
  readonly reason: EscalationReason
  readonly reasons: readonly string[]
  /** Rounds and relaunches until then. */
  readonly fixes: number
  readonly relaunches: number
  /** The branch of held work. */
  readonly branch: string | null
}

/** One decision about a task as data: the event, and facts that the state does not keep. */
export type DecisionFact =
  /** Its box was ticked in the plan before the run began. */
  | { readonly type: 'box-ticked' }
  /** Its text was rewritten after a human had rejected it. */
  | { readonly type: 'rewritten' }
  /** It was added to the plan document during the run. */
  | { readonly type: 'written-into-plan' }
  | Fact<
      | 'task-existed'
      | 'draft-merged'
      | 'task-triaged'
      | 'task-added'
      | 'remediation-opened'
      | 'planning-wanted'
      | 'task-split'
      | 'sub-plan-planned'
      | 'landing-refused'
      | 'task-held'
      | 'gates-waived'
      | 'task-approved'
      | 'task-revised'
      | 'task-rejected'
      | 'rewrite-taken'
      | 'task-clarified'
      | 'run-paused'
      | 'task-skipped'
      | 'task-stopped'
      | 'risk-decided'
      | 'agent-told'
    >
  | (Fact<'task-escalated'> & Asked)
  | (Fact<'task-retried'> & { readonly way: RetryWay })
  | (Fact<'task-told'> & { readonly isWorkedOn: boolean })

/** A decision and its time. `core/shown/sentences.ts` formats it; no code parses the text. */
export interface TaskDecision {
  readonly at: number
  readonly fact: DecisionFact
}
