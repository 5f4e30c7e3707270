import type { Tree } from '../core/plan/ids.ts'
import type { Draft } from '../core/proof/draft.ts'
import { invariant } from '../core/result.ts'
import type { Effect } from '../core/run/effect.ts'
import type { Observation } from '../core/run/input.ts'
import { draftOf, lastAttempt, type RunState, taskRun } from '../core/run/state.ts'
import type { Ports } from '../ports.ts'

type Merge = Extract<Effect, { type: 'merge' }>

/** Merges proven work onto a branch that has moved. Idempotent: the same tree under the same ref. */
export async function merge(ports: Ports, state: RunState, effect: Merge): Promise<Observation> {
  const { vault } = ports
  const { task, attempt: number, onto } = effect
  const attempt = lastAttempt(taskRun(state, task))!
  const draft = draftOf(attempt)
  invariant(draft, `task ${task} has nothing to merge`)
  const { tree, conflicts, union } = await vault.merge(onto, draft.ref)
  const ref = `${draft.ref.replace(/(?:-onto-[0-9a-f]+(?:-union)?)?(?:-formatted)?$/, '')}-onto-${onto.slice(0, 12)}`
  const keep = async (merged: Tree, as: string): Promise<Draft> => {
    const commit = await vault.commit({
      tree: merged,
      parent: onto,
      message: `attempt ${number} of task ${task}, merged\n`,
      identity: state.opened.identity,
      at: attempt.ended!.at,
    })
    await vault.keep(as, commit)
    const changes = await vault.diff(await vault.treeOf(onto), merged)
    return { ...draft, base: onto, tree: merged, ref: as, changes }
  }
  return {
    type: 'merge-finished',
    task,
    attempt: number,
    draft: await keep(tree, ref),
    conflicts,
    ...(union ? { union: await keep(union, `${ref}-union`) } : {}),
  }
}
