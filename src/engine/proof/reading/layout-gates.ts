import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Report } from '../../../core/proof/report.ts'
import type { Layouts } from '../forms/forms.ts'
import { readingGate } from '../gate-result.ts'

/** What kind of work a draft is. */
export interface DraftShape {
  readonly verification: boolean
  readonly changed: boolean
  /** Results are read test by test: then a test that is gone is asked for by its id. */
  readonly readsTests: boolean
}

/** Gates about which files a draft touched at all. */
export function layoutGates(layouts: Layouts, draft: DraftShape, claimed: Report | null): readonly GateResult[] {
  const gates: GateResult[] = []
  const naming = (gate: string, words: string, paths: readonly string[]) => {
    if (paths.length > 0) gates.push(readingGate(gate, `${words}: ${paths.join(', ')}`, { paths }))
  }
  if (draft.verification)
    gates.push(
      readingGate('read-only', draft.changed ? 'This task verifies and may not edit, and files were changed.' : null),
    )
  else if (!draft.changed && claimed?.status !== 'nothing-to-do')
    gates.push(
      readingGate(
        'change',
        claimed ? `The agent said "${claimed.status}", and no file was changed.` : 'No file was changed.',
      ),
    )
  naming('bookkeeping', 'Only pm-agent writes these', layouts.bookkeepingTouched)
  naming(
    'protected',
    'These decide how the checks run, and the contract does not allow to change them',
    layouts.protectedTouched,
  )
  naming('dependencies', 'Dependencies were added or changed without an allowance', layouts.dependenciesTouched)
  if (layouts.privileged.length > 0)
    gates.push(
      readingGate(
        'privileged',
        `The contract lets this task change what decides how checks run: ${layouts.privileged.join(', ')}`,
        { verdict: 'noted', blocking: false },
      ),
    )
  if (!draft.readsTests) naming('tests-kept', 'Existing tests were deleted', layouts.testsDeleted)
  return gates
}
