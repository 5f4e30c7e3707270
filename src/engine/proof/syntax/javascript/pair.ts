/** An entry of a list: `number` for its content, `key` for its identity, `kind` for possible pairs. */
interface Entry {
  readonly number: number
  readonly key: string | null
  readonly kind: string
}

/** The differences between two lists. */
interface Alignment<T> {
  /** The same thing, changed. */
  readonly pairs: readonly (readonly [T, T])[]
  readonly added: readonly T[]
  readonly removed: readonly T[]
  /** Unchanged entries are in another order. */
  readonly moved: boolean
}

/** Finds kept, changed, added and removed entries: equal ones first, then by key, then by kind in order. */
export function align<T extends Entry>(before: readonly T[], after: readonly T[]): Alignment<T> {
  const available = new Map<number, number>()
  for (const { number } of before) available.set(number, (available.get(number) ?? 0) + 1)
  const stayed: T[] = []
  const rest: T[] = []
  for (const entry of after) {
    const left = available.get(entry.number) ?? 0
    if (left > 0) available.set(entry.number, left - 1)
    ;(left > 0 ? stayed : rest).push(entry)
  }
  const [kept, gone] = split(before, stayed)
  const byKey = paired(gone, rest, (one, other) => one.key !== null && one.key === other.key)
  const byKind = paired(
    byKey.removed,
    byKey.added,
    (one, other) => one.kind === other.kind && (one.key === null || other.key === null),
  )
  return {
    pairs: [...byKey.pairs, ...byKind.pairs],
    added: byKind.added,
    removed: byKind.removed,
    moved: kept.some((entry, at) => entry.number !== stayed[at]!.number),
  }
}

function split<T extends Entry>(before: readonly T[], stayed: readonly T[]): readonly [readonly T[], readonly T[]] {
  const needed = new Map<number, number>()
  for (const { number } of stayed) needed.set(number, (needed.get(number) ?? 0) + 1)
  const kept: T[] = []
  const gone: T[] = []
  for (const entry of before) {
    const left = needed.get(entry.number) ?? 0
    if (left > 0) needed.set(entry.number, left - 1)
    ;(left > 0 ? kept : gone).push(entry)
  }
  return [kept, gone]
}

function paired<T>(
  before: readonly T[],
  after: readonly T[],
  match: (one: T, other: T) => boolean,
): Pick<Alignment<T>, 'pairs' | 'added' | 'removed'> {
  const removed = [...before]
  const pairs: (readonly [T, T])[] = []
  const added: T[] = []
  for (const entry of after) {
    const at = removed.findIndex(old => match(old, entry))
    if (at < 0) added.push(entry)
    else pairs.push([removed.splice(at, 1)[0]!, entry])
  }
  return { pairs, added, removed }
}
