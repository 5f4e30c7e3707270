import type { Extent } from '../../../core/proof/extent.ts'
import type { Alignment, GateResult } from '../../../core/proof/receipt.ts'
import type { Case } from '../case.ts'
import { isBookkeeping } from '../forms/forms.ts'
import { openDiff } from './diff.ts'
import { extentOf } from './extent.ts'
import { gatesOf } from './gates.ts'
import { type DraftShape, layoutGates } from './layout-gates.ts'
import { alignmentOf } from './plan/alignment.ts'
import { readFindings } from './registry.ts'

/** The result of reading a draft, before anything runs. */
export interface DraftReading {
  readonly gates: readonly GateResult[]
  readonly alignment: readonly Alignment[]
  readonly extent: Extent | null
  /** Files that bring tests. */
  readonly testsAdded: readonly string[]
}

/** Every gate that reading a draft can settle, without running anything of the project. */
export async function readDraft(
  on: Pick<
    Case,
    'ports' | 'layouts' | 'contract' | 'draft' | 'config' | 'claimed' | 'programFiles' | 'knownTests' | 'without'
  >,
  shape: DraftShape,
): Promise<DraftReading> {
  const { ports, layouts, contract, draft, claimed } = on
  const { fileMb, patchFiles } = on.config.limits
  const diff = await openDiff(ports.vault, {
    base: layouts.base,
    candidate: draft.tree,
    changes: draft.changes.filter(change => !isBookkeeping(change.path, contract.bookkeeping)),
    contract,
    claimed,
    programFiles: on.programFiles,
    knownTests: on.knownTests,
    oversized: draft.oversized ?? [],
    sensitive: on.config.sensitive ?? [],
    limits: { fileMb, patchFiles },
  })
  return {
    gates: [...layoutGates(layouts, shape, claimed), ...gatesOf(readFindings(diff, on.without))],
    alignment: alignmentOf(diff).filter(({ places }) => places.length > 0),
    extent: await extentOf(on, diff),
    testsAdded: diff.testsAdded,
  }
}
