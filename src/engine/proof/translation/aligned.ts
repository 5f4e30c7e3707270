/** Maximum number of insertions and deletions between two sequences of the same text. */
const EDITS_MAX = 1500

/** The common positions of two sequences, in order, with the fewest edits between them; none if they differ too much. */
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

/** Myers' algorithm; it stores every round for the backtracking. */
function shortestEdit(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const [rows, columns] = [before.length, after.length]
  const furthest = new Map<number, number>([[1, 0]])
  const rounds: ReadonlyMap<number, number>[] = []
  for (let edits = 0; edits <= Math.min(EDITS_MAX, rows + columns); edits++) {
    rounds.push(new Map(furthest))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown =
        diagonal === -edits || (diagonal !== edits && at(furthest, diagonal - 1) < at(furthest, diagonal + 1))
      let row = isDown ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1
      while (row < rows && row - diagonal < columns && before[row] === after[row - diagonal]) row++
      furthest.set(diagonal, row)
      if (row >= rows && row - diagonal >= columns) return walkedBack(rounds, rows, columns)
    }
  }
  return []
}

const at = (furthest: ReadonlyMap<number, number>, diagonal: number): number => furthest.get(diagonal) ?? -1

function walkedBack(
  rounds: readonly ReadonlyMap<number, number>[],
  rows: number,
  columns: number,
): readonly (readonly [number, number])[] {
  const common: (readonly [number, number])[] = []
  let [row, column] = [rows, columns]
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const furthest = rounds[edits]!
    const diagonal = row - column
    const isDown =
      diagonal === -edits || (diagonal !== edits && at(furthest, diagonal - 1) < at(furthest, diagonal + 1))
    const from = isDown ? diagonal + 1 : diagonal - 1
    const [fromRow, fromColumn] = [at(furthest, from), at(furthest, from) - from]
    while (row > Math.max(fromRow, 0) && column > Math.max(fromColumn, 0)) common.push([--row, --column])
    ;[row, column] = [fromRow, fromColumn]
  }
  return common.reverse()
}
