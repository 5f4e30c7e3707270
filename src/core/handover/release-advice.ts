import { allRisks } from '../risk/risks.ts'
import { tieringOf } from '../risk/task-tier.ts'
import type { RunState } from '../run/state.ts'
import { recordRef } from '../shown/record.ts'
import { reviewNoteOf } from '../shown/task-record.ts'
import { plural } from '../text/lists.ts'
import { inLandingOrder } from './breaking-changes.ts'
import { criteriaEvidence } from './criterion-evidence.ts'
import { manifestPath } from './release-paths.ts'
import type { ReleaseProof } from './release-proof.ts'

/** The location of the manifest for `pm-agent verify`: on the plan branch, or under our ref. */
export function manifestPlace(state: RunState): string {
  const { place, branch } = state.opened
  return `${place.reviewsKept === 'apart' ? recordRef(state.plan.id) : branch}:${manifestPath(state)}`
}

/** What has to be run when the release is rolled out; empty if nothing. */
export function migrationSteps(state: RunState, { checks }: ReleaseProof): readonly string[] {
  const command = checks.find(({ name }) => name === 'migrate')?.command
  const changed = inLandingOrder(state).flatMap(run =>
    tieringOf(state, run).reasons.flatMap(reason =>
      reason.from === 'path' && reason.area === 'migration' ? [`${reason.path} (task ${run.task.id})`] : [],
    ),
  )
  const steps = [...new Set(changed)].map(path => `apply ${path}`)
  return command === undefined ? steps : [`run: ${command}`, ...steps]
}

/** How to take the release back, the last task first. */
export function rollbackPlan(state: RunState): string {
  const back = state.config.commands.migrate_back
  const notes = inLandingOrder(state)
    .toReversed()
    .map(run => `task ${run.task.id}: ${reviewNoteOf(state, run)?.rollback ?? 'revert its commit'}`)
  return [
    ...(back ? [`first revert the migration: ${back}`] : []),
    `everything at once: git revert -m 1 MERGE, where MERGE is your merge of ${state.opened.branch}`,
    ...notes,
  ].join('\n')
}

/** What a person should do after this release, the most important first. */
export function recommendedNext(state: RunState, { checks }: ReleaseProof): readonly string[] {
  const { branch, baseBranch } = state.opened
  const skipped = state.tasks.filter(({ stage }) => stage.is === 'skipped').map(({ task }) => task.id)
  const open = allRisks(state).filter(({ status }) => status === 'open')
  const unshown = criteriaEvidence(state).filter(({ by }) => by === 'none').length
  const known = checks.filter(({ verdict }) => verdict === 'known-failure').map(({ name }) => name)
  const flaky = checks.filter(({ verdict }) => verdict === 'flaky').map(({ name }) => name)
  return [
    `check it: pm-agent verify ${manifestPlace(state)}`,
    `merge it: ${baseBranch ? `git switch ${baseBranch} && ` : ''}git merge ${branch}`,
    ...(unshown > 0 ? [`look at ${plural(unshown, 'criterion', 'criteria')} without evidence`] : []),
    ...(open.length > 0 ? [`decide about ${plural(open.length, 'open risk')}: pm-agent risk`] : []),
    ...(skipped.length > 0 ? [`decide about skipped tasks: ${skipped.join(', ')}`] : []),
    ...(known.length > 0 ? [`repair checks that failed before the plan: ${[...new Set(known)].join(', ')}`] : []),
    ...(flaky.length > 0 ? [`stabilise flaky checks: ${[...new Set(flaky)].join(', ')}`] : []),
  ]
}
