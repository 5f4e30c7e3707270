import type { Meter } from '../money/meter.ts'
import type { TaskId } from '../plan/ids.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { Ending } from '../run/ending.ts'

/** Why a run asks its planner: a task is too large, its sub-plan is a sketch, a human refused its text, or it has only words. */
export type ReplanPurpose = 'split' | 'sub-plan' | 'rewrite' | 'clarify'

/** The fact that shows that a task is too large: its written files, the files of an attempt, or the word of its agent. */
export type SplitTrigger = 'expected-files' | 'patch-size' | 'agent'

/** A wish for the planner. */
export interface ReplanWish {
  readonly purpose: ReplanPurpose
  /** Present for a split. */
  readonly trigger?: SplitTrigger
  readonly reasons: readonly string[]
  /** Who takes the new text of a rejected task without looking at it; absent if the human is asked. */
  readonly accepts?: string
}

/** How a planner reads one criterion: as one sentence that can be checked, or as words that a human has to settle. */
export interface ReadWords {
  readonly criterion: string
  /** Empty if there is none. */
  readonly sentence: string
  /** Empty if there is a sentence. */
  readonly question: string
}

/** Another text of one task, as a change of its document. */
export interface Rewrite {
  /** The document relative to the folder of the plan; null for the plan itself. */
  readonly beside: string | null
  /** The lines of the task as they are written now. */
  readonly before: string
  readonly after: string
}

/** One part of a task that was split. */
export interface SplitPart {
  readonly task: Task
  /** Files of earlier work that it begins with. */
  readonly kept: readonly string[]
}

/** The facts about planning during a run. */
export type ReplanningEvent =
  /** A task waits for the planner. */
  | ({ readonly type: 'planning-wanted'; readonly task: TaskId } & ReplanWish)
  /** A planner is about to be launched. */
  | {
      readonly type: 'planner-started'
      readonly task: TaskId
      readonly purpose: ReplanPurpose
      readonly agent: string
      readonly token: string
    }
  /** A launch of the planner ended with all its processes: its usage counts, whatever its answer. */
  | {
      readonly type: 'planner-ended'
      readonly task: TaskId
      readonly agent: string
      readonly ending: Ending
      readonly durationMs: number
      readonly meter?: Meter
    }
  /** The parts do the work of the task; its own criteria are proven on all of them together. */
  | {
      readonly type: 'task-split'
      readonly task: TaskId
      readonly trigger: SplitTrigger
      readonly reasons: readonly string[]
      readonly parts: readonly SplitPart[]
    }
  /** The words of a task were read before its first launch; no readings: this could not be decided, and the task continues. */
  | {
      readonly type: 'task-clarified'
      readonly task: TaskId
      readonly by: string
      readonly readings: readonly ReadWords[]
    }
  /** The planner wrote another text of a rejected task; a human takes it or not. */
  | {
      readonly type: 'rewrite-proposed'
      readonly task: TaskId
      readonly rewrite: Rewrite
    }
  /** The document changed meanwhile, so that the text that was taken has no place in it. */
  | { readonly type: 'rewrite-lost'; readonly task: TaskId; readonly problem: string }
  /** The sub-plan of a sketch was written by the planner; `plan` is the whole plan with it. */
  | {
      readonly type: 'sub-plan-planned'
      readonly task: TaskId
      /** Relative to the folder of the plan. */
      readonly path: string
      readonly text: string
      readonly plan: Plan
    }

/** The end of a question to the planner. */
export type PlannerResult =
  | { readonly is: 'split'; readonly parts: readonly SplitPart[] }
  | { readonly is: 'sub-plan'; readonly path: string; readonly text: string; readonly plan: Plan }
  | { readonly is: 'clarity'; readonly readings: readonly ReadWords[] }
  | { readonly is: 'rewrite'; readonly rewrite: Rewrite; readonly unsure: readonly string[] }
  /** No usable answer: a human decides. */
  | { readonly is: 'failed'; readonly problems: readonly string[] }

export interface PlannerFinished {
  readonly type: 'planner-finished'
  readonly task: TaskId
  readonly purpose: ReplanPurpose
  readonly result: PlannerResult
}
