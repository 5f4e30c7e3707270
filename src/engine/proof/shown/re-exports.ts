import { withoutEnding } from '../../../core/text/paths.ts'
import type { Case } from '../case.ts'
import { changedProgram } from '../change/changed-files.ts'
import { kindOf } from '../reading/file-kind.ts'
import { importedPaths } from '../syntax/imports.ts'
import { statementsIn } from '../syntax/statements.ts'

/** `exports.sum = require('./sum.js')`. */
const ASSIGNS = /^(?:module\.)?exports\.\w+ = require\(["'][^"']+["']\)(?:\.\w+)?;?$/

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
    const [then, now] = [await statementsIn(before, path), await statementsIn(after, path)]
    const old = new Set(then?.map(({ start, end }) => before.slice(start, end)))
    for (const { start, end, passes } of now ?? [{ start: 0, end: after.length, passes: false }]) {
      const said = after.slice(start, end)
      if (old.has(said)) continue
      const modules = passes || ASSIGNS.test(said) ? await importedPaths(said, path) : []
      if (!modules.some(module => known.has(withoutEnding(module)))) return false
    }
  }
  return sources.length > 0
}
