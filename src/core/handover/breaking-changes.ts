import type { TaskId } from '../plan/ids.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { isWider } from '../signatures/wider-signature.ts'
import type { SignatureDelta } from '../told/landed-delta.ts'

/** A public name of the base that is another one, or gone, on the plan branch. */
export interface BreakingChange extends SignatureDelta {
  readonly was: string
  /** The last task that changed it. */
  readonly task: TaskId
}

/**
 * The difference that all landings made together: a name that the plan itself added and changed again breaks nothing,
 * and neither does one that it changed and changed back, or that only became wider.
 */
export function breakingChanges(state: Pick<RunState, 'tasks'>): readonly BreakingChange[] {
  const found = new Map<string, SignatureDelta & { readonly task: TaskId }>()
  for (const run of inLandingOrder(state))
    for (const delta of run.stage.is === 'completed' ? (run.stage.delta?.signatures ?? []) : []) {
      const key = `${delta.path} ${delta.name}`
      found.set(key, { ...delta, was: found.has(key) ? found.get(key)!.was : delta.was, task: run.task.id })
    }
  return [...found.values()].flatMap(({ was, ...rest }) =>
    was === null || isKept(was, rest.is) ? [] : [{ ...rest, was }],
  )
}

const isKept = (was: string, is: string | null): boolean => was === is || (is !== null && isWider(was, is))

/** Completed tasks with a commit, in the order of their landings. */
export const inLandingOrder = ({ tasks }: Pick<RunState, 'tasks'>): readonly TaskRun[] =>
  tasks
    .filter(({ stage }) => stage.is === 'completed' && stage.commit !== null)
    .toSorted((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0))

/** `src/cart.ts: total(items) is now total(items, tax) (task 3)`. */
export const breakingWords = ({ path, name, was, is, task }: BreakingChange): string =>
  is === null
    ? `${path}: ${name} was removed (task ${task})`
    : `${path}: ${name} was ${oneLine(was)}, is ${oneLine(is)} (task ${task})`

const LENGTH_MAX = 120

function oneLine(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > LENGTH_MAX ? `${plain.slice(0, LENGTH_MAX)}…` : plain
}
