import type { Tree } from '../../../core/plan/ids.ts'
import type { SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import { asWord } from '../../../core/text/literal.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { baseReport } from '../suite/base-report.ts'
import { passedIn } from '../suite/compare.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { addedNames, withoutNames } from '../syntax/added-names.ts'
import { gut } from '../syntax/gut.ts'
import { isInert } from '../syntax/inert.ts'
import { isProse } from '../syntax/language.ts'

/** The change emptied, and what its tests said of that. */
interface Emptied {
  readonly tree: Tree
  readonly files: readonly string[]
  readonly run: SuiteRun
  readonly whole: SuiteRun
}

/**
 * Sometimes it is right to do nothing, or emptied code ends in the very error that a test waits for: then a good test is content
 * with it too. It is worth something all the same where it compared something and found it wrong, where nothing but the inside of
 * code that was there before has changed, since only that can have made it red, and where tests that passed before notice that
 * this code is empty. That nothing is thrown is no comparison: whoever swallows an error gets that for nothing.
 */
export async function heldByOthers(
  on: Case,
  suite: Suite,
  { tree, files, run, whole }: Emptied,
): Promise<readonly string[]> {
  if (!(await isInside(on))) return []
  const before = passedIn(await baseReport(on, suite))
  const kept = whole.report!.tests.filter(test => test.status === 'passed' && before.has(test.id))
  const fallen = (report: SuiteReport | null, among: readonly TestResult[]) => {
    const alive = passedIn(report)
    return report ? among.filter(test => !alive.has(test.id)).map(test => test.id) : []
  }
  const near = kept.filter(test => files.includes(test.file))
  const found = fallen(run.report, suite.runner.selectsFiles ? near : kept)
  if (found.length > 0 || !suite.runner.selectsFiles) return found
  return fallen((await suite.maimed(tree, { files: null }, whole)).report, kept)
}

/**
 * Whether the change leaves everything but the inside of functions and values as it was: no name, no parameter and no file is new.
 * Helpers of its own are none of the tests' business as long as these do not speak of them.
 */
async function isInside(on: Case): Promise<boolean> {
  const { vault } = on.ports
  const { asSubmitted, base } = on.layouts
  const touched = on.draft.changes.filter(({ path, status }) => isTest(on, path) && status !== 'deleted')
  const tests = (await Promise.all(touched.map(({ path }) => vault.readText(asSubmitted, path)))).join('\n')
  for (const { path, status } of on.draft.changes) {
    if (isTest(on, path) || isProse(path)) continue
    if (status !== 'modified') return false
    const [before, after] = [await vault.readText(base, path), await vault.readText(asSubmitted, path)]
    if (before === null || after === null || !(await isSameOutside(before, after, { path, tests }))) return false
  }
  return true
}

async function isSameOutside(
  before: string,
  after: string,
  { path, tests }: { readonly path: string; readonly tests: string },
): Promise<boolean> {
  const own = await addedNames(before, after, path)
  if (own.some(name => asWord(name).test(tests))) return false
  const outline = async (text: string): Promise<string | null> => {
    const rest = (await withoutNames(text, path, new Set(own))) ?? (own.length === 0 ? text : null)
    const emptied = rest === null ? null : await gut(null, rest, path)
    return emptied?.is === 'gutted' ? emptied.text : null
  }
  const [then, now] = [await outline(before), await outline(after)]
  return then !== null && now !== null && isInert(then, now, path)
}
