import { applyEdits } from '../syntax/edits.ts'
import { isBuiltByCmake, languageOf } from '../syntax/language.ts'
import type { Dictionary } from './dictionary.ts'
import { codeTokens } from './languages/code-tokens.ts'
import { cEdits, goEdits, rootedPaths, rustEdits } from './languages/compiled.ts'
import { pythonEdits } from './languages/python.ts'
import { scriptEdits } from './languages/script.ts'
import type { SourceFile } from './moves.ts'

/**
 * A file of the base under the new places and names: what it asks of other files is asked where it is now, and names that are
 * others are said as they are now. What stands in strings and comments stays, but for paths and modules.
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
      return applyEdits(text, pythonEdits(text, path, { tokens, dictionary }))
    case 'go':
      return applyEdits(text, goEdits(tokens, path, dictionary))
    case 'rust':
      return applyEdits(text, rustEdits(tokens, dictionary))
    case 'c':
      return applyEdits(text, cEdits(tokens, dictionary))
    case 'json':
      return applyEdits(text, rootedPaths(tokens, dictionary))
    // A script names paths outside of strings, too: it is run as it is.
    case 'shell':
      return text
    // Other data and snapshots are what tests compare with.
    case 'other':
      return isBuiltByCmake(path) ? applyEdits(text, cEdits(tokens, dictionary)) : text
  }
}
