/** One stretch of a text and what stands there instead. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  /** What a person calls the emptied thing. */
  readonly name: string
  /** The top-level name that this takes something from: done only if nothing needs it while the file loads. */
  readonly binding?: string
}

/** The text with these stretches replaced and every other character as it was; the edits do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}

/** What emptying the changed code of a file comes to, before the text is written. */
export type Emptied =
  | { readonly is: 'edits'; readonly edits: readonly Edit[] }
  | { readonly is: 'nothing' }
  | { readonly is: 'bare' }
  | { readonly is: 'unknown'; readonly why: string }
