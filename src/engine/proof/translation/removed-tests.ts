import { applyEdits } from '../syntax/edits.ts'
import { compilable } from '../syntax/gut-compiled.ts'
import { type Dictionary, editAt } from './dictionary.ts'
import type { SourceFile } from './moves.ts'
import { type ReadBase, usesOnlyDropped } from './program-uses.ts'
import { type TestUnit, testUnits, type UnitSpan } from './test-units.ts'

/** A test that is removed together with the names under test. */
export type RemovedTest = Pick<TestUnit, 'title' | 'isPattern'>

/** A test file without the tests of only dropped names; null if its tests cannot be separated. */
export async function withoutDropped(
  file: SourceFile,
  dictionary: Dictionary,
  read: ReadBase,
): Promise<{ readonly text: string; readonly removed: readonly RemovedTest[] } | null> {
  const units = await testUnits(file.text, file.path)
  if (units === null) return null
  const goes = await usesOnlyDropped(units, file, dictionary, read)
  const removed = units.filter((_, at) => goes[at])
  if (removed.length === 0) return { text: file.text, removed }
  const edits = spansOf(units, new Set(removed)).map(({ span, blank }) => editAt(span, blank))
  return { text: applyEdits(file.text, await compilable(file.text, file.path, edits)), removed }
}

/** A group without any remaining test is removed as a whole: runners refuse an empty one. */
function spansOf(
  units: readonly TestUnit[],
  removed: ReadonlySet<TestUnit>,
): readonly { readonly span: UnitSpan; readonly blank: string }[] {
  const isSame = (one: UnitSpan, other: UnitSpan) => one.start === other.start && one.end === other.end
  const spans = [...removed].map(unit => {
    const empty = unit.groups.find(group =>
      units.every(other => removed.has(other) || !other.groups.some(one => isSame(one, group))),
    )
    return { span: empty ?? unit, blank: unit.blank }
  })
  return spans.filter(({ span }, at) => spans.findIndex(other => isSame(other.span, span)) === at)
}
