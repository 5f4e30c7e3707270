import { applyEdits, type Emptied } from './edits.ts'
import { gutCompiled } from './gut-compiled.ts'
import { gutShell } from './gut-shell.ts'
import { gutJavaScript } from './javascript/gut.ts'
import { languageOf } from './language.ts'
import { gutPython } from './python/gut.ts'
import { treeLanguageOf } from './tree/languages.ts'

/** A file with its changed code emptied, or the reason why there is none. */
export type Gutted =
  | { readonly is: 'gutted'; readonly text: string; readonly names: readonly string[] }
  /** No code that runs was added or changed. */
  | { readonly is: 'nothing' }
  /** Code was added or changed, and none of it is a function or value that could be emptied. */
  | { readonly is: 'bare' }
  | { readonly is: 'unknown'; readonly why: string }

/**
 * Empties the added and changed code of a file and keeps every other character: useful tests must
 * fail then. `before` is null for a new file.
 */
export async function gut(before: string | null, after: string, path: string): Promise<Gutted> {
  const found = await emptiedIn(before, after, path)
  if (found.is !== 'edits') return found
  return {
    is: 'gutted',
    text: applyEdits(after, found.edits),
    names: [...new Set(found.edits.map(({ name }) => name))],
  }
}

/** The same with bodies that end in an error, for a compiler that accepts no empty value there; null in other languages. */
export async function panicking(before: string | null, after: string, path: string): Promise<string | null> {
  const found = treeLanguageOf(path) ? await gutCompiled(before, after, { path, panics: true }) : null
  return found?.is === 'edits' ? applyEdits(after, found.edits) : null
}

/** The same, as edits. */
export async function emptiedIn(before: string | null, after: string, path: string): Promise<Emptied> {
  if (before === after) return { is: 'nothing' }
  switch (languageOf(path)) {
    case 'javascript':
      return gutJavaScript(before, after, path)
    case 'python':
      return gutPython(before, after, path)
    case 'shell':
      return gutShell(before, after)
    default:
      if (treeLanguageOf(path)) return gutCompiled(before, after, { path })
      return { is: 'unknown', why: `Code in ${path} cannot be emptied: its language is not one we can read.` }
  }
}
