/** Changed functions of Go and Rust give the same results as before the change: both are called in a program with the same values. */

import type { Tree } from '../../../../core/plan/ids.ts'
import type { Case } from '../../case.ts'
import { isTest } from '../../change/test-files.ts'
import { markFor } from '../../forms/staged.ts'
import { languageIn } from './languages.ts'
import type { ProbedFile } from './probe.ts'
import { readOutside, runProbe } from './probe-run.ts'
import { probeValues } from './values.ts'

const FILES_MAX = 20
const SHOWN_MAX = 3

/** Calls with another result than before, in words; none if nothing differs or can be compared. */
export async function compiledDifferences(on: Case, minutes: number): Promise<readonly string[]> {
  const { asSubmitted, base } = on.layouts
  const then = await resultsIn(on, { tree: base, other: asSubmitted, minutes })
  const now = then.size > 0 ? await resultsIn(on, { tree: asSubmitted, other: base, minutes }) : then
  return [...then]
    .flatMap(([call, was]) => {
      const is = now.get(call)
      return is === undefined || is === was ? [] : [`${call} gives ${is.trim()}; before, it gave ${was.trim()}`]
    })
    .slice(0, SHOWN_MAX)
}

/** The results of the functions of a tree that the other one has in another form, by their calls. */
async function resultsIn(
  on: Case,
  { tree, other, minutes }: { readonly tree: Tree; readonly other: Tree; readonly minutes: number },
): Promise<ReadonlyMap<string, string>> {
  const { vault } = on.ports
  const paths = on.draft.changes.filter(({ path }) => !isTest(on, path)).map(({ path }) => path)
  const language = languageIn(paths)
  if (!language) return new Map()
  const readText = (path: string) => vault.readText(tree, path)
  const files: ProbedFile[] = []
  for (const path of paths.filter(language.isProgram).slice(0, FILES_MAX)) {
    const [text, before] = [await readText(path), await vault.readText(other, path)]
    if (text !== null && before !== null) files.push({ path, text, before })
  }
  const list = await vault.list(on.layouts.base)
  const tests = list.filter(path => isTest(on, path) || path.endsWith('.rs')).slice(0, FILES_MAX)
  const texts: string[] = []
  for (const path of tests) texts.push((await vault.readText(on.layouts.base, path)) ?? '')
  const mark = `w${markFor(on, tree)}`
  const probe = await language.probe(files, {
    list: await vault.list(tree),
    readText,
    mark,
    values: probeValues(texts),
  })
  if (!probe) return new Map()
  const name = 'calls with other inputs'
  const { outcome } = await runProbe(on, tree, { ...probe, inTests: 'true' }, { name, mark, minutes })
  const found = readOutside(outcome.stdout, probe.calls, mark)
  return new Map(found.map(({ call: { name, args }, outside }) => [`${name}(${args.join(', ')})`, outside]))
}
