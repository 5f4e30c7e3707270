import { applyEdits, type Edit, type Emptied } from './edits.ts'
import { changedFunctions } from './tree/functions.ts'
import type { ReadText } from './tree/language-row.ts'
import { treeLanguageOf } from './tree/languages.ts'
import { normalForm, readParts, readWhole } from './tree/read.ts'

/** Empties the added and changed functions of a compiled language: they compile, and return an empty value of their type. */
export async function gutCompiled(
  before: string | null,
  after: string,
  { path, panics: isPanic = false }: { readonly path: string; readonly panics?: boolean },
): Promise<Emptied> {
  // Macros of C may be more than its grammar knows: functions without them can still be emptied.
  const reader = treeLanguageOf(path)?.hasMacros ? readParts : readWhole
  const now = await reader(after, path)
  if (!now) return { is: 'unknown', why: `The text of ${path} cannot be read.` }
  const then = before === null ? null : await reader(before, path)
  if (then && normalForm(then, then.root) === normalForm(now, now.root)) return { is: 'nothing' }
  const { empty = () => null, panics } = now.row
  if (isPanic && panics === undefined) return { is: 'nothing' }
  const edits = changedFunctions(then, now).flatMap((found): readonly Edit[] => {
    const replaced = () => (isPanic ? { start: found.body.start, text: panics! } : empty(now, found))
    const emptied = found.isTest || found.name === 'main' ? null : replaced()
    return emptied ? [{ ...emptied, end: found.node.end, name: found.name }] : []
  })
  if (edits.length === 0) return { is: 'bare' }
  const unused = await unusedImports(now, path, edits)
  return { is: 'edits', edits: [...unused, ...edits].sort((one, other) => one.start - other.start) }
}

/** Only some of these edits, and the imports that nothing needs with them. */
export async function compilable(text: string, path: string, edits: readonly Edit[]): Promise<readonly Edit[]> {
  const now = treeLanguageOf(path)?.unusedImports ? await readParts(text, path) : null
  return now ? [...(await unusedImports(now, path, edits)), ...edits] : edits
}

/** Imports that only the emptied functions used: some compilers reject them. */
async function unusedImports(now: ReadText, path: string, edits: readonly Edit[]): Promise<readonly Edit[]> {
  const { unusedImports: unused } = now.row
  return unused ? unused(now, await readParts(applyEdits(now.text, edits), path)) : []
}
