import { applyEdits } from '../syntax/edits.ts'
import { type Dictionary, editAt } from './dictionary.ts'
import { codeTokens } from './languages/code-tokens.ts'
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
  const text = applyEdits(
    file.text,
    spansOf(units, new Set(removed)).map(({ span, blank }) => editAt(span, blank)),
  )
  return { text: file.path.endsWith('.go') ? await withBlankImports(text, file.path) : text, removed }
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

/** Go rejects an unused import. */
async function withBlankImports(text: string, path: string): Promise<string> {
  const tokens = await codeTokens(text, path)
  const end = tokens.findIndex(({ text: word }) => /^(?:func|type|var|const)$/.test(word))
  const unused = tokens.slice(0, end).filter((token, at) => {
    // An import with a local name is known by that name.
    if (token.kind !== 'string' || (tokens[at - 1]?.kind === 'word' && tokens[at - 1]?.text !== 'import')) return false
    const name = token.text
      .slice(1, -1)
      .split('/')
      .findLast(part => !/^v\d+$/.test(part))
    return !tokens.some((word, place) => place >= end && word.text === name && tokens[place + 1]?.text === '.')
  })
  return applyEdits(
    text,
    unused.map(token => editAt(token, `_ ${token.text}`)),
  )
}
