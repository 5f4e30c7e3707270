import { addressed } from './addressed.ts'
import { planAlignment } from './alignment.ts'
import { buildFiles } from './build-files.ts'
import type { Check } from './check.ts'
import { conflictMarkers } from './conflict-markers.ts'
import type { DiffUnderReview } from './diff.ts'
import { docsUpdated, reviewNote, testsAdded, wayBack } from './done.ts'
import { exits } from './exits.ts'
import { fileNames } from './file-names.ts'
import type { Finding } from './finding.ts'
import { hardCoded } from './hard-coded.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { hijacks } from './hijacks.ts'
import { leftForLater } from './left-for-later.ts'
import { links } from './links.ts'
import { locks } from './locks.ts'
import { modes } from './modes.ts'
import { nestedRepositories } from './nested-repositories.ts'
import { patchSize } from './patch-size.ts'
import { readsTests } from './reads-tests.ts'
import { scope } from './scope.ts'
import { secrets } from './secrets.ts'
import { sizes } from './sizes.ts'
import { stubs } from './stubs.ts'
import { suppressions } from './suppressions.ts'
import { testDetection } from './test-detection.ts'

/** Every question that is put to a diff, in the order in which the answers are shown. */
const CHECKS: readonly Check[] = [
  conflictMarkers,
  links,
  nestedRepositories,
  fileNames,
  hiddenCharacters,
  sizes,
  secrets,
  locks,
  buildFiles,
  testDetection,
  exits,
  hijacks,
  readsTests,
  hardCoded,
  addressed,
  stubs,
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

/** The gates that they become; `Allow` takes each of them back by its name. */
export const READING_GATES: readonly string[] = CHECKS.map(check => check.name)

/** Everything that is found by reading. What the contract allows by the name of a check is still shown. */
export function readFindings(diff: DiffUnderReview): readonly Finding[] {
  const { allow } = diff.contract.task
  return CHECKS.flatMap(check => {
    const found = check.look(diff)
    return allow.includes(check.name) ? found.map(finding => ({ ...finding, severity: 'warning' as const })) : found
  })
}
