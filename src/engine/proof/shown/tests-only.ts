/**
 * A change of tests only. The program is the same, so nothing can go from red to green: added tests must fail when the code
 * under test is emptied, and rewritten tests must notice everything that they noticed before.
 */
import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { TestResult } from '../../../core/proof/test-results.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { subjectsOf } from '../change/test-subjects.ts'
import { commandGate, readingGate } from '../gate-result.ts'
import { baseReport } from '../suite/base-report.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { gut } from '../syntax/gut.ts'
import { perturbed } from '../syntax/perturb.ts'
import { freshTests } from './red-tests.ts'

/** The proof of a change of tests only; `unproven` with the reason if nothing can decide it. */
export async function testsOnlyGate(on: Case, suite: Suite): Promise<GateResult> {
  const files = freshTests(on, suite)
  const whole = await suite.run(on.layouts.asSubmitted)
  const passing = (whole.report?.tests ?? []).filter(({ status, file }) => status === 'passed' && files.includes(file))
  const isDeleted = on.draft.changes.every(({ status }) => status === 'deleted')
  if (passing.length === 0)
    return unproven(isDeleted ? 'Tests were only removed.' : 'No test that was added or changed runs here.')
  const subjects = await subjectsOf(on, on.layouts.asSubmitted, files)
  const breakages = await breakagesOf(on, subjects)
  if (breakages.length === 0)
    return unproven('No code that these tests use can be emptied, so whether they test it is unknown.')
  const before = (await baseReport(on, suite)).tests.filter(({ status }) => status === 'passed')
  const fallen = new Set<string>()
  const isIdle = (file: string) => {
    const own = passing.filter(test => test.file === file)
    return own.length > 0 && !own.some(({ id }) => fallen.has(id))
  }
  const isRewritten = files.some(file => on.layouts.existingTests.includes(file))
  let last: SuiteRun = whole
  for (const { name, edits } of breakages) {
    last = await suite.reduced(await on.ports.vault.edit(on.layouts.asSubmitted, edits), suite.selecting(files), whole)
    const now = fallenIn(
      last,
      passing.map(({ id }) => id),
    )
    for (const id of now) fallen.add(id)
    const weaker = await weakerThanBefore(on, suite, { files, edits, whole, before, now: new Set(now), passing })
    if (weaker.length > 0)
      return unproven(
        `With ${name} broken, these tests failed before the rewrite, and pass now: ${weaker.slice(0, 5).join(', ')}.`,
      )
    if (!isRewritten && !files.some(isIdle)) break
  }
  const idle = files.filter(isIdle)
  if (idle.length > 0)
    return unproven(
      `The tests in ${idle.join(', ')} also pass when the code that they use is emptied, so they test nothing.`,
    )
  return commandGate('tests-only', last, {
    verdict: 'passed',
    words: `only tests changed, and ${fallen.size} of ${passing.length} fail when the code under test is broken`,
  })
}

const unproven = (problem: string): GateResult => readingGate('tests-only', problem, { verdict: 'unproven' })

interface Breakage {
  readonly name: string
  readonly edits: readonly TreeEdit[]
}

const APART_MAX = 4

/** All programs emptied together, each emptied alone if there are few, and each with almost right results. */
async function breakagesOf(on: Case, subjects: readonly string[]): Promise<readonly Breakage[]> {
  const emptied: TreeEdit[] = []
  const almost: TreeEdit[] = []
  for (const path of subjects) {
    const text = await on.ports.vault.readText(on.layouts.asSubmitted, path)
    const result = text === null ? null : await gut(null, text, path)
    if (result?.is === 'gutted') emptied.push({ path, text: result.text })
    const other = text === null ? null : await perturbed(text, path)
    if (other !== null) almost.push({ path, text: other })
  }
  const each =
    emptied.length > 1 && emptied.length <= APART_MAX ? emptied.map(edit => ({ name: edit.path, edits: [edit] })) : []
  return [
    ...(emptied.length > 0 ? [{ name: 'the code that they use', edits: emptied }] : []),
    ...each,
    ...(almost.length > 0 ? [{ name: 'the result of the code that they use', edits: almost }] : []),
  ]
}

/** Tests that fail by themselves; tests of a file that cannot be loaded did not run. */
const fallenIn = ({ report }: SuiteRun, ids: readonly string[]): readonly string[] => {
  const failed = new Set(report?.tests.filter(({ status }) => status === 'failed').map(({ id }) => id))
  return ids.filter(id => failed.has(id))
}

interface Rewritten {
  readonly files: readonly string[]
  readonly edits: readonly TreeEdit[]
  readonly whole: SuiteRun
  readonly before: readonly Pick<TestResult, 'id' | 'file'>[]
  readonly now: ReadonlySet<string>
  readonly passing: readonly Pick<TestResult, 'id' | 'file'>[]
}

/** Tests of the base that notice this breakage, while their rewritten form or their replacement does not. */
async function weakerThanBefore(
  on: Case,
  suite: Suite,
  { files, edits, whole, before, now, passing }: Rewritten,
): Promise<readonly string[]> {
  const existing = files.filter(file => on.layouts.existingTests.includes(file))
  if (existing.length === 0) return []
  const tree: Tree = await on.ports.vault.edit(on.layouts.base, edits)
  const run = await suite.reduced(tree, suite.selecting(existing), whole)
  // If the runner cannot run single files, tests of other files fail too: those did not change.
  const own = before.filter(({ file }) => existing.includes(file)).map(({ id }) => id)
  const old = fallenIn(run, own)
  const kept = new Set(passing.map(({ id }) => id))
  const asleep = old.filter(id => kept.has(id) && !now.has(id))
  if (asleep.length > 0) return asleep
  const gone = old.filter(id => !kept.has(id))
  const fresh = passing.filter(({ id }) => !own.includes(id) && now.has(id))
  return gone.length > 0 && fresh.length === 0 ? gone : []
}
