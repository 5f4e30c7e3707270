import { alignedPlaces } from '../syntax/aligned.ts'
import { type CodeToken, codeTokens } from './languages/code-tokens.ts'
import type { SourceFile } from './moves.ts'

/** A renamed name of the program. */
export interface Rename {
  readonly from: string
  readonly to: string
  /** The file of the base that declared or used it. */
  readonly file: string
  /** Nothing else in the changed program has the old name: every use of it can only mean this one. */
  readonly exclusive: boolean
}

/** A file before and after the change, perhaps moved. */
export interface FilePair {
  readonly before: SourceFile
  readonly after: SourceFile
}

/** Placeholder for a word that only one side has: such words may correspond. */
const UNKNOWN = '\0'
/** The minimum share of positions of a name that agree on its new name. */
const AGREED_MIN = 0.75

/**
 * Names that are declared on the base exactly where another name is declared now. Both programs are aligned token by token,
 * with a placeholder for words that only one of them has; words at the same position are the same name, if this is so everywhere.
 * A word that is used but not declared may mean something else now: `OK` that became `FAIL` is not a rename.
 */
export async function fileRenames(pairs: readonly FilePair[], known: Pairing): Promise<readonly Rename[]> {
  const votes = new Map<string, Map<string, Map<string, number>>>()
  const wordsNow = new Set<string>()
  for (const { before, after } of pairs) {
    const [then, now] = [await codeTokens(before.text, before.path), await codeTokens(after.text, after.path)]
    for (const { kind, text } of now) if (kind === 'word') wordsNow.add(text)
    const open = { gone: known.gone(before.path), came: known.came(before.path) }
    for (const [from, to] of pairedWords(then, now, open)) {
      const places = votes.get(from) ?? new Map<string, Map<string, number>>()
      const files = places.get(to) ?? new Map<string, number>()
      files.set(before.path, (files.get(before.path) ?? 0) + 1)
      votes.set(from, places.set(to, files))
    }
  }
  return agreed(votes)
    .filter(({ from, to, file }) => known.gone(file).has(from) && known.came(file).has(to))
    .map(rename => ({ ...rename, exclusive: !wordsNow.has(rename.from) }))
}

/** The removed and the added declarations of a file. */
export interface Pairing {
  gone(path: string): ReadonlySet<string>
  came(path: string): ReadonlySet<string>
}

type Votes = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>

/** Keeps renames of one old name to one new name; splits and merges of names are not renames. */
function agreed(votes: Votes): readonly Omit<Rename, 'exclusive'>[] {
  const sum = (files: ReadonlyMap<string, number>) => [...files.values()].reduce((one, other) => one + other, 0)
  const best = new Map<string, { readonly to: string; readonly files: ReadonlyMap<string, number> }>()
  const claims = new Map<string, { readonly from: string; readonly count: number }[]>()
  for (const [from, places] of votes) {
    const all = [...places].map(([to, files]) => ({ to, files, count: sum(files) }))
    const [first] = all.sort((one, other) => other.count - one.count)
    const total = all.reduce((count, one) => count + one.count, 0)
    if (!first || first.count < AGREED_MIN * total) continue
    best.set(from, first)
    claims.set(first.to, [...(claims.get(first.to) ?? []), { from, count: first.count }])
  }
  return [...best].flatMap(([from, { to, files }]) => {
    const others = claims.get(to)!
    const total = others.reduce((count, one) => count + one.count, 0)
    if (sum(files) < AGREED_MIN * total) return []
    return [...files.keys()].map(file => ({ from, to, file }))
  })
}

function pairedWords(
  then: readonly CodeToken[],
  now: readonly CodeToken[],
  open: { readonly gone: ReadonlySet<string>; readonly came: ReadonlySet<string> },
): readonly (readonly [string, string])[] {
  const [before, after] = [wordsOf(then), wordsOf(now)]
  const masked = (tokens: readonly CodeToken[], others: ReadonlySet<string>, declared: ReadonlySet<string>) =>
    tokens.map(({ kind, text }) => (kind === 'word' && (!others.has(text) || declared.has(text)) ? UNKNOWN : text))
  const [one, other] = [masked(then, after, open.gone), masked(now, before, open.came)]
  return alignedPlaces(one, other)
    .filter(([at]) => one[at] === UNKNOWN)
    .map(([at, to]) => [then[at]!.text, now[to]!.text] as const)
    .filter(([from, to]) => from !== to)
}

const wordsOf = (tokens: readonly CodeToken[]): ReadonlySet<string> =>
  new Set(tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text))
