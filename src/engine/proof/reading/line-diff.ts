import { alignedPlaces, EDITS_MAX } from '../syntax/aligned.ts'

/** Changed lines of a file, numbered from 1 in the new version. */
export interface LineDiff {
  readonly added: readonly number[]
  readonly removed: readonly string[]
}

/** Added and removed lines, with the fewest edits. */
export function diffLines(before: readonly string[], after: readonly string[]): LineDiff {
  const common = alignedPlaces(before, after)
  const [kept, stayed] = [new Set(common.map(([old]) => old)), new Set(common.map(([, now]) => now))]
  const removed = [...before.keys()].filter(at => !kept.has(at))
  const added = [...after.keys()].filter(at => !stayed.has(at))
  const isTooLong = removed.length + added.length > EDITS_MAX
  const missing = isTooLong ? beyond(before, removed, after, added) : removed
  const fresh = isTooLong ? beyond(after, added, before, removed) : added
  return { added: fresh.map(at => at + 1), removed: missing.map(at => before[at]!) }
}

/** Of texts that differ too much, a line is new if it occurs more often than before; which of the equal lines is unknown. */
function beyond(
  lines: readonly string[],
  places: readonly number[],
  others: readonly string[],
  otherPlaces: readonly number[],
): readonly number[] {
  const left = new Map<string, number>()
  for (const at of otherPlaces) left.set(others[at]!, (left.get(others[at]!) ?? 0) + 1)
  return places.filter(at => {
    const count = left.get(lines[at]!) ?? 0
    left.set(lines[at]!, count - 1)
    return count <= 0
  })
}
