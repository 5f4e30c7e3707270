import type { Edit } from '../../../src/engine/proof/syntax/edits.ts'

/** The edits that turn the edited text back into the text. */
export function undone(text: string, edits: readonly Edit[]): readonly Edit[] {
  let shift = 0
  return edits.map(edit => {
    const start = edit.start + shift
    shift += edit.text.length - (edit.end - edit.start)
    return { ...edit, start, end: start + edit.text.length, text: text.slice(edit.start, edit.end) }
  })
}
