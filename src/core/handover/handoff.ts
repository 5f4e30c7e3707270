import { currentRelease } from '../release/reviewed.ts'
import { allRisks } from '../risk/risks.ts'
import type { RunState } from '../run/state.ts'
import { recordRef } from '../shown/record.ts'
import { plural } from '../text/lists.ts'
import { breakingChanges, breakingWords, inLandingOrder } from './breaking-changes.ts'
import { criteriaEvidence } from './criterion-evidence.ts'
import { ownWork } from './manifest-of.ts'
import { migrationSteps, recommendedNext } from './release-advice.ts'
import { notesLeft } from './report-notes.ts'

/** The summary for the person who merges; empty without a release. */
export function handoffLines(state: RunState, { isBranchThere = true } = {}): readonly string[] {
  const { gate } = state.release
  const written = currentRelease(state)
  if (!gate || !written) return []
  const tasks = ownWork(state)
  const completed = tasks.filter(({ stage }) => stage.is === 'completed').length
  const open = allRisks(state).filter(({ status }) => status === 'open')
  const unshown = criteriaEvidence(state).filter(({ by }) => by === 'none')
  const { place } = state.opened
  const apart = place.reviewsKept === 'apart' ? ` (not on the branch: ${recordRef(state.plan.id)})` : ''
  return [
    `${state.opened.rehearsal ? 'REHEARSAL ' : ''}RELEASE SUMMARY — ${state.plan.title}`,
    '',
    `Tasks: ${completed}/${tasks.length} completed`,
    `Commits: ${plural(inLandingOrder(state).length, 'commit')} (see release manifest for full list)`,
    ...listed('Breaking changes', breakingChanges(state).map(breakingWords), 'none'),
    ...listed(
      'Open risks',
      open.map(({ id, severity, description }) => `${id} (${severity}): ${description}`),
      'none — all mitigated/accepted',
    ),
    ...listedIfAny(
      'Criteria without evidence',
      unshown.map(({ task, criterion }) => `task ${task}: ${criterion.text}`),
    ),
    ...listedIfAny('Notes without a follow-up', notesLeft(state)),
    ...listed('Migration', migrationSteps(state, gate.proof), 'none required'),
    'Rollback: see release manifest',
    ...listed(
      'Recommended next',
      isBranchThere ? recommendedNext(state, gate.proof) : [],
      isBranchThere ? 'none' : 'get the branch back (pm-agent status says how)',
    ),
    '',
    'Artifacts:',
    `  - Release manifest: ${written.path}${apart}`,
    ...(written.notes === null ? [] : [`  - Release notes: ${written.notes}`]),
    `  - Review notes: ${place.reviewsDir}/${state.plan.id}/<task-id>-review.md (per task)`,
  ]
}

const listedIfAny = (name: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : listed(name, lines, '')

const listed = (name: string, lines: readonly string[], none: string): readonly string[] =>
  lines.length === 0 ? [`${name}: ${none}`] : [`${name}:`, ...lines.map(line => `  - ${line}`)]
