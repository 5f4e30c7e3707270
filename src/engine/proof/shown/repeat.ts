import type { Tree } from '../../../core/plan/ids.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import type { SuiteLaunch } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { commandGate } from '../gate-result.ts'
import { baseReport } from '../suite/base-report.ts'
import { passedIn } from '../suite/compare.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { aboutTests, testLines } from '../suite/test-evidence.ts'
import { freshTests } from './red-tests.ts'

/** Plain repetitions, before one with another environment. */
const PLAIN_REPEATS = 2
const SURROUNDINGS_SEED = 7
const SURROUNDINGS_OF_BASE = [SURROUNDINGS_SEED, 8, 9]

/** Repeats added and changed tests: a test with different results neither passes nor fails. */
export async function repeatGate(on: Case, suite: Suite): Promise<GateResult | null> {
  const files = freshTests(on, suite)
  if (files.length === 0) return null
  const { asSubmitted } = on.layouts
  const only = suite.selecting(files)
  const first = (await suite.run(asSubmitted)).report!
  const passed = passedIn(first)
  const again: readonly SuiteLaunch[] = [
    ...Array.from({ length: PLAIN_REPEATS }, () => only),
    { ...only, shuffled: SURROUNDINGS_SEED },
  ]
  let last: SuiteRun | null = null
  for (const how of again) {
    last = await suite.again(asSubmitted, how)
    const failing = last.report?.tests.filter(test => test.status === 'failed' && passed.has(test.id)) ?? []
    const known = failing.length > 0 && how.shuffled !== undefined ? await failsOnBase(on, suite, how) : new Set()
    const flaky = failing.filter(test => !known.has(test.id))
    if (flaky.length > 0)
      return commandGate('repeat', last, {
        verdict: 'flaky',
        words: ['passed once and failed when repeated:', ...testLines(flaky)].join('\n'),
        lines: [],
        ...aboutTests(flaky),
      })
  }
  const leaning = await firstThatLeans(on, suite, first)
  if (leaning)
    return commandGate('repeat', leaning.run, {
      verdict: 'flaky',
      words: [
        'passes only after other tests of its file, and fails when run alone:',
        ...testLines([leaning.test]),
      ].join('\n'),
      lines: [],
      ...aboutTests([leaning.test]),
    })
  return commandGate('repeat', last!, { verdict: 'passed', words: `the same ${again.length} times more` })
}

/** Maximum number of files, to limit the time. */
const ALONE_MAX = 3

/**
 * Runs the last added test of its file alone, to find a test that counts calls or depends on the state left by another test.
 * If the tests of that file already depended on each other, this is the style of the file.
 */
async function firstThatLeans(on: Case, suite: Suite, first: SuiteReport) {
  const old = await baseReport(on, suite)
  const known = new Set(old.tests.map(test => test.id))
  const alone = async (tree: Tree, tests: readonly TestResult[]) => {
    const last = tests.at(-1)
    if (!last || tests.length < 2) return null
    const run = await suite.again(tree, { ...suite.selecting([last.file]), alone: last.id })
    const test = run.report?.tests.find(({ id, status }) => id === last.id && status === 'failed')
    return test ? { test, run } : null
  }
  for (const file of freshTests(on, suite).slice(0, ALONE_MAX)) {
    const passing = (report: SuiteReport) => report.tests.filter(test => test.file === file && test.status === 'passed')
    const now = passing(first)
    if (now.length < 2 || known.has(now.at(-1)!.id)) continue
    const found = await alone(on.layouts.asSubmitted, now)
    if (found && !(await alone(on.layouts.base, passing(old)))) return found
  }
  return null
}

/** Tests that also fail in another environment on the base, which the change did not cause. */
async function failsOnBase(on: Case, suite: Suite, how: SuiteLaunch): Promise<ReadonlySet<unknown>> {
  const failed = new Set<string>()
  // With other tests, the same seed gives another order.
  for (const seed of SURROUNDINGS_OF_BASE) {
    const { report } = await suite.run(on.layouts.base, { ...how, shuffled: seed })
    for (const { id, status } of report?.tests ?? []) if (status === 'failed') failed.add(id)
  }
  return failed
}
