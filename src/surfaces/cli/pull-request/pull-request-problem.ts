import { type BeginRefusal, LABELS } from '../../../core/pull-request/claim.ts'
import { type ForgeProblem, forgeWords, type PullRequest } from '../../../core/pull-request/forge.ts'
import { type Result, unreachable } from '../../../core/result.ts'
import { printable } from '../../../core/text/clean-text.ts'
import type { DeskProblem, ReadComment } from '../../../engine/pull-request/desk.ts'
import { Problem } from '../problem.ts'

const REASON_LINES = 8

/** Why a run does not begin on a pull request, and the way out. */
export function refusalProblem(
  refusal: BeginRefusal,
  { number, url }: PullRequest,
  comments: readonly ReadComment[],
): Problem {
  switch (refusal.is) {
    case 'closed':
      return new Problem(`pull request #${number} is ${refusal.merged ? 'merged' : 'closed'}`, [
        'open it again, or run its plan without it: pm-agent run --local PLAN.md',
      ])
    case 'fork':
      return new Problem(`the branch of pull request #${number} is in another repository`, [
        'run it in a clone of that repository',
      ])
    case 'executing':
      return new Problem(`pull request #${number} is already executing${byRun(refusal.run)}`, [
        `if that run is dead, remove the label ${LABELS.executing}: ${url}`,
      ])
    case 'blocked':
      return new Problem(`pull request #${number} is blocked${byRun(refusal.run)}`, [
        ...reasonOf(refusal.run, comments),
        refusal.run === null
          ? `a human put the label ${LABELS.blocked} there: remove it to continue (${url})`
          : `answer there and continue where that run is: pm-agent run ${number}; or remove the label ${LABELS.blocked} to start over (${url})`,
      ])
    default:
      return unreachable(refusal)
  }
}

const byRun = (run: string | null): string => (run === null ? '' : ` (run ${run})`)

/** The comment of the pause, as it was written. */
function reasonOf(run: string | null, comments: readonly ReadComment[]): readonly string[] {
  const pause = comments.findLast(({ mark }) => mark?.kind === 'blocked' && mark.run === run)
  const lines = pause?.comment.body.split('\n').slice(1) ?? []
  return lines
    .map(line => printable(line).trim())
    .filter(Boolean)
    .slice(0, REASON_LINES)
}

/** The value, or the problem of the forge in words. */
export function worth<T>(
  result: Result<T, ForgeProblem>,
  hints: readonly string[] = ['pm-agent run continues where it stopped; nothing is done twice'],
): T {
  if (result.ok) return result.value
  const { what, hint } = forgeWords(result.error)
  throw new Problem(what, [hint, ...hints])
}

/** Why a pull request is not up to date, and the way out. */
export function deskProblem(problem: DeskProblem, { number, head }: PullRequest): Problem {
  const again = `pm-agent run ${number} continues where it stopped; nothing is done twice`
  switch (problem.is) {
    case 'forge': {
      const { what, hint } = forgeWords(problem.problem)
      return new Problem(`pull request #${number}: ${what}`, [hint, again])
    }
    case 'push':
      return problem.problem.reason === 'moved'
        ? new Problem(`${head} moved on the remote, and pm-agent never pushes by force`, [again])
        : new Problem(`${head} could not be pushed: ${problem.problem.detail}`, [
            'git push shows the same problem',
            again,
          ])
    case 'closed':
      return new Problem(`pull request #${number} was ${problem.merged ? 'merged' : 'closed'} meanwhile`, [
        'the work is on the plan branch here; open it again and repeat, or continue without it: pm-agent run --local',
      ])
    case 'taken':
      return new Problem(`pull request #${number} is already executing: run ${problem.run} was first`, [
        'wait for it, or remove its label if it is dead',
      ])
    default:
      return unreachable(problem)
  }
}
