import { applyEdits } from '../syntax/edits.ts'
import { isBuiltByCmake, languageOf } from '../syntax/language.ts'
import type { Dictionary } from './dictionary.ts'
import { codeTokens } from './languages/code-tokens.ts'
import { cEdits, goEdits, rootedPaths, rustEdits } from './languages/compiled.ts'
import { pythonEdits } from './languages/python.ts'
import { scriptEdits } from './languages/script.ts'
import type { SourceFile } from './moves.ts'

/**
 * A file of the base with the new paths and names: imports lead to the new files, and renamed names have their new spelling.
 * Strings and comments stay the same, except for paths and modules.
 */
export async function translate(
  { path, text }: SourceFile,
  dictionary: Dictionary,
  to: string = path,
): Promise<string> {
  const tokens = await codeTokens(text, path)
  switch (languageOf(path)) {
    case 'javascript':
      return applyEdits(text, await scriptEdits(text, { from: path, to }, { tokens, dictionary }))
    case 'python':
      return applyEdits(text, await pythonEdits(text, path, { tokens, dictionary }))
    case 'go':
      return applyEdits(text, goEdits(tokens, path, dictionary))
    case 'rust':
      return applyEdits(text, rustEdits(tokens, dictionary))
    case 'c':
      return applyEdits(text, cEdits(tokens, dictionary))
    case 'json':
      return applyEdits(text, rootedPaths(tokens, dictionary))
    // A shell script names paths outside of strings, too: it stays the same.
    case 'shell':
      return text
    // Other data and snapshots are expected values of tests.
    default:
      return isBuiltByCmake(path) ? applyEdits(text, cEdits(tokens, dictionary)) : text
  }
}
