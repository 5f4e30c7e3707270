import type { Edit, Emptied } from '../edits.ts'
import { Changes } from './changes.ts'
import { loadable } from './keep-loadable.ts'
import { Essences, isTypeOnly } from './normal-form.ts'
import { type Node, parseScript } from './parse.ts'

/** The ranges of a script with changed code, and their emptied text. */
export async function gutJavaScript(before: string | null, after: string, path: string): Promise<Emptied> {
  const now = await parseScript(after, path)
  if (!now) return { is: 'unknown', why: `The text of ${path} does not parse.` }
  const then = await parseScript(before ?? '', path)
  if (!then) return { is: 'unknown', why: `The text of ${path} before the change does not parse.` }
  const essences = new Essences()
  const [was, is] = [essences.read(then), essences.read(now)]
  if (was.program === is.program || (before === null && holdsNoCode(now.program))) return { is: 'nothing' }
  const found = new Changes(was.of, is.of).between(then.program, now.program)
  const kept = loadable(now.program, withoutRepeats(found.edits))
  const edits = kept.length > 0 ? kept : loadable(now.program, withoutRepeats(found.lastResort))
  if (edits.length === 0) return { is: 'bare' }
  return {
    is: 'edits',
    edits: edits.map(edit => ({ ...edit, start: edit.start + now.shift, end: edit.end + now.shift })),
  }
}

const holdsNoCode = ({ body, directives }: Node): boolean =>
  (body as readonly Node[]).every(isTypeOnly) && (directives as readonly Node[]).length === 0

/** Keeps only the outermost ranges. */
function withoutRepeats(edits: readonly Edit[]): readonly Edit[] {
  const kept: Edit[] = []
  for (const edit of edits.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (kept.length === 0 || edit.start >= kept.at(-1)!.end) kept.push(edit)
  return kept
}
