import type { Meter } from '../money/meter.ts'
import type { TaskId } from '../plan/ids.ts'
import type { ReplanPurpose, Rewrite } from './replanning-event.ts'

/** Planning during a run. */
export interface ReplanningState {
  /** The question that is under way; null if there is none. */
  readonly asking: {
    readonly task: TaskId
    readonly purpose: ReplanPurpose
    readonly token: string
    readonly startedAt: number
    /** How often it was begun since the planner last ended: a pm-agent that dies each time does not ask for ever. */
    readonly tries: number
    /** The planner could not work any more: it is asked again, or a human is. */
    readonly isOver?: true
  } | null
  /** Every finished launch of the planner. */
  readonly launches: readonly {
    readonly task: TaskId
    readonly agent: string
    readonly durationMs: number
    readonly meter?: Meter
  }[]
  /** Answers about each task since it waits: a launch that was cut short gave none. */
  readonly answers: ReadonlyMap<TaskId, number>
  /** Sub-plans that were written by the planner, by their path relative to the folder of the plan. */
  readonly documents: ReadonlyMap<string, string>
  /** Texts of the planner that a human took, in the order of the decisions. */
  readonly rewrites: readonly Rewrite[]
}

export const NOT_REPLANNED: ReplanningState = {
  asking: null,
  launches: [],
  answers: new Map(),
  documents: new Map(),
  rewrites: [],
}
