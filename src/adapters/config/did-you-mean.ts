const DISTANCE_MAX = 3

/** The candidate that the writer of this word most likely meant, or null when none comes near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const plain = plainForm(word)
  let best: string | null = null
  // One slip in a short word, more in a longer one: "tset" is test, "xyz" is nothing.
  let bestDistance = Math.min(DISTANCE_MAX, Math.max(1, Math.floor(plain.length / 3))) + 1
  for (const candidate of candidates) {
    const distance = editDistance(plain, plainForm(candidate))
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** `attemptMinutes`, `attempt-minutes` and `attempt_minutes` are one word written in three habits. */
const plainForm = (word: string): string => word.toLowerCase().replace(/[-_\s]/g, '')

/** How many slips lie between two words: a letter too many, too few, another one, or two in the wrong order. */
function editDistance(one: string, other: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(
        Math.min(
          last[column]! + 1,
          current[column - 1]! + 1,
          last[column - 1]! + (isSame ? 0 : 1),
          isSwapped ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[beforeLast, last] = [last, current]
  }
  return last[other.length]!
}
