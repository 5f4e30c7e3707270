import type { Tree } from '../../../core/plan/ids.ts'
import { type FlakyCheck, flakyWords } from '../../../core/proof/flaky-check.ts'
import type { TestResult } from '../../../core/proof/test-results.ts'
import type { Case } from '../case.ts'
import { filesOf } from './compare.ts'
import type { Suite } from './suite.ts'
import { testLines } from './test-evidence.ts'

/** Repetitions of a failed test on the same code before the failure counts. */
const TURNS = 2
/** Repetitions on the base, to see whether a test was flaky before. */
const BASE_TURNS = 3
/** If more tests than this fail again, the change is the cause, and no more time is spent. */
const TESTS_MAX = 20

/** Tests that failed once, classified by their repetitions. */
export interface SettledTests {
  /** Fail every time. */
  readonly failed: readonly TestResult[]
  /** Flaky because of the change: it brings or edits them, or they now fail mostly. */
  readonly flaky: readonly TestResult[]
  /** Flaky, and not because of the change: they pass mostly, or were flaky on the base. */
  readonly tolerated: readonly TestResult[]
  /** Counts of all flaky tests. */
  readonly checks: readonly FlakyCheck[]
}

/** Failed tests, their tree, and which of them the change brings or edits. */
interface Failing {
  readonly tree: Tree
  readonly base: Tree
  readonly tests: readonly TestResult[]
  readonly isOwn: (test: TestResult) => boolean
}

/** Repeats failed tests in separate rooms: which fail every time, and for flaky ones whether the change is the cause. */
export async function settleTests(
  { rehearsed }: Pick<Case, 'rehearsed'>,
  suite: Suite,
  { tree, base, tests, isOwn }: Failing,
): Promise<SettledTests> {
  if (rehearsed) return { failed: tests, flaky: [], tolerated: [], checks: [] }
  const passes = await passesOf(suite, tree, tests)
  const passed = (test: TestResult) => passes.get(test.id) ?? 0
  const shaken = tests.filter(test => passed(test) > 0)
  const mostlyFail = shaken.filter(test => !isOwn(test) && passed(test) * 2 <= TURNS)
  const before = await turnsOut(suite, base, mostlyFail, { status: 'failed', turns: BASE_TURNS })
  const flaky = shaken.filter(test => isOwn(test) || (mostlyFail.includes(test) && !before.has(test.id)))
  return {
    failed: tests.filter(test => !shaken.includes(test)),
    flaky,
    tolerated: shaken.filter(test => !flaky.includes(test)),
    checks: shaken.map(test => ({ check: test.id, failed: TURNS + 1 - passed(test), runs: TURNS + 1 })),
  }
}

/** The number of passes of each test in its repetitions. */
async function passesOf(suite: Suite, tree: Tree, tests: readonly TestResult[]): Promise<ReadonlyMap<string, number>> {
  const passes = new Map<string, number>()
  let open = tests
  for (let turn = 1; turn <= TURNS && open.length > 0; turn += 1) {
    for (const { id, status } of await resultsOf(suite, tree, open, turn))
      if (status === 'passed') passes.set(id, (passes.get(id) ?? 0) + 1)
    if (open.length > TESTS_MAX) open = open.filter(test => passes.has(test.id))
  }
  return passes
}

/** Tests with this result at least once in a few repetitions. */
export async function turnsOut(
  suite: Suite,
  tree: Tree,
  tests: readonly TestResult[],
  { status, turns }: { readonly status: TestResult['status']; readonly turns: number },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let turn = 1; turn <= turns; turn += 1) {
    const open = tests.filter(test => !found.has(test.id))
    if (open.length === 0) break
    for (const test of await resultsOf(suite, tree, open, turn)) if (test.status === status) found.add(test.id)
  }
  return found
}

/** One repetition of these tests, in a fresh room if possible. */
async function resultsOf(suite: Suite, tree: Tree, tests: readonly TestResult[], turn: number) {
  const ids = new Set(tests.map(test => test.id))
  const how = suite.selecting(filesOf(tests))
  const { report } = await suite.again(tree, how, { use: `project, apart ${1 + (turn % 2)}` })
  return report?.tests.filter(test => ids.has(test.id)) ?? []
}

/** The message for tests that are flaky because of the change. */
export const flakyTestWords = ({ flaky, checks }: Pick<SettledTests, 'flaky' | 'checks'>): string => {
  const ids = new Set(flaky.map(test => test.id))
  const counted = checks.filter(({ check }) => ids.has(check)).map(flakyWords)
  return [`flaky, not wrong: ${counted.join('; ')}`, ...testLines(flaky)].join('\n')
}
