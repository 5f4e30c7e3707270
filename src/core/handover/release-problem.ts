import { allRisks, type Risk } from '../risk/risks.ts'
import type { RunState } from '../run/state.ts'
import type { ReleaseCheck, ReleaseProof } from './release-proof.ts'

/** Why a branch may not be released. */
export type ReleaseProblem =
  | { readonly is: 'check'; readonly check: ReleaseCheck }
  /** The branch cannot be merged with the current base branch. */
  | { readonly is: 'conflict'; readonly paths: readonly string[] }
  /** A risk of a critical task that was neither mitigated nor accepted. */
  | { readonly is: 'risk'; readonly risk: Risk }

/** Everything that keeps the release from being written, derived from the facts of its gate and the decisions since. */
export const releaseProblems = (state: RunState, proof: ReleaseProof): readonly ReleaseProblem[] => [
  ...(proof.merge?.is === 'conflict' ? [{ is: 'conflict', paths: proof.merge.paths } as const] : []),
  ...proof.checks
    .filter(check => isRedCheck(check) && !isWaivedCheck(state, check) && !isAcceptedCheck(state, check))
    .map(check => ({ is: 'check', check }) as const),
  ...openCriticalRisks(state).map(risk => ({ is: 'risk', risk }) as const),
]

/** Whether something of the branch itself, or of its merge, is red. */
export const isRedGate = (state: RunState, proof: ReleaseProof): boolean =>
  releaseProblems(state, proof).some(({ is }) => is !== 'risk')

/** Whether humans let exactly this failure pass when tasks landed: the same tests, or the same command if neither names a test. */
export function isWaivedCheck({ tasks }: RunState, { name, verdict, failed, known = [] }: ReleaseCheck): boolean {
  if (verdict !== 'failed') return false
  const waived = tasks.flatMap(({ stage, waivers }) =>
    stage.is === 'completed' ? waivers.filter(({ as = 'waived' }) => as === 'waived') : [],
  )
  const gates = waived.flatMap(waiver => waiver.gates).filter(({ gate }) => gate.split(':')[0] === name)
  if (failed === undefined) return gates.some(gate => gate.verdict === 'failed' && !gate.tests?.length)
  const tests = new Set([...known, ...gates.flatMap(gate => gate.tests ?? [])])
  return failed.every(id => tests.has(id))
}

/** Whether the command could not run on the base either, and a human accepted that base. */
const isAcceptedCheck = ({ baseline, baselineAccepted }: RunState, { name, verdict }: ReleaseCheck): boolean =>
  verdict === 'could-not-run' &&
  baselineAccepted &&
  (baseline?.baseline.gates.some(gate => gate.gate === name && gate.verdict === 'environment') ?? false)

/** A red check. A failure that the base has too, or that mostly passes, is recorded and does not stop the release. */
const isRedCheck = ({ verdict }: ReleaseCheck): boolean => verdict === 'failed' || verdict === 'could-not-run'

/** Open risks of critical tasks: only a human can close them. */
const openCriticalRisks = (state: RunState): readonly Risk[] =>
  allRisks(state).filter(
    ({ severity, status, task }) => severity === 'critical' && status === 'open' && isLanded(state, task),
  )

const isLanded = ({ tasks }: RunState, id: Risk['task']): boolean =>
  tasks.some(({ task, stage }) => task.id === id && stage.is === 'completed' && stage.commit !== null)

/**
 * Whether an agent can solve it: a fault of the branch or of its merge is work. A risk, a broken machine and a conflict are
 * questions: only the owner of the base branch can say which side of a conflict is right.
 */
export const isWork = (problem: ReleaseProblem): boolean => problem.is === 'check' && problem.check.verdict === 'failed'
