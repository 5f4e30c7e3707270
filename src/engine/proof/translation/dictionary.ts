import type { Edit } from '../syntax/edits.ts'
import type { CodeToken } from './languages/code-tokens.ts'
import type { Translation } from './translation.ts'

/** What a text is translated by. */
export interface Dictionary {
  readonly translation: Translation
  /** Files of the base. */
  readonly files: ReadonlySet<string>
  /** What a package of Node calls itself. */
  readonly packageName: string | null
  /** The module path of a Go project, from its `go.mod`. */
  readonly goModule: string | null
  /** Packages of Go whose folder moved, with their names on both sides. */
  readonly goPackages: readonly GoPackage[]
  /** Names that are gone and may go: nobody imports them any more. */
  readonly dropped: readonly { readonly name: string; readonly file: string }[]
}

/** A package of Go that lies in another folder now. */
export interface GoPackage {
  readonly from: string
  readonly to: string
  readonly name: string
  readonly nameNow: string
}

/** Where a file of the base lies now. */
export const placeNow = ({ translation }: Dictionary, file: string): string =>
  translation.moves.find(({ from }) => from === file)?.to ?? file

/** What became of a name that a file of the base offers: where it is now and how it is called; null where it is gone. */
export function nameNow(
  dictionary: Dictionary,
  file: string,
  name: string,
): { readonly file: string; readonly name: string; readonly exclusive: boolean } | null {
  const { translation, dropped } = dictionary
  if (dropped.some(one => one.file === file && one.name === name)) return null
  const moved = translation.nameMoves.find(one => one.from === file && one.name === name)
  if (moved) return { file: moved.to, name, exclusive: false }
  const renamed = translation.renames.find(one => one.file === file && one.from === name)
  return {
    file: placeNow(dictionary, file),
    name: renamed?.to ?? name,
    exclusive: renamed?.exclusive ?? false,
  }
}

/** Words that mean nothing else any more, each replaced wherever it is said outside of strings. */
export function wordEdits(tokens: readonly CodeToken[], { translation }: Dictionary): readonly Edit[] {
  const words = new Map(translation.renames.filter(one => one.exclusive).map(({ from, to }) => [from, to]))
  return tokens.flatMap(token => {
    const to = token.kind === 'word' ? words.get(token.text) : undefined
    return to === undefined ? [] : [editAt(token, to)]
  })
}

/** Replaces one token, or what lies between two. */
export const editAt = ({ start, end }: { readonly start: number; readonly end: number }, text: string): Edit => ({
  start,
  end,
  text,
  name: '',
})

/** The edits that do not lie in what other edits replace as a whole. */
export const outsideOf = (whole: readonly Edit[], edits: readonly Edit[]): readonly Edit[] => [
  ...whole,
  ...edits.filter(edit => !whole.some(({ start, end }) => edit.start < end && start < edit.end)),
]

/** What a string says, where it has no escapes; null for others. */
export const saidIn = ({ kind, text }: CodeToken): string | null =>
  kind === 'string' ? (/^[rbu]?(["'`])([^\\]*)\1$/.exec(text)?.[2] ?? null) : null

/** The string token with other words in the same quotes. */
export const restringed = (token: CodeToken, said: string): Edit =>
  editAt(token, `${/^[^"'`]*["'`]/.exec(token.text)![0]}${said}${token.text.at(-1)}`)
