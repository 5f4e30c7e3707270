import { type BrokenFile, ID_SEPARATOR, type SuiteReport, type TestResult } from '../../../core/proof/test-results.ts'

/** Each test on the base compared with the candidate. */
export interface Comparison {
  readonly passed: readonly TestResult[]
  /** Fails now and did not fail before: caused by the change. */
  readonly failed: readonly TestResult[]
  /** Failed before and fails now: known, not the task's fault. */
  readonly known: readonly TestResult[]
  /** Passed before and is skipped, todo or expected to fail now. */
  readonly silenced: readonly TestResult[]
  /** Passed before and is missing now, in a file that still loads. */
  readonly vanished: readonly TestResult[]
  readonly added: readonly TestResult[]
  /** Files that cannot be loaded now and could before, or are new. */
  readonly broken: readonly BrokenFile[]
}

export function compareSuites(before: SuiteReport, after: SuiteReport): Comparison {
  const then = new Map(before.tests.map(test => [test.id, test]))
  const now = new Map(after.tests.map(test => [test.id, test]))
  const brokenBefore = new Set(before.broken.map(({ file }) => file))
  const broken = after.broken.filter(({ file }) => !brokenBefore.has(file))
  const brokenNow = new Set(after.broken.map(({ file }) => file))
  const was = (test: TestResult) => then.get(test.id)?.status
  const failing = after.tests.filter(test => test.status === 'failed')
  return {
    passed: after.tests.filter(test => test.status === 'passed'),
    failed: failing.filter(test => was(test) !== 'failed'),
    known: failing.filter(test => was(test) === 'failed'),
    silenced: after.tests.filter(
      test => test.status !== 'passed' && test.status !== 'failed' && was(test) === 'passed',
    ),
    vanished: before.tests.filter(test => test.status === 'passed' && !now.has(test.id) && !brokenNow.has(test.file)),
    added: after.tests.filter(test => !then.has(test.id)),
    broken,
  }
}

/** Missing tests that pass under the same name in another file. */
export function movedTests(comparison: Pick<Comparison, 'vanished' | 'added'>): ReadonlySet<string> {
  const arrived = new Map<string, number>()
  for (const test of comparison.added)
    if (test.status === 'passed') arrived.set(namesOf(test), (arrived.get(namesOf(test)) ?? 0) + 1)
  const moved = new Set<string>()
  for (const test of comparison.vanished) {
    const left = arrived.get(namesOf(test)) ?? 0
    if (left === 0) continue
    arrived.set(namesOf(test), left - 1)
    moved.add(test.id)
  }
  return moved
}

/** New tests that existed under the same name in another file. */
export function arrivedTests({ vanished, added }: Pick<Comparison, 'vanished' | 'added'>): ReadonlySet<string> {
  const left = new Set(vanished.map(namesOf))
  return new Set(added.filter(test => left.has(namesOf(test))).map(({ id }) => id))
}

/** Files with fewer passing tests than before, not counting moved ones. */
export function filesThatLost(
  before: SuiteReport,
  after: SuiteReport,
  moved: ReadonlySet<string>,
): ReadonlySet<string> {
  const count = (report: SuiteReport) => {
    const counts = new Map<string, number>()
    for (const test of report.tests)
      if (test.status === 'passed') counts.set(test.file, (counts.get(test.file) ?? 0) + 1)
    return counts
  }
  const then = count(before)
  const now = count(after)
  for (const test of before.tests) if (moved.has(test.id)) then.set(test.file, (then.get(test.file) ?? 1) - 1)
  return new Set([...then].filter(([file, passing]) => (now.get(file) ?? 0) < passing).map(([file]) => file))
}

const namesOf = (test: TestResult): string => test.id.split(ID_SEPARATOR).slice(1).join(ID_SEPARATOR)

/** An empty report, for a base without a suite. */
export const NO_SUITE_REPORT: SuiteReport = { tests: [], broken: [] }

/** The ids of the tests that passed. */
export const passedIn = (report: SuiteReport | null | undefined): ReadonlySet<string> =>
  new Set(report?.tests.filter(test => test.status === 'passed').map(test => test.id))

/** The tests of a run with these ids. */
export const testsOf = (report: SuiteReport | null, ids: readonly string[]): readonly TestResult[] => {
  const wanted = new Set(ids)
  return report?.tests.filter(({ id }) => wanted.has(id)) ?? []
}

/** The files of these tests, each once. */
export const filesOf = (tests: readonly Pick<TestResult, 'file'>[]): readonly string[] => [
  ...new Set(tests.map(({ file }) => file)),
]
