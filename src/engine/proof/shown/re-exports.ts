import type { Case } from '../case.ts'
import { changedProgram } from '../change/changed-files.ts'
import { splitCode } from '../reading/code-lines.ts'
import { kindOf, readLanguageOf } from '../reading/file-kind.ts'
import { importsOf, withoutEnding } from '../syntax/imports.ts'

/**
 * Whether the change only re-exports names of the base's modules: `export { sum } from './sum.js'`. Nothing can be emptied in
 * it, and a test that fails without the name shows it.
 */
export async function onlyPassesOn(on: Case): Promise<boolean> {
  const { vault } = on.ports
  const known = new Set((await vault.list(on.layouts.base)).map(withoutEnding))
  const sources = changedProgram(on).filter(({ path }) => kindOf(path) === 'source')
  for (const { path, texts } of sources) {
    const { before, after } = await texts()
    if (before === null || after === null) return false
    const old = new Set(before.split('\n'))
    const fresh = splitCode(after, readLanguageOf(path)).filter(
      (line, at) => line.code.trim() !== '' && !old.has(after.split('\n')[at]!),
    )
    const handsOn = fresh.every(line => importsOf(path, line).some(found => known.has(withoutEnding(found))))
    if (!handsOn) return false
  }
  return sources.length > 0
}
