import type { ManifestClaim } from '../../../core/handover/manifest.ts'
import { manifestOf } from '../../../core/handover/manifest-of.ts'
import { manifestPlace } from '../../../core/handover/release-advice.ts'
import { finalReviewWords } from '../../../core/release/final-review-words.ts'
import { lastFinalReview } from '../../../core/release/reviewed.ts'
import { tieringOf } from '../../../core/risk/task-tier.ts'
import { tierWords } from '../../../core/risk/tier-words.ts'
import type { RunState, TaskRun } from '../../../core/run/state.ts'
import { renderReview, reviewPath } from '../../../core/shown/bookkeeping.ts'

/** One tier with its reasons, the review of that task, and the manifest of the release: what a person looks at before merging. */
export function releaseLines(state: RunState, shownTask: string): readonly string[] {
  const landed = state.tasks.filter(({ stage }) => stage.is === 'completed' && stage.commit !== null)
  const run = landed.find(({ task }) => task.id === shownTask) ?? landed[0]
  return run ? [...tierLines(state, run), '', ...reviewLines(state, run), '', ...manifestLines(state)] : []
}

/** Every tier of the plan with its number of tasks, and the one of the task with the most reasons. */
function tierLines(state: RunState, run: TaskRun): readonly string[] {
  const tiers = state.tasks.map(one => tieringOf(state, one).tier)
  const counts = (['critical', 'normal', 'low'] as const).flatMap(tier => {
    const count = tiers.filter(one => one === tier).length
    return count > 0 ? [`${count} ${tier}`] : []
  })
  return [`Tiers: ${counts.join(', ')}; task ${run.task.id} is ${tierWords(tieringOf(state, run))}`]
}

const REVIEW_LINES_MAX = 12

/** The beginning of the review file: criteria and gates with their results. */
function reviewLines(state: RunState, { task }: TaskRun): readonly string[] {
  const lines = renderReview(state, task.id).split('\n')
  return [
    `Review of task ${task.id}, on the branch as ${reviewPath(state, task.id)}:`,
    ...lines.slice(0, REVIEW_LINES_MAX).map(line => `  ${line}`.trimEnd()),
    '  …',
  ]
}

function manifestLines(state: RunState): readonly string[] {
  const { gate, written } = state.release
  if (!gate || !written) return []
  const review = lastFinalReview(state)
  const manifest = manifestOf(state, gate.proof, {
    at: gate.at,
    finalReview: review ? finalReviewWords(review.review) : 'SKIPPED',
  })
  const { claims, tests_run, tests_passed, commit, code_tree } = manifest
  return [
    `Release manifest, ${manifestPlace(state)}:`,
    `  commit: ${commit}`,
    `  code_tree: ${code_tree}`,
    `  tests_run: ${tests_run}, tests_passed: ${tests_passed}`,
    `  final_review: ${manifest.final_review}`,
    `  claims: ${claims.length}, each with commit, command, expected result and digest, for example`,
    ...claims.slice(0, 2).map(claimLine),
    `  digest: ${written.digest}`,
    'Anyone can repeat every claim in a clone: pm-agent verify',
  ]
}

const claimLine = ({ id, command, output_digest }: ManifestClaim): string =>
  `    ${id}: ${command} (${output_digest.slice(0, 19)}…)`
