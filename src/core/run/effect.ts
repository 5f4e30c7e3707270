import type { Commit, TaskId } from '../plan/ids.ts'
import type { ReplanPurpose } from '../replanning/replanning-event.ts'
import type { AttemptKind, KeptFiles } from './attempt-start.ts'

/** Work that `next` wants to be running. An effect that already runs has the same key. */
export type Effect =
  /** Creates the plan branch in the vault, with the plan exactly as it was read. */
  | { readonly type: 'start-branch' }
  /** Runs the commands on the base before any agent starts. */
  | { readonly type: 'measure-baseline'; readonly base: Commit }
  /** Prepares a workspace, launches an agent in it, waits for it, and keeps its files. */
  | {
      readonly type: 'run-attempt'
      readonly task: TaskId
      readonly attempt: number
      readonly kind: AttemptKind
      readonly base: Commit
      readonly from: string | null
      /** Only these of the kept files, on top of the base. */
      readonly only?: KeptFiles
      readonly session: string | null
    }
  /** Asks a human about a contract that cannot be kept, before any launch. */
  | { readonly type: 'ask-first'; readonly task: TaskId }
  | { readonly type: 'prove'; readonly task: TaskId; readonly attempt: number }
  /** Puts the proven work of a task with `Hold` on a separate branch, for review by a human. */
  | { readonly type: 'hold'; readonly task: TaskId; readonly attempt: number }
  /** Merges proven code, outside of the branch, with a branch that moved since the work began. */
  | { readonly type: 'merge'; readonly task: TaskId; readonly attempt: number; readonly onto: Commit }
  | { readonly type: 'land'; readonly task: TaskId; readonly attempt: number; readonly onto: Commit }
  /** Runs an integration test on the tip, and on earlier landings if it fails there. */
  | { readonly type: 'integrate'; readonly test: string; readonly tip: Commit }
  /** Reads the plan again, because it is the turn of a task whose sub-plan is not written. */
  | { readonly type: 'read-sub-plan'; readonly task: TaskId }
  /** Asks the planner of the run about a task. */
  | { readonly type: 'ask-planner'; readonly task: TaskId; readonly purpose: ReplanPurpose }
  /** Waits until an agent may be launched again. */
  | { readonly type: 'await-agent'; readonly agent: string; readonly until: number }
  /** Offers the branch to the user's repository. */
  | { readonly type: 'publish'; readonly tip: Commit }
  /** The rest of the budget is too small for any launch, and there is no other work. */
  | { readonly type: 'stop-for-budget' }
  /** Runs the release gate on the plan branch, and on its merge with the base branch. */
  | { readonly type: 'prove-release'; readonly tip: Commit }
  /** Puts a text of the planner that a human took into the plan. */
  | { readonly type: 'take-rewrite'; readonly task: TaskId }
  /** Writes the manifest of a green release gate. */
  | { readonly type: 'write-release'; readonly tip: Commit }
  /** Asks a reviewer about everything that the run put on the branch, or records why no reviewer is asked. */
  | { readonly type: 'review-branch'; readonly tip: Commit; readonly number: number }
  | { readonly type: 'finish-run' }

/** Two effects with the same key are the same piece of work. */
export function effectKey(effect: Effect): string {
  switch (effect.type) {
    case 'run-attempt':
    case 'prove':
    case 'land':
    case 'hold':
      return `${effect.type} ${effect.task} ${effect.attempt}`
    case 'merge':
      return `${effect.type} ${effect.task} ${effect.attempt} ${effect.onto}`
    case 'integrate':
      return `${effect.type} ${effect.test}`
    case 'read-sub-plan':
    case 'ask-first':
    case 'take-rewrite':
    case 'ask-planner':
      return `${effect.type} ${effect.task}`
    case 'measure-baseline':
      return `${effect.type} ${effect.base}`
    case 'await-agent':
      return `${effect.type} ${effect.agent} ${effect.until}`
    case 'publish':
    case 'prove-release':
    case 'write-release':
      return `${effect.type} ${effect.tip}`
    case 'review-branch':
      return `${effect.type} ${effect.number}`
    case 'start-branch':
    case 'stop-for-budget':
    case 'finish-run':
      return effect.type
  }
}
