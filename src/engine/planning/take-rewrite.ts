import { invariant } from '../../core/result.ts'
import type { Effect } from '../../core/run/effect.ts'
import type { Observation } from '../../core/run/input.ts'
import { type RunState, type TaskRun, taskRun } from '../../core/run/state.ts'
import type { Ports } from '../../ports.ts'
import { rewritten } from '../edited-plan.ts'
import { writePlanFile } from '../write-plan-file.ts'

type TakeRewrite = Extract<Effect, { type: 'take-rewrite' }>

/** Puts the text that a human took into the plan, as an edit like that of a human. Safe to repeat at any point. */
export async function takeRewrite(
  ports: Ports,
  state: RunState,
  { task }: TakeRewrite,
  { readPlan }: { readonly readPlan?: (() => Promise<Observation | null>) | undefined },
): Promise<Observation> {
  const { rewrite } = taskRun(state, task)
  invariant(rewrite, 'only a text that was proposed is taken')
  const lost: Observation = {
    type: 'rewrite-lost',
    task,
    problem: 'its lines in the plan changed meanwhile, so that the text of the planner was not written',
  }
  if (state.opened.place.kept === 'in-place' && !(await writeInPlace(ports, rewrite))) return lost
  const read = await readPlan?.()
  const isTaken =
    read?.type === 'plan-read' && read.changes.some(change => change.is === 'reworded' && change.task === task)
  return isTaken ? read : lost
}

/** False if the lines are not there any more: a human's edit is never overwritten. */
function writeInPlace({ planFile }: Ports, rewrite: NonNullable<TaskRun['rewrite']>): Promise<boolean> {
  const file = rewrite.beside === null ? planFile : planFile.beside(rewrite.beside)
  // A pm-agent that died may have written it already.
  return writePlanFile(file, text => rewritten(text, rewrite) ?? (text.includes(rewrite.after) ? text : null))
}
