/** A range of a text and its replacement. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The name of the emptied code, for people. */
  readonly name: string
  /** The top-level name that loses a value: the edit applies only if nothing needs the value while the file loads. */
  readonly binding?: string
  /** For a function with parameters: the text that makes it return its first argument. */
  readonly standIn?: string
}

/** The text with these ranges replaced and every other character kept; the edits do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}

/** The edits that empty the changed code of a file. */
export type Emptied =
  | { readonly is: 'edits'; readonly edits: readonly Edit[] }
  | { readonly is: 'nothing' }
  | { readonly is: 'bare' }
  | { readonly is: 'unknown'; readonly why: string }
