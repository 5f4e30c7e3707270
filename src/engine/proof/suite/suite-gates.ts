import { type FlakyCheck, flakyWords } from '../../../core/proof/flaky-check.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import { excuse } from '../../../core/proof/waiver.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import type { Case } from '../case.ts'
import { goesOnRequest } from '../change/removed.ts'
import { isRun, isTest } from '../change/test-files.ts'
import { firstFormGate } from '../forms/first-forms.ts'
import { oldFormGate } from '../forms/old-form.ts'
import { commandGate, endWords } from '../gate-result.ts'
import { baseReport } from './base-report.ts'
import { exitCodeOf } from './bench.ts'
import { type Comparison, compareSuites, filesOf, movedTests, passedIn } from './compare.ts'
import { flakyTestWords, type SettledTests, settleTests } from './flaky.ts'
import { isUnreadableOnBase, type SteadyRun, steadyRun } from './steady-run.ts'
import type { Suite, SuiteRun } from './suite.ts'
import { aboutTests, brokenLines, failuresOf, problemWords, testLines, troubleOf } from './test-evidence.ts'

/** The tests as submitted, then touched tests in their old form, test by test against the base. */
export async function suiteGates(on: Case, suite: Suite): Promise<readonly GateResult[]> {
  const before = await baseReport(on, suite)
  const steady = await steadyRun(on, suite, before)
  const { run } = steady
  const submitted = excuse(await submittedGate(on, { before, steady, suite }), on)
  if ((submitted.verdict !== 'passed' && !submitted.excused) || !run.report) return [submitted]
  const reports = { before, after: run.report }
  const old = (await oldFormGate(on, suite, reports)) ?? (await unheldGate(on, suite, { ...reports, run }))
  const first = await firstFormGate(on, suite)
  return [submitted, ...(old ? [old] : []), ...(first ? [first] : [])]
}

interface Seen {
  readonly before: SuiteReport
  readonly steady: SteadyRun
  readonly suite: Suite
}

/** The submitted form: every test passes except known failures, and no test that passed before is missing or skipped. */
async function submittedGate(on: Case, { before, steady, suite }: Seen): Promise<GateResult> {
  const { run } = steady
  const gate = (judged: Parameters<typeof commandGate>[2]) => commandGate('test', run, judged)
  const { report, outcome } = run
  if (!report) return gate((await isUnreadableOnBase(on, suite)) ? UNREADABLE_BEFORE : unread(on, run))
  if (report.tests.length === 0 && report.broken.length === 0)
    return gate({
      verdict: 'no-tests',
      words: 'the test command ran no tests',
      blocking: on.contract.task.tests?.is !== 'none',
    })
  const compared = compareSuites(before, report)
  const gone = await goneFromUnchanged(on, suite, compared)
  const settled = await settleFailed(on, suite, { before, tests: compared.failed })
  const checks = [...(steady.flaky ? [steady.flaky] : []), ...settled.checks]
  const problem = problemWords([
    troubleOf('fails', settled.failed, testLines),
    { words: 'cannot be loaded', items: compared.broken.map(({ file }) => file), lines: brokenLines(compared.broken) },
    troubleOf('passed before and no longer runs', compared.silenced),
    troubleOf('passed before and is missing, although its file did not change', gone),
  ])
  if (problem) {
    const { tests, paths } = aboutTests([...settled.failed, ...compared.silenced, ...gone])
    const broken = compared.broken.map(({ file }) => file)
    return gate({
      verdict: 'failed',
      words: problem,
      lines: [],
      failures: failuresOf(settled.failed, compared.broken),
      tests,
      paths: [...new Set([...paths, ...broken])],
    })
  }
  if (settled.flaky.length > 0) {
    const words = flakyTestWords(settled)
    return gate({ verdict: 'flaky', words, lines: [], flaky: checks, ...aboutTests(settled.flaky) })
  }
  if (steady.flaky && steady.isOwn)
    return gate({ verdict: 'flaky', words: flakyWords(steady.flaky), lines: [], flaky: checks })
  if (compared.passed.length === 0)
    return gate({ verdict: 'no-tests', words: 'not one test passed', blocking: on.contract.task.tests?.is !== 'none' })
  // Every test passes, but the runner fails: something outside of the tests went wrong.
  const excuses = compared.known.length + settled.tolerated.length + report.broken.length
  if (exitCodeOf(outcome) !== 0 && excuses === 0)
    return gate({ verdict: 'failed', words: `all tests pass, but the runner ends with ${endWords(outcome)}` })
  return gate({ verdict: 'passed', words: passedWords(compared, report, checks), flaky: checks })
}

/** Repeats failing tests; those in touched files, and those that did not pass before, belong to the change. */
async function settleFailed(
  on: Case,
  suite: Suite,
  { before, tests }: { readonly before: SuiteReport; readonly tests: readonly TestResult[] },
): Promise<SettledTests> {
  const touched = new Set(on.draft.changes.map(change => change.path))
  const passedBefore = passedIn(before)
  const isOwn = ({ id, file }: TestResult) => touched.has(file) || !passedBefore.has(id)
  return settleTests(on, suite, { tree: on.layouts.asSubmitted, base: on.layouts.base, tests, isOwn })
}

const UNREADABLE_BEFORE = {
  verdict: 'known-failure',
  words: 'the suite does not run to its end, as on the base',
  blocking: false,
} as const

/** Exit 0 without our report: something replaced the reporter or stopped the runner. */
function unread(on: Case, { outcome }: SuiteRun) {
  if (outcome.setupFailed) return { verdict: 'failed', words: `setup failed: ${endWords(outcome)}` } as const
  if (outcome.ending.is === 'exited' && outcome.ending.code !== 0)
    return { verdict: 'failed', words: `the tests did not run to their end: ${endWords(outcome)}` } as const
  if (outcome.ending.is !== 'exited')
    return { verdict: 'failed', words: `the tests fail: ${endWords(outcome)}` } as const
  return {
    verdict: 'void',
    words: `${on.suite!.runner.name} exited 0 but wrote no report: something stopped it early or replaced its reporter`,
  } as const
}

/** Tests that are missing from untouched files, unless the base itself does not repeat their names. */
async function goneFromUnchanged(on: Case, suite: Suite, compared: Comparison): Promise<readonly TestResult[]> {
  // A helper may name many tests: the old form, which runs them all, asks about those that are lost.
  if (on.layouts.existingTests.some(path => !isRun(on, suite, path))) return []
  const touched = new Set(on.draft.changes.map(change => change.path))
  const gone = compared.vanished.filter(test => !touched.has(test.file))
  return gone.length === 0 ? [] : thatRepeat(on, suite, gone)
}

/**
 * Tests that a change of their file removed, if that file has no old form, because it also contains code.
 * Whether they still hold is unknown, so a human is asked.
 */
async function unheldGate(
  on: Case,
  suite: Suite,
  { before, after, run }: { readonly before: SuiteReport; readonly after: SuiteReport; readonly run: SuiteRun },
): Promise<GateResult | null> {
  if (on.without.has('old-form')) return null
  const comparison = compareSuites(before, after)
  const moved = movedTests(comparison)
  const { allow, files } = on.contract.task
  const touched = new Set(
    on.draft.changes
      .map(({ path }) => path)
      .filter(path => !isTest(on, path) && !matchesAny(path, allow) && !matchesAny(path, files.delete)),
  )
  const onRequest = await goesOnRequest(on)
  const gone = comparison.vanished.filter(test => touched.has(test.file) && !moved.has(test.id) && !onRequest(test))
  const lost = gone.length > 0 ? await thatRepeat(on, suite, gone) : []
  const words = problemWords([troubleOf('passed before and was removed by a change of its file', lost)])
  return words
    ? commandGate('test:old-form', run, { verdict: 'changes-tests', words, lines: [], ...aboutTests(lost) })
    : null
}

/** The tests whose names are the same in a second run of the base. */
async function thatRepeat(on: Case, suite: Suite, gone: readonly TestResult[]): Promise<readonly TestResult[]> {
  const { report } = await suite.again(on.layouts.base, suite.selecting(filesOf(gone)))
  const stable = new Set(report?.tests.map(test => test.id))
  return gone.filter(test => stable.has(test.id))
}

function passedWords({ passed, known, added }: Comparison, report: SuiteReport, flaky: readonly FlakyCheck[]): string {
  const silent = report.tests.filter(test => test.status !== 'passed' && test.status !== 'failed').length
  return [
    `${passed.length} passed`,
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(known.length > 0 ? [`${known.length} failed before as well`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} flaky: ${flaky.map(flakyWords).join('; ')}`] : []),
    ...(silent > 0 ? [`${silent} not run`] : []),
  ].join(', ')
}
