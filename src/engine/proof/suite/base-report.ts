import type { SuiteReport } from '../../../core/proof/test-results.ts'
import { type Case, hasProject } from '../case.ts'
import { NO_SUITE_REPORT } from './compare.ts'
import { turnsOut } from './flaky.ts'
import type { Suite } from './suite.ts'

/** The report of the base; empty if it has no suite that runs. */
export async function baseReport(on: Case, suite: Suite): Promise<SuiteReport> {
  if (!hasProject(on) || !on.contract.commands.test) return NO_SUITE_REPORT
  const report = (await suite.run(on.layouts.base)).report ?? NO_SUITE_REPORT
  const failed = report.tests.filter(test => test.status === 'failed')
  if (failed.length === 0 || failed.length > CHANCE_MAX) return report
  // A flaky failure on the base is not a known failure: a change that really breaks the test could hide behind it.
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

/** More failures than this on the base are not chance. */
const CHANCE_MAX = 20
