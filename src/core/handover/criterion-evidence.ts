import type { TaskId } from '../plan/ids.ts'
import type { Criterion } from '../plan/plan.ts'
import type { GateResult } from '../proof/receipt.ts'
import { lastAttempt, type RunState, type TaskRun } from '../run/state.ts'

/**
 * What shows a criterion: a command of ours, a judge with locations, lines of the change that belong to it, or a human who let it
 * pass. `none`: nothing does.
 */
type EvidenceKind = 'command' | 'judge' | 'lines' | 'human' | 'none'

/** A criterion of a completed task and its evidence. */
export interface CriterionEvidence {
  readonly task: TaskId
  readonly criterion: Criterion
  readonly by: EvidenceKind
  /** `path:line`, if there are any. */
  readonly places: readonly string[]
  /** The gate that ran its command. */
  readonly gate: GateResult | null
}

/** Every criterion of every completed task, in the order of the plan. */
export const criteriaEvidence = ({ tasks }: Pick<RunState, 'tasks'>): readonly CriterionEvidence[] =>
  tasks.filter(({ stage }) => stage.is === 'completed').flatMap(evidenceOf)

function evidenceOf(run: TaskRun): readonly CriterionEvidence[] {
  const receipt = lastAttempt(run)?.receipt ?? null
  return run.task.criteria.map(criterion => {
    const gate = receipt?.gates.find(one => one.gate === `criterion:${criterion.id}`) ?? null
    const aligned = receipt?.alignment?.find(one => one.criterion === criterion.id)?.places ?? []
    const places = gate?.places ?? aligned
    return { task: run.task.id, criterion, by: kindOf(run, gate, places), places, gate }
  })
}

function kindOf(run: TaskRun, gate: GateResult | null, places: readonly string[]): EvidenceKind {
  if (gate?.verdict === 'passed') return 'command'
  if (gate?.verdict === 'judged') return 'judge'
  if (gate?.excused) return 'human'
  // Its box was ticked before the run.
  if (run.stage.is === 'completed' && run.stage.outcome === 'existed' && run.attempts.length === 0) return 'human'
  return places.length > 0 ? 'lines' : 'none'
}
