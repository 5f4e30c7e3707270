import { fileSafe, slug } from '../core/plan/ids.ts'
import type { Task } from '../core/plan/plan.ts'
import type { Effect } from '../core/run/effect.ts'
import type { Observation } from '../core/run/input.ts'
import { draftOf, lastAttempt, type RunState, taskRun } from '../core/run/state.ts'
import type { Ports } from '../ports.ts'

type Hold = Extract<Effect, { type: 'hold' }>

/** The branch of a held task's work until it is approved. */
const heldBranch = (planId: string, task: Task): string =>
  `feat/${planId}/task-${fileSafe(task.id)}-${slug(task.title)}`

/** Publishes proven work on its own branch. Idempotent: it is the same commit; a branch that the user moved is left alone. */
export async function hold(ports: Ports, state: RunState, effect: Hold): Promise<Observation> {
  const { vault } = ports
  const { plan } = state
  const { identity } = state.opened
  const run = taskRun(state, effect.task)
  const attempt = lastAttempt(run)!
  const draft = draftOf(attempt)!
  const branch = heldBranch(plan.id, run.task)
  const commit = await vault.commit({
    tree: draft.tree,
    parent: draft.base,
    message: `${attempt.contract.commitMessage}\n\nHeld: task-${effect.task}\n`,
    identity,
    at: attempt.ended!.at,
  })
  await vault.moveBranch(branch, await vault.tip(branch), commit)
  await vault.publish(branch, commit)
  return { type: 'hold-finished', task: effect.task, attempt: effect.attempt, branch, commit }
}
