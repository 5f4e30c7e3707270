import { flakyWords } from '../../../core/proof/flaky-check.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import type { Case } from '../case.ts'
import { translatedWords, unaskedRenames } from '../change/asked-renames.ts'
import { goesOnRequest } from '../change/removed.ts'
import { renamedTests } from '../change/renamed-tests.ts'
import { type SpelledOut, spelledOut } from '../change/spelled-out.ts'
import { isRun } from '../change/test-files.ts'
import { commandGate } from '../gate-result.ts'
import { compareSuites, filesThatLost, movedTests, passedIn } from '../suite/compare.ts'
import { flakyTestWords, settleTests } from '../suite/flaky.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { aboutTests, idLines, problemWords, testLines, troubleOf } from '../suite/test-evidence.ts'

/** The base's tests on the change's code. A failing one is an expectation that the change gives up: a question. */
export async function oldFormGate(
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
  const asked = await settleTests(on, suite, { tree: oldForm, base: on.layouts.base, tests, isOwn: () => false })
  const givenUp = asked.failed
  const { swapped, lost } = await swappedTests(on, { before, after, held, passing })
  const aside = putAside({ before, after, held, passing, onRequest })
  const question = problemWords([
    troubleOf(givenUpWords(actingTests), givenUp, tests => oldLines(tests, run)),
    troubleOf('was removed, although it still passes', lost),
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
    ...(taken.length > 0 ? [`removed with the code that the task removes: ${idLines(taken).join(', ')}`] : []),
    ...(replaced.length > 0 ? [`other tests replace ${idLines(replaced).join(', ')}`] : []),
  ]
  const counted =
    noted.flaky.length > 0 ? [`${noted.flaky.length} flaky: ${noted.flaky.map(flakyWords).join('; ')}`] : []
  return commandGate('test:old-form', run, { verdict: 'passed', words: [...notes, ...counted].join('; '), ...noted })
}

/** Tests that are gone and were neither moved nor renamed, and those among them that still hold in a file that has fewer now. */
async function swappedTests(on: Case, { before, after, held, passing }: Omit<Held, 'onRequest'>) {
  const holding = repaired(before, passing)
  const comparison = compareSuites(holding, after)
  const gone = comparison.vanished.filter(test => held.has(test.file) && passing.has(test.id))
  const moved = new Set([...movedTests(comparison), ...(await renamedTests(on, gone, after))])
  const poorer = filesThatLost(holding, after, moved)
  const swapped = comparison.vanished.filter(test => !moved.has(test.id) && held.has(test.file))
  return { swapped, lost: swapped.filter(test => poorer.has(test.file) && passing.has(test.id)) }
}

const givenUpWords = (actingTests: readonly string[]): string =>
  actingTests.length > 0
    ? `passed before, and its old form fails with this change without the side effects of ${actingTests.join(', ')}`
    : 'passed before, and its old form fails with this change'

/** The permissions with which the old tests pass. */
function asBeforeWords(spoken: SpelledOut, translated: Case['layouts']['translated']): string {
  const moved = translated ? `, ${translatedWords(translated.by)}` : ''
  const spelled = [...spoken.sentences].map(sentence => `"${sentence}"`).join(', ')
  return spelled
    ? `the old tests pass, with the values that the task spells out: ${spelled}${moved}`
    : `the old tests pass, too${moved}`
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
    { words: 'was renamed, which the task does not mention', items: unasked.map(({ from }) => `\`${from}\``), lines },
  ]
}

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
    { words: 'failed before and no longer runs', tests: silent },
    { words: 'failed before, and passes only in its new form', tests: reworded },
  ].map(({ words, tests }) => ({ tests, ...troubleOf(words, tests) }))
}

/** The result of a test in this run, or the reason why its file cannot be loaded. */
const whyIn = ({ report }: SuiteRun, { id, file }: TestResult): string =>
  report?.tests.find(test => test.id === id)?.failure?.message ??
  report?.broken.find(found => found.file === file)?.message ??
  ''

/** The old expectations with their current results. */
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
