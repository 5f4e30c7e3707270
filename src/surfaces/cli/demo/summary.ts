import { unprovenClaims } from '../../../core/proof/claims.ts'
import { blockers, isProven } from '../../../core/proof/receipt.ts'
import { type Attempt, type RunState, type TaskRun, taskRun } from '../../../core/run/state.ts'
import { describeEnding } from '../../../core/run/triage.ts'
import { plural } from '../../../core/text/lists.ts'

const NAMED_MAX = 3

/** What was claimed in a run, what was true, and what came of it. */
export function claimLines(state: RunState): readonly string[] {
  return unprovenClaims(state).flatMap(claim => {
    const run = taskRun(state, claim.task)
    const attempt = run.attempts[claim.attempt - 1]!
    return [
      `  task ${claim.task}, attempt ${claim.attempt}: ${run.task.title}`,
      `    claimed  ${claim.claimed}`,
      `    true     ${claim.fact}`,
      ...failingTests(attempt).map(name => `    failing  ${name}`),
      ...noticed(attempt).map(words => `    noticed  ${words}`),
      `    then     ${afterwards(run, attempt)}`,
    ]
  })
}

const failingTests = ({ receipt }: Attempt): readonly string[] =>
  [...new Set(receipt ? blockers(receipt).flatMap(({ tests = [] }) => tests) : [])].slice(0, NAMED_MAX)

/** How the agent ended when not by itself, and which of its files are not part of the work. */
function noticed({ ended }: Attempt): readonly string[] {
  const endedWell = ended?.ending.is === 'exited' && ended.ending.code === 0
  return [...(ended && !endedWell ? [describeEnding(ended.ending)] : []), ...(ended?.draft?.notes ?? [])]
}

function afterwards(run: TaskRun, attempt: Attempt): string {
  const next = run.attempts[attempt.number]
  if (!next) return 'nothing of it is on the branch'
  const proven = next.receipt !== null && isProven(next.receipt)
  return `sent back with the evidence; attempt ${next.number} is ${proven ? 'proven' : 'not proven either'}`
}

/** How many claims there were, how many were false, and how often the tasks were tried. */
export function countLines(state: RunState): readonly string[] {
  const attempts = state.tasks.flatMap(run => run.attempts)
  const claims = attempts.filter(
    ({ ended }) => ended?.reading.is === 'valid' && ended.reading.report.status === 'success',
  )
  const tried = Map.groupBy(state.tasks, run => run.attempts.length)
  const often = [...tried]
    .sort(([a], [b]) => a - b)
    .map(([count, runs]) => `${runs.length} took ${plural(count, 'attempt')}`)
  return [
    `${claims.length} times an agent said "success", ${unprovenClaims(state).length} times the checks did not confirm it; none of those reached the branch.`,
    `Of ${state.tasks.length} tasks ${often.join(', ')}.`,
  ]
}
