import type { Commit, TaskId } from '../plan/ids.ts'
import type { AttemptKind } from './event.ts'

/** What `next` says should be under way. An effect that already is under way has the same key. */
export type Effect =
  /** Lets the plan branch stand in the vault, with the plan on it as it was read. */
  | { readonly type: 'start-branch' }
  /** Runs the commands on the base before anybody works. */
  | { readonly type: 'measure-baseline'; readonly base: Commit }
  /** Prepares a workspace, launches an agent in it, waits for it, and keeps what it left. */
  | {
      readonly type: 'run-attempt'
      readonly task: TaskId
      readonly attempt: number
      readonly kind: AttemptKind
      readonly base: Commit
      readonly from: string | null
      readonly session: string | null
    }
  | { readonly type: 'prove'; readonly task: TaskId; readonly attempt: number }
  /** Puts the proven work of a task with `Hold` on a branch of its own, for a human to look at. */
  | { readonly type: 'hold'; readonly task: TaskId; readonly attempt: number }
  /** Merges proven code aside onto the branch, which has moved since the work began. */
  | { readonly type: 'merge'; readonly task: TaskId; readonly attempt: number; readonly onto: Commit }
  | { readonly type: 'land'; readonly task: TaskId; readonly attempt: number; readonly onto: Commit }
  /** Lets time pass until an agent may be asked again. */
  | { readonly type: 'await-agent'; readonly agent: string; readonly until: number }
  /** Offers the branch to the user's repository. */
  | { readonly type: 'publish'; readonly tip: Commit }
  /** What is left of the budget is too little for any launch, and nothing else is to be done. */
  | { readonly type: 'stop-for-budget' }
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
    case 'measure-baseline':
      return `${effect.type} ${effect.base}`
    case 'await-agent':
      return `${effect.type} ${effect.agent} ${effect.until}`
    case 'publish':
      return `${effect.type} ${effect.tip}`
    case 'start-branch':
    case 'stop-for-budget':
    case 'finish-run':
      return effect.type
  }
}
