import type { Defence } from '../../../core/proof/defence.ts'
import type { DiffCheck } from './check.ts'
import { addressed } from './deceit/speaks-to-judge.ts'
import { suppressions } from './deceit/suppressions.ts'
import type { DiffUnderReview } from './diff.ts'
import { buildFiles } from './files/build-files.ts'
import { conflictMarkers } from './files/conflict-markers.ts'
import { fileNames } from './files/file-names.ts'
import { hiddenCharacters } from './files/hidden-characters.ts'
import { links } from './files/links.ts'
import { locks } from './files/locks.ts'
import { modes } from './files/modes.ts'
import { nestedRepositories } from './files/nested-repositories.ts'
import { secrets } from './files/secrets.ts'
import { sizes } from './files/sizes.ts'
import type { DiffFinding } from './finding.ts'
import { planAlignment } from './plan/alignment.ts'
import { docsUpdated, reviewNote, testsAdded, wayBack } from './plan/definition-of-done.ts'
import { patchSize } from './plan/patch-size.ts'
import { scope } from './plan/scope.ts'
import { leftForLater } from './unfinished/left-for-later.ts'

/** Every check that reads a diff, in display order. */
const CHECKS: readonly DiffCheck[] = [
  conflictMarkers,
  links,
  nestedRepositories,
  fileNames,
  hiddenCharacters,
  sizes,
  secrets,
  locks,
  buildFiles,
  addressed,
  leftForLater,
  suppressions,
  scope,
  patchSize,
  modes,
  planAlignment,
  testsAdded,
  docsUpdated,
  wayBack,
  reviewNote,
]

/** Their gate names, which `Allow` accepts. */
export const READING_GATES: readonly string[] = CHECKS.map(check => check.name)

/** All findings. A finding of a check that the contract allows is still shown. */
export function readFindings(diff: DiffUnderReview, without?: ReadonlySet<Defence>): readonly DiffFinding[] {
  const { allow } = diff.contract.task
  return CHECKS.filter(({ name }) => !without?.has(`reading:${name}`)).flatMap(check => {
    const found = check.look(diff)
    return allow.includes(check.name) ? found.map(finding => ({ ...finding, severity: 'warning' as const })) : found
  })
}
