import { type FlakyCheck, flakyWords } from '../../core/flaky-check.ts'
import type { Tree } from '../../core/ids.ts'
import type { GateResult } from '../../core/receipt.ts'
import type { SuiteReport, TestResult } from '../../core/test-results.ts'
import { excuse } from '../../core/waiver.ts'
import { translatedWords, unaskedRenames } from './asked-renames.ts'
import { exitCodeOf } from './commands.ts'
import { type Comparison, compareSuites, filesThatLost, movedTests, NO_REPORT } from './compare.ts'
import { firstFormGate } from './first-forms.ts'
import { type SettledTests, settleTests, turnsOut } from './flaky.ts'
import { commandGate, endWords } from './gate.ts'
import { matchesAny } from './names.ts'
import { type Case, hasProject } from './prove.ts'
import { goesOnRequest } from './removed.ts'
import { renamedTests } from './renamed-tests.ts'
import { type SpelledOut, spelledOut } from './spelled-out.ts'
import { isDeafOnBase, type SteadyRun, steadyRun } from './steady-run.ts'
import type { Suite, SuiteRun } from './suite.ts'
import { aboutTests, brokenLines, idLines, problemWords, testLines } from './test-evidence.ts'
import { isRun, isTest } from './test-files.ts'

/** The tests as submitted, then existing ones that were touched as they were before: test by test against the base. */
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

/** What is known of the base; nothing where it has no suite that can be run. */
export async function baseReport(on: Case, suite: Suite): Promise<SuiteReport> {
  if (!hasProject(on) || !on.contract.commands.test) return NO_REPORT
  const report = (await suite.run(on.layouts.base)).report ?? NO_REPORT
  const failed = report.tests.filter(test => test.status === 'failed')
  if (failed.length === 0 || failed.length > CHANCE_MAX) return report
  // What fails by chance in one run is not known to fail: a change that breaks it for good would hide behind that.
  const what = JSON.stringify(['passes at times', suite.runner.launch({ files: null }).command])
  const { value: lucky } = await on.bench.once(on.layouts.base, what, async () => ({
    value: [...(await turnsOut(suite, on.layouts.base, failed, { status: 'passed', turns: CHANCE_TURNS }))],
    keep: true,
  }))
  return {
    ...report,
    tests: report.tests.map(test => (lucky.includes(test.id) ? { ...test, status: 'passed', failure: null } : test)),
  }
}

const CHANCE_TURNS = 2
/** Where more than these fail on the base, it is no chance. */
const CHANCE_MAX = 20

interface Seen {
  readonly before: SuiteReport
  readonly steady: SteadyRun
  readonly suite: Suite
}

/** Form N: every test passes but those that failed before, and none that passed before is gone or silent. */
async function submittedGate(on: Case, { before, steady, suite }: Seen): Promise<GateResult> {
  const { run } = steady
  const gate = (judged: Parameters<typeof commandGate>[2]) => commandGate('test', run, judged)
  const { report, outcome } = run
  if (!report) return gate((await isDeafOnBase(on, suite)) ? DEAF : unread(on, run))
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
    { words: 'fails', items: settled.failed.map(test => test.id), lines: testLines(settled.failed) },
    { words: 'cannot be loaded', items: compared.broken.map(({ file }) => file), lines: brokenLines(compared.broken) },
    {
      words: 'passed before and does not run any more',
      items: compared.silenced.map(test => test.id),
      lines: idLines(compared.silenced),
    },
    {
      words: 'passed before and is gone, although its file was not changed',
      items: gone.map(test => test.id),
      lines: idLines(gone),
    },
  ])
  if (problem) {
    const { tests, paths } = aboutTests([...settled.failed, ...compared.silenced, ...gone])
    const broken = compared.broken.map(({ file }) => file)
    return gate({ verdict: 'failed', words: problem, lines: [], tests, paths: [...new Set([...paths, ...broken])] })
  }
  if (settled.flaky.length > 0) {
    const words = flakyTestWords(settled)
    return gate({ verdict: 'flaky', words, lines: [], flaky: checks, ...aboutTests(settled.flaky) })
  }
  if (steady.flaky && steady.isOwn)
    return gate({ verdict: 'flaky', words: flakyWords(steady.flaky), lines: [], flaky: checks })
  if (compared.passed.length === 0)
    return gate({ verdict: 'no-tests', words: 'not one test passed', blocking: on.contract.task.tests?.is !== 'none' })
  // Every test is green, and yet the runner is not content: something outside of the tests went wrong.
  const excuses = compared.known.length + settled.tolerated.length + report.broken.length
  if (exitCodeOf(outcome) !== 0 && excuses === 0)
    return gate({ verdict: 'failed', words: `all tests pass, and the runner ends with ${endWords(outcome)}` })
  return gate({ verdict: 'passed', words: passedWords(compared, report, checks), flaky: checks })
}

/** Failing tests, asked again; those of files that the change touches, and those that did not pass before, are its own. */
async function settleFailed(
  on: Case,
  suite: Suite,
  { before, tests }: { readonly before: SuiteReport; readonly tests: readonly TestResult[] },
): Promise<SettledTests> {
  if (on.rehearsed) return { failed: tests, flaky: [], tolerated: [], checks: [] }
  const touched = new Set(on.draft.changes.map(change => change.path))
  const passedBefore = passedIn(before)
  const isOwn = ({ id, file }: TestResult) => touched.has(file) || !passedBefore.has(id)
  return settleTests(suite, { tree: on.layouts.asSubmitted, base: on.layouts.base, tests, isOwn })
}

const DEAF = {
  verdict: 'known-failure',
  words: 'the suite does not run to its end, and did not on the base either',
  blocking: false,
} as const

/** Exit 0 without our report is a suite that was made to say nothing. */
function unread(on: Case, { outcome }: SuiteRun) {
  if (outcome.setupFailed) return { verdict: 'failed', words: `setup failed: ${endWords(outcome)}` } as const
  if (outcome.ending.is === 'exited' && outcome.ending.code !== 0)
    return { verdict: 'failed', words: `the tests did not run to their end: ${endWords(outcome)}` } as const
  if (outcome.ending.is !== 'exited')
    return { verdict: 'failed', words: `the tests fail: ${endWords(outcome)}` } as const
  return {
    verdict: 'void',
    words: `${on.suite!.runner.name} ended with exit 0 and without a report of its tests: something made it stop before the end, or speak for it`,
  } as const
}

/** Tests that are gone from files nobody touched, unless the base itself does not repeat their names. */
async function goneFromUnchanged(on: Case, suite: Suite, compared: Comparison): Promise<readonly TestResult[]> {
  // A helper may give many tests their names: what is lost by it is asked about in the old form, which runs them all.
  if (on.layouts.existingTests.some(path => !isRun(on, suite, path))) return []
  const touched = new Set(on.draft.changes.map(change => change.path))
  const gone = compared.vanished.filter(test => !touched.has(test.file))
  return gone.length === 0 ? [] : thatRepeat(on, suite, gone)
}

/**
 * Tests that went with a change of their file, where that file is not held in its old form: code that stands beside its tests.
 * Nobody can say whether they still hold, so somebody has to.
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
  const words = problemWords([
    {
      words: 'passed before and is gone with a change of its file',
      items: lost.map(test => test.id),
      lines: idLines(lost),
    },
  ])
  return words
    ? commandGate('test:old-form', run, { verdict: 'changes-tests', words, lines: [], ...aboutTests(lost) })
    : null
}

/** Those of them whose names the base itself repeats. */
async function thatRepeat(on: Case, suite: Suite, gone: readonly TestResult[]): Promise<readonly TestResult[]> {
  const { report } = await suite.again(on.layouts.base, suite.selecting([...new Set(gone.map(test => test.file))]))
  const stable = new Set(report?.tests.map(test => test.id))
  return gone.filter(test => stable.has(test.id))
}

/** Form O: B's tests against R's code. What fails there is an expectation that the change gives up, and that is a question. */
async function oldFormGate(
  on: Case,
  suite: Suite,
  reports: { readonly before: SuiteReport; readonly after: SuiteReport },
): Promise<GateResult | null> {
  const { oldForm } = on.layouts
  if (!oldForm || on.without.has('old-form')) return null
  const { existingTests, actingTests } = on.layouts
  const touched = [...existingTests, ...actingTests]
  const runnable = existingTests.filter(path => isRun(on, suite, path))
  // A helper or a snapshot may matter to any test.
  const run = await suite.run(oldForm, runnable.length === touched.length ? suite.selecting(runnable) : { files: null })
  const { before, after } = reports
  const passing = await passingAsBefore(on, suite, run, before)
  const held = new Set(runnable.length === touched.length ? runnable : before.tests.map(test => test.file))
  const onRequest = await goesOnRequest(on)
  const broken = before.tests.filter(test => test.status === 'passed' && held.has(test.file) && !passing.has(test.id))
  const goes = (test: TestResult) => onRequest(test, whyIn(run, test))
  const unwanted = broken.filter(test => !goes(test))
  const spoken = await spelledOut(on, suite, unwanted)
  const tests = unwanted.filter(test => !spoken.ids.has(test.id))
  const asked = await settleOld(on, suite, { tree: oldForm, tests })
  const givenUp = asked.failed
  const holding = repaired(before, passing)
  const comparison = compareSuites(holding, after)
  const gone = comparison.vanished.filter(test => held.has(test.file) && passing.has(test.id))
  const moved = new Set([...movedTests(comparison), ...(await renamedTests(on, gone, after))])
  const poorer = filesThatLost(holding, after, moved)
  const swapped = comparison.vanished.filter(test => !moved.has(test.id) && held.has(test.file))
  const lost = swapped.filter(test => poorer.has(test.file) && passing.has(test.id))
  const aside = putAside({ before, after, held, passing, onRequest })
  const question = problemWords([
    {
      words: givenUpWords(actingTests),
      items: givenUp.map(test => test.id),
      lines: oldLines(givenUp, run),
    },
    { words: 'was taken out, although it still holds', items: lost.map(test => test.id), lines: idLines(lost) },
    ...unaskedNames(on),
    ...aside,
  ])
  const { translated } = on.layouts
  const noted = { flaky: asked.checks, ...(translated ? { translated: translated.by } : {}) }
  if (question)
    return commandGate('test:old-form', run, {
      verdict: 'changes-tests',
      words: question,
      lines: [],
      ...noted,
      ...aboutTests([...givenUp, ...lost, ...aside.flatMap(({ tests }) => tests)]),
    })
  if (asked.flaky.length > 0) {
    const words = flakyTestWords(asked)
    return commandGate('test:old-form', run, {
      verdict: 'flaky',
      words,
      lines: [],
      ...noted,
      ...aboutTests(asked.flaky),
    })
  }
  const taken = broken.filter(goes)
  const replaced = swapped.filter(test => !taken.includes(test))
  const notes = [
    asBeforeWords(spoken, translated),
    ...(taken.length > 0 ? [`those of what the task takes out are gone: ${idLines(taken).join(', ')}`] : []),
    ...(replaced.length > 0 ? [`other tests stand in the place of ${idLines(replaced).join(', ')}`] : []),
  ]
  const counted =
    noted.flaky.length > 0 ? [`${noted.flaky.length} flaky: ${noted.flaky.map(flakyWords).join('; ')}`] : []
  return commandGate('test:old-form', run, { verdict: 'passed', words: [...notes, ...counted].join('; '), ...noted })
}

const givenUpWords = (actingTests: readonly string[]): string =>
  actingTests.length > 0
    ? `passed before, and fails with this change as it was written then, without what ${actingTests.join(', ')} does to all tests`
    : 'passed before, and fails with this change as it was written then'

/** With which allowances the tests pass as they were before. */
function asBeforeWords(spoken: SpelledOut, translated: Case['layouts']['translated']): string {
  const moved = translated ? `, ${translatedWords(translated.by)}` : ''
  const spelled = [...spoken.sentences].map(sentence => `"${sentence}"`).join(', ')
  return spelled
    ? `the tests pass as they were before, with the values that the task spells out: ${spelled}${moved}`
    : `the tests pass as they were before, too${moved}`
}

/**
 * The tests of before that pass in their old form, by their ids of then. One that was translated may have meant something else by a
 * word: it holds as well where it passes word for word.
 */
async function passingAsBefore(
  on: Case,
  suite: Suite,
  run: SuiteRun,
  before: SuiteReport,
): Promise<ReadonlySet<string>> {
  const { translated, existingTests } = on.layouts
  const passing = new Set(run.report ? passedIn(run.report) : [])
  if (!translated) return passing
  for (const [then, now] of translated.places)
    for (const id of [...passing]) if (id.startsWith(`${now} `)) passing.add(id.replace(now, then))
  const touched = new Set(existingTests)
  if (before.tests.every(({ id, file, status }) => status !== 'passed' || !touched.has(file) || passing.has(id)))
    return passing
  const plain = await suite.run(translated.plain, suite.selecting(existingTests.filter(path => isRun(on, suite, path))))
  return new Set([...passing, ...(plain.report ? passedIn(plain.report) : [])])
}

/** Names that tests use and that were changed without a word about it in the task. */
function unaskedNames(on: Case) {
  const { translated } = on.layouts
  const unasked = translated ? unaskedRenames(on.contract.task, translated.by) : []
  const lines = unasked.map(({ from, to }) => `- \`${from}\` is \`${to}\` now`)
  return [
    { words: 'was renamed, which the task does not speak of', items: unasked.map(({ from }) => `\`${from}\``), lines },
  ]
}

/** Tests as they were before, asked again where they fail now; none of them is the change's own. */
const settleOld = async (
  on: Case,
  suite: Suite,
  { tree, tests }: { readonly tree: Tree; readonly tests: readonly TestResult[] },
): Promise<SettledTests> =>
  on.rehearsed
    ? { failed: tests, flaky: [], tolerated: [], checks: [] }
    : settleTests(suite, { tree, base: on.layouts.base, tests, isOwn: () => false })

/** A test that failed before and passes in its old form now is held like one that passed before. */
const repaired = (before: SuiteReport, passing: ReadonlySet<string>): SuiteReport => ({
  ...before,
  tests: before.tests.map(test =>
    test.status === 'failed' && passing.has(test.id) ? { ...test, status: 'passed' } : test,
  ),
})

interface Held {
  readonly before: SuiteReport
  readonly after: SuiteReport
  readonly held: ReadonlySet<string>
  /** Tests that pass in the old form; none where there is no old form. */
  readonly passing: ReadonlySet<string>
  readonly onRequest: (test: TestResult, why?: string) => boolean
}

/** Tests that failed before in files that were touched: to skip, to drop or to reword one is no repair. */
function putAside({ before, after, held, passing, onRequest }: Held) {
  const now = new Map(after.tests.map(test => [test.id, test.status]))
  const failed = before.tests.filter(test => test.status === 'failed' && held.has(test.file) && !onRequest(test))
  // One that is gone and holds in its old form was renamed, moved or taken out, and is asked about as such.
  const isGone = ({ id }: TestResult) => !now.has(id) && passing.has(id)
  const silent = failed.filter(test => now.get(test.id) !== 'passed' && now.get(test.id) !== 'failed' && !isGone(test))
  const reworded = failed.filter(test => now.get(test.id) === 'passed' && !passing.has(test.id))
  return [
    { words: 'failed before and does not run any more', tests: silent },
    { words: 'failed before, and passes only as it is written now', tests: reworded },
  ].map(({ words, tests }) => ({ words, tests, items: tests.map(test => test.id), lines: idLines(tests) }))
}

/** What a test says in this run, or what keeps its file from being loaded. */
const whyIn = ({ report }: SuiteRun, { id, file }: TestResult): string =>
  report?.tests.find(test => test.id === id)?.failure?.message ??
  report?.broken.find(found => found.file === file)?.message ??
  ''

/** The old expectations with what they say now. */
function oldLines(tests: readonly TestResult[], { report }: SuiteRun): readonly string[] {
  const now = new Map(report?.tests.map(test => [test.id, test]))
  const broken = new Map(report?.broken.map(file => [file.file, file]))
  return testLines(
    tests.map(
      test =>
        now.get(test.id) ?? {
          ...test,
          failure: { message: broken.get(test.file)?.message ?? 'it did not run', at: null },
        },
    ),
  )
}

export const passedIn = (report: SuiteReport): ReadonlySet<string> =>
  new Set(report.tests.filter(test => test.status === 'passed').map(test => test.id))

/** What is said of tests that the change made flaky, or brings so. */
const flakyTestWords = ({ flaky, checks }: Pick<SettledTests, 'flaky' | 'checks'>): string => {
  const ids = new Set(flaky.map(test => test.id))
  const counted = checks.filter(({ check }) => ids.has(check)).map(flakyWords)
  return [`flaky, not wrong: ${counted.join('; ')}`, ...testLines(flaky)].join('\n')
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
