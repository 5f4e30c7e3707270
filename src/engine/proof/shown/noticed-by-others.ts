import type { Tree } from '../../../core/plan/ids.ts'
import type { SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import { asWord } from '../../../core/text/pattern.ts'
import type { Case } from '../case.ts'
import { changedFiles } from '../change/changed-files.ts'
import { baseReport } from '../suite/base-report.ts'
import { passedIn } from '../suite/compare.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { addedNames, withoutNames } from '../syntax/added-names.ts'
import { gut } from '../syntax/gut.ts'
import { isInert } from '../syntax/inert.ts'
import { isProse } from '../syntax/language.ts'

/** The emptied change, and the results of its tests. */
interface Emptied {
  readonly tree: Tree
  readonly files: readonly string[]
  readonly run: SuiteRun
  readonly whole: SuiteRun
}

/**
 * Sometimes doing nothing is right, or the emptied code ends in the error that a test expects: then a good test passes with the
 * emptied code too. It still counts under three conditions: it failed by an assertion; only the inside of existing code has
 * changed, so nothing else can have made it red; and tests that passed before fail with this code emptied. An assertion that
 * nothing is thrown does not count: code that swallows an error also passes it.
 */
export async function heldByOthers(
  on: Case,
  suite: Suite,
  { tree, files, run, whole }: Emptied,
): Promise<readonly string[]> {
  if (!(await changesOnlyInside(on))) return []
  const before = passedIn(await baseReport(on, suite))
  const kept = whole.report!.tests.filter(test => test.status === 'passed' && before.has(test.id))
  const fallen = (report: SuiteReport | null, among: readonly TestResult[]) => {
    const alive = passedIn(report)
    return report ? among.filter(test => !alive.has(test.id)).map(test => test.id) : []
  }
  const near = kept.filter(test => files.includes(test.file))
  const found = fallen(run.report, suite.runner.selectsFiles ? near : kept)
  if (found.length > 0 || !suite.runner.selectsFiles) return found
  return fallen((await suite.reduced(tree, { files: null }, whole)).report, kept)
}

/**
 * Whether the change only touches the inside of functions and values: no name, parameter or file is new. Its own helpers are
 * allowed if the tests do not mention them.
 */
export async function changesOnlyInside(on: Case): Promise<boolean> {
  const files = changedFiles(on)
  const read = await Promise.all(files.filter(({ isTest }) => isTest).map(({ texts }) => texts()))
  const tests = read.map(({ after }) => after ?? '').join('\n')
  for (const { path, isTest, texts } of files) {
    if (isTest || isProse(path)) continue
    const { before, after } = await texts()
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
