import type { Edit } from '../syntax/edits.ts'
import type { CodeToken } from './languages/code-tokens.ts'
import type { Translation } from './translation.ts'

/** The data for the translation of a text. */
export interface Dictionary {
  readonly translation: Translation
  /** Files of the base. */
  readonly files: ReadonlySet<string>
  /** The name of the Node package. */
  readonly packageName: string | null
  /** The module path of a Go project, from its `go.mod`. */
  readonly goModule: string | null
  /** Go packages in moved folders, with their names on both sides. */
  readonly goPackages: readonly GoPackage[]
  /** Removed names that the task asks to remove: their imports are dropped. */
  readonly dropped: readonly { readonly name: string; readonly file: string }[]
}

/** A Go package that moved to another folder. */
export interface GoPackage {
  readonly from: string
  readonly to: string
  readonly name: string
  readonly nameNow: string
}

/** The current path of a file of the base. */
export const placeNow = ({ translation }: Dictionary, file: string): string =>
  translation.moves.find(({ from }) => from === file)?.to ?? file

/** The current file and name of an export of the base; null if it was removed. */
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

/** Words with a single meaning, each replaced everywhere outside of strings. */
export function wordEdits(tokens: readonly CodeToken[], { translation }: Dictionary): readonly Edit[] {
  const words = new Map(translation.renames.filter(one => one.exclusive).map(({ from, to }) => [from, to]))
  return tokens.flatMap(token => {
    const to = token.kind === 'word' ? words.get(token.text) : undefined
    return to === undefined ? [] : [editAt(token, to)]
  })
}

/** Replaces one token, or the text between two. */
export const editAt = ({ start, end }: { readonly start: number; readonly end: number }, text: string): Edit => ({
  start,
  end,
  text,
  name: '',
})

/** The edits outside of the ranges that other edits replace as a whole. */
export const outsideOf = (whole: readonly Edit[], edits: readonly Edit[]): readonly Edit[] => [
  ...whole,
  ...edits.filter(edit => !whole.some(({ start, end }) => edit.start < end && start < edit.end)),
]

/** The value of a string without escapes; null for other tokens. */
export const saidIn = ({ kind, text }: CodeToken): string | null =>
  kind === 'string' ? (/^[rbu]?(["'`])([^\\]*)\1$/.exec(text)?.[2] ?? null) : null

/** The string token with another value in the same quotes. */
export const restringed = (token: CodeToken, said: string): Edit =>
  editAt(token, `${/^[^"'`]*["'`]/.exec(token.text)![0]}${said}${token.text.at(-1)}`)
