/** Above this many pairs of lines, an exact comparison takes too much memory. */
const PAIRS_MAX = 4_000_000

/** Changed lines of a file, numbered from 1 in the new version. */
export interface LineDiff {
  readonly added: readonly number[]
  readonly removed: readonly string[]
}

/** Added and removed lines, by the longest common subsequence. */
export function diffLines(before: readonly string[], after: readonly string[]): LineDiff {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const old = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  const { added, removed } = old.length * fresh.length > PAIRS_MAX ? byCount(old, fresh) : bySequence(old, fresh)
  return { added: added.map(at => at + start + 1), removed: removed.map(at => old[at]!) }
}

interface Positions {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

function bySequence(old: readonly string[], fresh: readonly string[]): Positions {
  const width = fresh.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === fresh[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const added: number[] = []
  const removed: number[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      i++
      j++
    } else if (j < fresh.length && (i === old.length || common[i * width + j + 1]! >= common[(i + 1) * width + j]!))
      added.push(j++)
    else removed.push(i++)
  }
  return { added, removed }
}

/** A line is new if it occurs more often than before; which of the equal lines is new is unknown. */
function byCount(old: readonly string[], fresh: readonly string[]): Positions {
  return { added: beyond(fresh, old), removed: beyond(old, fresh) }
}

function beyond(lines: readonly string[], others: readonly string[]): readonly number[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.flatMap((line, at) => {
    const count = left.get(line) ?? 0
    if (count === 0) return [at]
    left.set(line, count - 1)
    return []
  })
}
