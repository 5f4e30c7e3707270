import type { GateResult } from '../../../core/proof/receipt.ts'
import type { Report } from '../../../core/proof/report.ts'
import type { Layouts } from '../forms/forms.ts'
import { readingGate } from '../gate-result.ts'

/** The kind of work in a draft. */
export interface DraftShape {
  readonly verification: boolean
  readonly changed: boolean
  /** Passing tests are all that it asks for, so no change is a result too. */
  readonly asksForTests: boolean
  /** Results are read test by test, so a missing test is found by its id. */
  readonly readsTests: boolean
  /** Entries that were left out when the files were collected. */
  readonly notes: readonly string[]
}

/** Gates about the set of files that a draft touched. */
export function layoutGates(layouts: Layouts, draft: DraftShape, claimed: Report | null): readonly GateResult[] {
  const gates: GateResult[] = []
  const naming = (gate: string, words: string, paths: readonly string[]) => {
    if (paths.length > 0) gates.push(readingGate(gate, `${words}: ${paths.join(', ')}`, { paths }))
  }
  if (draft.verification)
    gates.push(
      readingGate(
        'read-only',
        draft.changed ? 'This is a verification task, which may not edit files, and files were changed.' : null,
      ),
    )
  else if (
    !draft.changed &&
    claimed?.status !== 'nothing-to-do' &&
    !(draft.asksForTests && claimed?.status === 'success')
  )
    gates.push(
      readingGate(
        'change',
        [
          claimed ? `The agent said "${claimed.status}", and no file was changed.` : 'No file was changed.',
          ...draft.notes.map(note => `In the workspace: ${note}.`),
        ].join(' '),
      ),
    )
  naming('bookkeeping', 'Only pm-agent writes these', layouts.bookkeepingTouched)
  naming(
    'protected',
    'These files configure the checks, and the contract does not permit changing them',
    layouts.protectedTouched,
  )
  naming('dependencies', 'Dependencies were added or changed without permission', layouts.dependenciesTouched)
  if (layouts.privileged.length > 0)
    gates.push(
      readingGate(
        'privileged',
        `The contract permits this task to change the configuration of checks: ${layouts.privileged.join(', ')}`,
        { verdict: 'noted', blocking: false },
      ),
    )
  if (!draft.readsTests) naming('tests-kept', 'Existing tests were deleted', layouts.testsDeleted)
  return gates
}
