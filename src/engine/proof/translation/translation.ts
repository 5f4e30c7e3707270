/**
 * The moved files and the renamed and removed names of a change. They are read from the program alone, never from its tests, so
 * that the tests of the base can run with the new names and paths.
 */
import { addedNames } from '../syntax/added-names.ts'
import { languageOf } from '../syntax/language.ts'
import { memberNames } from './languages/members.ts'
import { fileMoves, type Move, type SourceFile } from './moves.ts'
import { type FilePair, fileRenames, type Pairing, type Rename } from './renames.ts'

/** A name that moved to another file. */
interface NameMove {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** A name that no file declares now. */
export interface RemovedName {
  readonly name: string
  readonly file: string
}

/** The moves, renames and removals of a change. */
export interface Translation {
  readonly moves: readonly Move[]
  readonly nameMoves: readonly NameMove[]
  readonly renames: readonly Rename[]
  readonly removed: readonly RemovedName[]
  /** Removed files without a replacement. */
  readonly goneFiles: readonly string[]
}

/** The changed files of the program on both sides. */
export interface ProgramChange {
  readonly before: readonly SourceFile[]
  readonly after: readonly SourceFile[]
}

/** Maximum number of files to compare: no task is larger, and a test without a translation leads to a question. */
const FILES_MAX = 400

const NONE: ReadonlySet<string> = new Set()

/** Reads moves and renames from the changed program; `kept` are names that were not renamed, even if another takes their place. */
export async function translationOf(
  { before, after }: ProgramChange,
  kept: ReadonlySet<string> = NONE,
): Promise<Translation> {
  if (before.length + after.length > FILES_MAX) return NOTHING_MOVED
  const [then, now] = [byPath(before), byPath(after)]
  const moves = await fileMoves(
    before.filter(({ path }) => !now.has(path)),
    after.filter(({ path }) => !then.has(path)),
  )
  const placeNow = new Map([...[...then.keys()].map(path => [path, path] as const), ...moves.map(placeOf)])
  const pairs = before.flatMap((file): FilePair[] => {
    const other = now.get(placeNow.get(file.path)!)
    return other ? [{ before: file, after: other }] : []
  })
  const names = await namesOf(before, after)
  const goneNames = new Map(before.map(({ path }) => [path, names.gone(path, placeNow.get(path)!)]))
  const cameNames = new Map(pairs.map(pair => [pair.before.path, names.came(pair.before.path, pair.after.path)]))
  const nameMoves = movedNames({ before, after }, goneNames, file => cameOf(file, pairs, cameNames, names))
  const movedFrom = (file: string, name: string) => nameMoves.some(one => one.from === file && one.name === name)
  const renames = (await fileRenames(pairs, await withMembers(before, after, placeNow))).filter(
    ({ from, file }) => !kept.has(from) && !movedFrom(file, from),
  )
  const isRenamed = (file: string, name: string) => renames.some(one => one.from === name && one.file === file)
  const removed = [...goneNames].flatMap(([file, gone]) =>
    [...gone].filter(name => !movedFrom(file, name) && !isRenamed(file, name)).map(name => ({ name, file })),
  )
  const goneFiles = before.filter(({ path }) => !now.has(placeNow.get(path)!)).map(({ path }) => path)
  return { moves, nameMoves, renames, removed, goneFiles }
}

const NOTHING_MOVED: Translation = { moves: [], nameMoves: [], renames: [], removed: [], goneFiles: [] }

/** Whether tests can need a translation. */
export const movesAnything = ({ moves, nameMoves, renames }: Translation): boolean =>
  moves.length + nameMoves.length + renames.length > 0

const byPath = (files: readonly SourceFile[]): ReadonlyMap<string, SourceFile> =>
  new Map(files.map(file => [file.path, file]))

const placeOf = ({ from, to }: Move): readonly [string, string] => [from, to]

interface DeclaredNames {
  /** Names of a file of the base that its new file does not have. */
  gone(path: string, place: string): ReadonlySet<string>
  /** Names of a file that its old file on the base did not have. */
  came(path: string, place: string): ReadonlySet<string>
}

type NamesIn = (text: string, path: string) => Promise<readonly string[]>

const topLevel: NamesIn = (text, path) => addedNames('', text, path)

async function withMembers(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  placeNow: ReadonlyMap<string, string>,
): Promise<Pairing> {
  const { gone, came } = await namesOf(before, after, async (text, path) => [
    ...(await topLevel(text, path)),
    ...(await memberNames(text, path)),
  ])
  return {
    gone: path => gone(path, placeNow.get(path) ?? path),
    came: path => came(path, placeNow.get(path) ?? path),
  }
}

async function namesOf(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  namesIn: NamesIn = topLevel,
): Promise<DeclaredNames> {
  const read = async (files: readonly SourceFile[]) =>
    new Map(await Promise.all(files.map(async ({ path, text }) => [path, new Set(await namesIn(text, path))] as const)))
  const [then, now] = [await read(before), await read(after)]
  return {
    gone: (path, place) => without(then.get(path) ?? NONE, now.get(place) ?? NONE),
    came: (path, place) => without(now.get(place) ?? NONE, then.get(path) ?? NONE),
  }
}

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...names].filter(name => !others.has(name)))

/** New declarations of a file of the candidate, compared with its old file on the base. */
function cameOf(
  file: string,
  pairs: readonly FilePair[],
  came: ReadonlyMap<string, ReadonlySet<string>>,
  names: DeclaredNames,
): ReadonlySet<string> {
  const pair = pairs.find(({ after }) => after.path === file)
  return pair ? came.get(pair.before.path)! : names.came('', file)
}

/** Names that moved from one file to exactly one other file of the same language. */
function movedNames(
  { before, after }: ProgramChange,
  gone: ReadonlyMap<string, ReadonlySet<string>>,
  cameTo: (file: string) => ReadonlySet<string>,
): readonly NameMove[] {
  return before.flatMap(({ path: from }) => {
    if (!['javascript', 'python'].includes(languageOf(from))) return []
    const others = after.filter(({ path }) => languageOf(path) === languageOf(from))
    return [...(gone.get(from) ?? [])].flatMap(name => {
      const places = name === 'default' ? [] : others.filter(({ path }) => cameTo(path).has(name))
      return places.length === 1 ? [{ name, from, to: places[0]!.path }] : []
    })
  })
}
