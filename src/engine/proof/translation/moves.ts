import { withoutEnding } from '../../../core/text/paths.ts'
import { languageOf } from '../syntax/language.ts'
import { codeTokens } from './languages/code-tokens.ts'

/** A moved file. */
export interface Move {
  readonly from: string
  readonly to: string
}

/** A file of one side of a change. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** The minimum share of common words of a file that was moved and edited. */
const SHARE_MIN = 0.6
/** The bonus of the same name among similar candidates. */
const SAME_NAME = 0.1
/** Maximum number of pairs to compare word by word. */
const PAIRS_MAX = 2500

/** Matches removed and added files: the same text first, then the most similar file of the same language. */
export async function fileMoves(gone: readonly SourceFile[], came: readonly SourceFile[]): Promise<readonly Move[]> {
  const moves: Move[] = []
  const taken = new Set<string>()
  const take = (from: SourceFile, to: SourceFile) => {
    moves.push({ from: from.path, to: to.path })
    taken.add(from.path).add(to.path)
  }
  for (const from of gone) {
    const same = came.filter(({ path, text }) => text === from.text && text.trim() !== '' && !taken.has(path))
    const to = same.find(({ path }) => nameOf(path) === nameOf(from.path)) ?? same[0]
    if (to) take(from, to)
  }
  const [left, right] = [gone, came].map(files => files.filter(({ path }) => !taken.has(path)))
  if (left!.length * right!.length > PAIRS_MAX) return moves
  const words = new Map<SourceFile, ReadonlyMap<string, number>>()
  for (const file of [...left!, ...right!]) words.set(file, await wordCounts(file))
  const alike = left!
    .flatMap(from => right!.map(to => ({ from, to, share: shareOf(from, to, words) })))
    .filter(({ share }) => share >= SHARE_MIN)
    .sort((one, other) => other.share - one.share)
  for (const { from, to } of alike) if (!taken.has(from.path) && !taken.has(to.path)) take(from, to)
  return moves
}

function shareOf(
  from: SourceFile,
  to: SourceFile,
  words: ReadonlyMap<SourceFile, ReadonlyMap<string, number>>,
): number {
  const language = languageOf(from.path)
  if (language === 'other' || language !== languageOf(to.path)) return 0
  const [then, now] = [words.get(from)!, words.get(to)!]
  let [common, all] = [0, 0]
  for (const [word, count] of then) {
    common += 2 * Math.min(count, now.get(word) ?? 0)
    all += count
  }
  for (const count of now.values()) all += count
  return all === 0 ? 0 : common / all + (nameOf(from.path) === nameOf(to.path) ? SAME_NAME : 0)
}

async function wordCounts({ path, text }: SourceFile): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { kind, text: word } of await codeTokens(text, path))
    if (kind !== 'mark') counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The name of a file without its extension; the entry of a folder has the folder's name. */
const nameOf = (path: string): string =>
  withoutEnding(path)
    .replace(/\/(?:index|__init__|mod)$/, '')
    .split('/')
    .at(-1)!
