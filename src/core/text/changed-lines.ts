/** A run of lines that differ: at this line of the old text, these became those. */
export interface ChangedLines {
  readonly line: number
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Above this many pairs of lines, everything between the first and the last difference is one change. */
const PAIRS_MAX = 4_000_000

/** The differences of two texts, by the longest common subsequence of their lines. */
export function changedLines(before: string, after: string): readonly ChangedLines[] {
  const old = before.split(/\r?\n/)
  const fresh = after.split(/\r?\n/)
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const [one, other] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)]
  if (one.length === 0 && other.length === 0) return []
  if (one.length * other.length > PAIRS_MAX) return [{ line: start + 1, before: one, after: other }]
  return runsOf(one, other).map(run => ({ ...run, line: run.line + start }))
}

function runsOf(old: readonly string[], fresh: readonly string[]): readonly ChangedLines[] {
  const width = fresh.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j]!
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      common[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const runs: ChangedLines[] = []
  let run: { line: number; before: string[]; after: string[] } | null = null
  let i = 0
  let j = 0
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      run = null
      i++
      j++
      continue
    }
    if (run === null) {
      run = { line: i + 1, before: [], after: [] }
      runs.push(run)
    }
    if (i < old.length && (j === fresh.length || at(i + 1, j) >= at(i, j + 1))) run.before.push(old[i++]!)
    else run.after.push(fresh[j++]!)
  }
  return runs
}
