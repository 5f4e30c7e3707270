import type { Tree } from '../../core/ids.ts'
import type { TestResult } from '../../core/test-results.ts'
import type { Case } from './prove.ts'
import type { Suite } from './suite.ts'

/** As often as this a test that fails is given another turn, on the candidate and then on the base. */
const TURNS = 3
/** What the change made unsteady fails in one of so many; whoever was only unlucky, in none. */
const MORE_TURNS = 6
/** Where more than these fail, it is the change, and no time is spent on chance. */
const TESTS_MAX = 20

export interface Settled {
  /** Fail every time. */
  readonly failed: readonly TestResult[]
  /** Fail and pass on the same code, and on the base they pass every time. */
  readonly flaky: readonly TestResult[]
  /** Fail and pass on the same code, on the base too: what they say is chance, and nobody's doing. */
  readonly unsteady: readonly TestResult[]
  /** Failed once and then never again, as tests of time do on a busy machine. */
  readonly once: readonly TestResult[]
}

/** Tests of files that nobody touched and that fail now: which of them disagree with themselves, and did so before. */
export async function settle(
  on: Case,
  suite: Suite,
  tree: Tree,
  failing: { readonly tests: readonly TestResult[]; readonly passedBefore: ReadonlySet<string> },
): Promise<Settled> {
  const touched = new Set(on.draft.changes.map(change => change.path))
  const doubtful = failing.tests.filter(test => failing.passedBefore.has(test.id) && !touched.has(test.file))
  if (doubtful.length === 0 || failing.tests.length > TESTS_MAX)
    return { failed: failing.tests, flaky: [], unsteady: [], once: [] }
  const ids = new Set(doubtful.map(test => test.id))
  const shaken = await turnsOut(suite, tree, doubtful, { status: 'passed' })
  const unsteady = await turnsOut(
    suite,
    on.layouts.base,
    doubtful.filter(test => shaken.has(test.id)),
    { status: 'failed' },
  )
  const suspected = doubtful.filter(test => shaken.has(test.id) && !unsteady.has(test.id))
  const again = await turnsOut(suite, tree, suspected, { status: 'failed', turns: MORE_TURNS })
  return {
    failed: failing.tests.filter(test => !ids.has(test.id) || !shaken.has(test.id)),
    flaky: suspected.filter(test => again.has(test.id)),
    unsteady: doubtful.filter(test => unsteady.has(test.id)),
    once: suspected.filter(test => !again.has(test.id)),
  }
}

/** Which of these tests come out like this at least once in a few turns. */
export async function turnsOut(
  suite: Suite,
  tree: Tree,
  tests: readonly TestResult[],
  { status, turns = TURNS }: { readonly status: TestResult['status']; readonly turns?: number },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let turn = 0; turn < turns; turn += 1) {
    const open = tests.filter(test => !found.has(test.id))
    if (open.length === 0) break
    const ids = new Set(open.map(test => test.id))
    const { report } = await suite.again(tree, suite.selecting([...new Set(open.map(test => test.file))]))
    for (const test of report?.tests ?? []) if (ids.has(test.id) && test.status === status) found.add(test.id)
  }
  return found
}
