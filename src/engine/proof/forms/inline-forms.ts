import type { FileChange } from '../../../core/proof/draft.ts'
import type { Vault } from '../../../ports.ts'
import { takeApart, withTestsOf } from '../syntax/inline-tests.ts'
import { isScript } from '../syntax/language.ts'
import { withExamplesOf } from '../syntax/python/doctests.ts'
import { bothTexts, type Trees } from '../translation/read-change.ts'

interface TextEdit {
  readonly path: string
  readonly text: string
}

/** Files that contain code and tests: new code with old tests, and old code with new tests. */
export async function inlineTests(
  vault: Vault,
  trees: Trees,
  changes: readonly FileChange[],
): Promise<{ readonly old: readonly TextEdit[]; readonly onBase: readonly TextEdit[] }> {
  const [old, onBase, modules]: [TextEdit[], TextEdit[], string[]] = [[], [], []]
  const modified: { readonly path: string; readonly before: string; readonly after: string }[] = []
  for (const { path, status } of changes) {
    if (path.endsWith('.py') && status === 'modified') {
      const { before: then, after: now } = await bothTexts(vault, trees, path)
      if (then === null || now === null) continue
      const [held, fresh] = [await withExamplesOf(now, then), await withExamplesOf(then, now)]
      if (held !== null && then.includes('>>>')) old.push({ path, text: held })
      if (fresh !== null && now.includes('>>>')) onBase.push({ path, text: fresh })
      continue
    }
    if (!(path.endsWith('.rs') || isScript(path)) || status === 'deleted') continue
    const after = await vault.readText(trees.candidate, path)
    if (after === null) continue
    const now = (await takeApart(after, path))?.tests ?? ''
    if (status === 'added') {
      if (now === '') continue
      onBase.push({ path, text: now })
      modules.push(path)
      continue
    }
    const before = (await vault.readText(trees.base, path)) ?? ''
    modified.push({ path, before, after })
    const then = (await takeApart(before, path))?.tests ?? ''
    if (then === now) continue
    if (then !== '') old.push({ path, text: await withTestsOf(after, before, path) })
    if (now !== '') onBase.push({ path, text: await withTestsOf(before, after, path) })
  }
  // A new module is not compiled until it is declared.
  for (const { path, before, after } of modified) {
    const declared = declaredModules(after, modules).filter(line => !before.includes(line))
    if (declared.length === 0) continue
    const at = onBase.findIndex(edit => edit.path === path)
    const text = `${onBase[at]?.text ?? before}\n${declared.join('\n')}\n`
    onBase.splice(at === -1 ? onBase.length : at, at === -1 ? 0 : 1, { path, text })
  }
  return { old, onBase }
}

const declaredModules = (text: string, paths: readonly string[]): readonly string[] =>
  [...text.matchAll(/^(?:pub(?:\([^)]*\))? )?mod (\w+);/gm)]
    .filter(([, name]) => paths.some(path => path.endsWith(`/${name}.rs`) || path.endsWith(`/${name}/mod.rs`)))
    .map(([line]) => line)
