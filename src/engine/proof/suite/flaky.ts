import type { Tree } from '../../../core/plan/ids.ts'
import { type FlakyCheck, flakyWords } from '../../../core/proof/flaky-check.ts'
import type { TestResult } from '../../../core/proof/test-results.ts'
import type { Suite } from './suite.ts'
import { testLines } from './test-evidence.ts'

/** As often as this a test that failed is asked again on the same code, before anybody is told that it fails. */
const TURNS = 2
/** As often as this the base is asked whether a test was flaky before. */
const BASE_TURNS = 3
/** Where more than these fail again, it is the change, and no more time is spent on chance. */
const TESTS_MAX = 20

/** Tests that failed once, and what they are worth once they were asked again. */
export interface SettledTests {
  /** Fail every time. */
  readonly failed: readonly TestResult[]
  /** Fail and pass on the same code, by the doing of the change: it brings or edits them, or they fail mostly and did not before. */
  readonly flaky: readonly TestResult[]
  /** Fail and pass on the same code, and nobody is to blame: they pass more often than not, or did so on the base too. */
  readonly tolerated: readonly TestResult[]
  /** What was counted of all that disagreed with themselves. */
  readonly checks: readonly FlakyCheck[]
}

/** Which tests failed on which code, and which of them the change itself brings or edits. */
interface Failing {
  readonly tree: Tree
  readonly base: Tree
  readonly tests: readonly TestResult[]
  readonly isOwn: (test: TestResult) => boolean
}

/** Asks failing tests again, apart from each other's rooms: which of them fail every time, and whose doing it is where they do not. */
export async function settleTests(suite: Suite, { tree, base, tests, isOwn }: Failing): Promise<SettledTests> {
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

/** How often each of these tests passes when it is asked again. */
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

/** Which of these tests come out like this at least once in a few turns. */
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

/** One turn of these tests, in a room where the suite has not run before as far as there are such rooms. */
async function resultsOf(suite: Suite, tree: Tree, tests: readonly TestResult[], turn: number) {
  const ids = new Set(tests.map(test => test.id))
  const how = suite.selecting([...new Set(tests.map(test => test.file))])
  const { report } = await suite.again(tree, how, { use: `project, apart ${1 + (turn % 2)}` })
  return report?.tests.filter(test => ids.has(test.id)) ?? []
}

/** What is said of tests that the change made flaky, or brings so. */
export const flakyTestWords = ({ flaky, checks }: Pick<SettledTests, 'flaky' | 'checks'>): string => {
  const ids = new Set(flaky.map(test => test.id))
  const counted = checks.filter(({ check }) => ids.has(check)).map(flakyWords)
  return [`flaky, not wrong: ${counted.join('; ')}`, ...testLines(flaky)].join('\n')
}
