import { cut } from '../plan/ids.ts'
import { currentRelease } from '../release/reviewed.ts'
import { unreachable } from '../result.ts'
import { isSettled, type RunState } from '../run/state.ts'
import type { Escalation } from '../shown/escalation.ts'
import { plural, someOf } from '../text/lists.ts'
import { isWork, type ReleaseProblem, releaseProblems } from './release-problem.ts'
import type { ReleaseCheck, ReleaseProof } from './release-proof.ts'

/** The result of a release gate in one line. */
export function releaseGateWords(state: RunState, proof: ReleaseProof): string {
  const problems = releaseProblems(state, proof)
  const merged = proof.merge?.is === 'clean' && !proof.merge.isSame ? ' and on its merge with the base' : ''
  if (problems.length === 0)
    return `release gate: green, ${plural(proof.checks.length, 'check')} on the branch${merged}`
  return `release gate: red: ${someOf(problems.map(releaseProblemWords), { max: 3, between: '; ' })}`
}

/** One problem of a release in words. */
export function releaseProblemWords(problem: ReleaseProblem): string {
  switch (problem.is) {
    case 'check':
      return checkWords(problem.check)
    case 'conflict':
      return `the branch conflicts with the base branch in ${someOf(problem.paths)}`
    case 'risk':
      return `risk ${problem.risk.id} of a critical task is open: ${problem.risk.description}`
    default:
      return unreachable(problem)
  }
}

function checkWords({ name, area, on, command, verdict, evidence, comparedBy }: ReleaseCheck): string {
  const where = on === 'branch' ? 'the branch' : 'the merge with the base branch'
  const what = `${name}${area === undefined ? '' : ` in ${area}`} (${command})`
  const how = verdict === 'could-not-run' ? 'could not run' : 'fails'
  // Without test results the exit code comes first, which says little.
  const [first = '', second] = evidence.split('\n').filter(line => line.trim() !== '')
  const seen = comparedBy === 'exit-code' && second !== undefined ? `${first}: ${cut(second.trim(), SEEN_MAX)}` : first
  return `${what} ${how} on ${where}: ${seen}`
}

const SEEN_MAX = 160

/** The question of a release that waits for a human; null if none does. */
export function releaseQuestion(state: RunState): Escalation | null {
  const { gate, remediations } = state.release
  if (!gate || gate.proof.tip !== state.tip || state.finished) return null
  // Tasks that repair the branch are no question.
  const isRepaired = !state.tasks.every(isSettled)
  const problems = releaseProblems(state, gate.proof).filter(problem => !(isRepaired && isWork(problem)))
  if (problems.length === 0) return null
  const risks = problems.flatMap(problem => (problem.is === 'risk' ? [problem.risk] : []))
  const rounds = remediations.filter(({ cause }) => cause === 'release').length
  const tried = problems.some(isWork) && rounds > 0 ? ` after ${plural(rounds, 'round')} of repairs` : ''
  const own = (words: string, command: string) => ({ words, command, decision: null })
  const isOfMerge = problems.some(
    problem => problem.is === 'conflict' || (problem.is === 'check' && problem.check.on === 'merge'),
  )
  const isRed = problems.some(({ is }) => is !== 'risk')
  return {
    problem: `The branch cannot be released${tried}: ${problems.map(releaseProblemWords).join('; ')}`,
    impact: 'the work is on the plan branch, but there is no release and no manifest until this is settled',
    options: [
      ...risks
        .slice(0, 1)
        .flatMap(({ id }) => [
          own('accept the risk, with a reason', `pm-agent risk accept ${id} -m "…"`),
          own('say how it was mitigated', `pm-agent risk mitigate ${id} -m "…"`),
        ]),
      ...(isRed
        ? [own('correct the cause on this machine or on the base branch, then run the gate again', 'pm-agent run')]
        : []),
      ...(isRed ? [own('add a task for it to the plan, then go on', 'pm-agent run')] : []),
      ...(isOfMerge
        ? [own('merge without a release, and resolve it yourself', `git merge ${state.opened.branch}`)]
        : []),
    ],
    recommended: 0,
    blocking: true,
  }
}

/** The place of the release among the open questions, which are otherwise about tasks. */
export const RELEASE_QUESTION = 'release'

/** The state of the release in one line. */
export function releaseResultWords(state: RunState): string {
  const { gate } = state.release
  const written = currentRelease(state)
  if (state.config.quick) return 'none (quick mode proves nothing)'
  if (written) return `${written.path} (every claim can be repeated: pm-agent verify)`
  if (gate && gate.proof.tip === state.tip) return releaseGateWords(state, gate.proof).replace('release gate: ', '')
  return state.finished ? 'none: nothing landed' : 'not yet: it follows the final review'
}
