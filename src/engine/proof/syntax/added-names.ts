import { without } from '../../../core/text/lists.ts'
import { applyEdits } from './edits.ts'
import { languageOf } from './language.ts'
import { statementsIn } from './statements.ts'
import { declaredNames } from './tree/names.ts'

/**
 * The new top-level names of a file; a new file is itself such a name. A test that cannot find one of
 * them on the base fails because of the change, not because it is broken.
 */
export async function addedNames(before: string | null, after: string, path: string): Promise<readonly string[]> {
  const now = await namesIn(after, path)
  if (before === null) return [path, ...now]
  return without(now, await namesIn(before, path))
}

async function namesIn(text: string, path: string): Promise<readonly string[]> {
  if (!['javascript', 'python'].includes(languageOf(path))) return declaredNames(text, path)
  return [...new Set((await statementsIn(text, path))?.flatMap(({ names }) => names))]
}

/** Names that a text only imports. */
export async function onlyImported(text: string, path: string): Promise<ReadonlySet<string>> {
  const statements = (await statementsIn(text, path)) ?? []
  const own = new Set(statements.filter(({ isImport }) => !isImport).flatMap(({ names }) => names))
  return new Set(statements.flatMap(({ isImport, names }) => (isImport ? names.filter(name => !own.has(name)) : [])))
}

/**
 * The text without its imports and without the top-level statements that declare only these names: the rest of a file without a
 * change's own helpers. Null if the file cannot be parsed.
 */
export async function withoutNames(text: string, path: string, names: ReadonlySet<string>): Promise<string | null> {
  if (!['javascript', 'python'].includes(languageOf(path))) return null
  const statements = await statementsIn(text, path)
  if (!statements) return null
  const out = statements.filter(
    one => one.isImport || (one.names.length > 0 && one.names.every(name => names.has(name))),
  )
  return applyEdits(
    text,
    out.map(({ start, end }) => ({ start, end, text: '', name: '' })),
  )
}
