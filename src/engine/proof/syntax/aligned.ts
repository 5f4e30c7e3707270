/** More insertions and deletions than this, and two sequences count as different: an exact comparison takes too long. */
export const EDITS_MAX = 1500

/** The common positions of two sequences, in order, with the fewest edits between them; of sequences that differ too much only both ends. */
export function alignedPlaces(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const middle = shortestEdit(before.slice(start, before.length - end), after.slice(start, after.length - end))
  return [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...middle.map(([one, other]) => [one + start, other + start] as const),
    ...Array.from({ length: end }, (_, at) => [before.length - end + at, after.length - end + at] as const),
  ]
}

/** Myers' algorithm: the furthest row on each diagonal, stored for every number of edits, for the way back. */
function shortestEdit(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const [rows, columns] = [before.length, after.length]
  const most = Math.min(EDITS_MAX, rows + columns)
  const furthest = new Int32Array(2 * most + 3)
  const zero = most + 1
  const rounds: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    // Only these diagonals can have been reached.
    rounds.push(furthest.slice(zero - edits - 1, zero + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [left, right] = [furthest[zero + diagonal - 1]!, furthest[zero + diagonal + 1]!]
      const isDown = diagonal === -edits || (diagonal !== edits && left < right)
      let row = isDown ? right : left + 1
      while (row < rows && row - diagonal < columns && before[row] === after[row - diagonal]) row++
      furthest[zero + diagonal] = row
      if (row >= rows && row - diagonal >= columns) return walkedBack(rounds, rows, columns)
    }
  }
  return []
}

function walkedBack(
  rounds: readonly Int32Array[],
  rows: number,
  columns: number,
): readonly (readonly [number, number])[] {
  const common: (readonly [number, number])[] = []
  let [row, column] = [rows, columns]
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const at = (diagonal: number): number => rounds[edits]![diagonal + edits + 1]!
    const diagonal = row - column
    const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
    const from = isDown ? diagonal + 1 : diagonal - 1
    const [fromRow, fromColumn] = [at(from), at(from) - from]
    while (row > Math.max(fromRow, 0) && column > Math.max(fromColumn, 0)) common.push([--row, --column])
    ;[row, column] = [fromRow, fromColumn]
  }
  return common.reverse()
}
