const SLIPS_MAX = 3

/** The candidate that `word` is probably a misspelling of, or null; of two equally near ones the first. */
export function closest(word: string, candidates: readonly string[]): string | null {
  const written = plainForm(word)
  const letters = lettersIn(written)
  let best: string | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const other = plainForm(candidate)
    // One typo in a short word, more in a longer one: "tset" is test, "xyz" is nothing.
    const allowed = Math.min(SLIPS_MAX, Math.floor(Math.max(written.length, other.length) / 3))
    if (Math.abs(written.length - other.length) > allowed) continue
    // One edit makes at most two letters differ, which excludes most candidates before the full comparison.
    if (bitCount(letters ^ lettersIn(other)) > 2 * allowed) continue
    const distance = editDistance(written, other)
    if (distance <= allowed && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `attemptMinutes`, `attempt-minutes` and `attempt_minutes` are the same word. */
const plainForm = (word: string): string => word.toLowerCase().replace(/[-_\s]/g, '')

/** One bit for each letter that occurs. */
function lettersIn(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Edit distance: letters changed, added, dropped or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
