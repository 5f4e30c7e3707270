/**
 * The expectations of a test are agreed upon once: when the plan begins, when a task adds the test, or when a human lets it change. One
 * task could loosen a test that still passes, and a later task break the code, so every later task is held to the first form.
 */

import { flakyWords } from '../../../core/proof/flaky-check.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import type { SuiteReport, TestResult } from '../../../core/proof/test-results.ts'
import { baseName, withoutEnding } from '../../../core/text/paths.ts'
import type { Case } from '../case.ts'
import { isRun } from '../change/test-files.ts'
import { commandGate } from '../gate-result.ts'
import { passedIn } from '../suite/compare.ts'
import { settleTests } from '../suite/flaky.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'
import { aboutTests, problemWords, testLines, troubleOf } from '../suite/test-evidence.ts'

export const FIRST_FORM = 'test:first-form'
const BYTES_MAX = 200_000

/** Tests that earlier tasks edited, in their first form: those that passed on the base must pass now. */
export async function firstFormGate(on: Case, suite: Suite): Promise<GateResult | null> {
  const form = firstFormIn(on)
  const files = form ? await filesToRun(on, suite) : []
  if (!form || files.length === 0) return null
  const run = await suite.run(form.candidate, suite.selecting(files))
  const isGreenNow = isAllGreen(run.report)
  const asked = await settleTests(on, suite, {
    tree: form.candidate,
    base: form.base,
    tests: isGreenNow ? [] : await brokenSince(on, suite, { run, files }),
    isOwn: () => false,
  })
  const broken = asked.failed
  const question = problemWords([
    troubleOf('was changed by an earlier task, and fails with this change in its first form', broken, testLines),
  ])
  const flaky = asked.checks
  if (question)
    return commandGate(FIRST_FORM, run, {
      verdict: 'changes-tests',
      words: question,
      lines: [],
      flaky,
      ...aboutTests(broken),
    })
  if (asked.flaky.length > 0) {
    const words = flaky.map(flakyWords).join('; ')
    return commandGate(FIRST_FORM, run, { verdict: 'flaky', words, lines: [], flaky, ...aboutTests(asked.flaky) })
  }
  const holds = isGreenNow ? 'the tests pass' : 'every test that passed on the base passes'
  return commandGate(FIRST_FORM, run, {
    verdict: 'passed',
    words: `${holds} ${AS_FIRST}: ${form.paths.join(', ')}`,
    flaky,
  })
}

/** The form in words. */
export const AS_FIRST = 'in the form from before earlier tasks changed them'

export const firstFormIn = (on: Case) => (on.without.has('old-form') || on.rehearsed ? null : on.layouts.firstForm)

/** The edited tests, and tests that load an edited helper or compare with an edited snapshot. */
async function filesToRun(on: Case, suite: Suite): Promise<readonly string[]> {
  const { paths, candidate } = on.layouts.firstForm!
  const own = paths.filter(path => isRun(on, suite, path))
  const names = paths.filter(path => !own.includes(path)).map(path => withoutEnding(baseName(path)))
  if (names.length === 0) return own
  const others = (await on.ports.vault.list(candidate)).filter(path => isRun(on, suite, path) && !own.includes(path))
  const texts = await on.ports.vault.look(candidate, others, BYTES_MAX)
  const takers = others.filter(path => names.some(name => path.endsWith(name) || texts.get(path)?.text?.includes(name)))
  return [...own, ...takers]
}

/** Tests that fail now and passed on the base in the same form, so no earlier task is the cause. */
async function brokenSince(
  on: Case,
  suite: Suite,
  { run, files }: { readonly run: SuiteRun; readonly files: readonly string[] },
): Promise<readonly TestResult[]> {
  const { base } = on.layouts.firstForm!
  const before = await suite.run(base, suite.selecting(files))
  const held = before.report?.tests.filter(test => test.status === 'passed') ?? []
  const missed = (report: SuiteReport | null) => {
    const passing = passedIn(report)
    return held.filter(test => !passing.has(test.id))
  }
  const now = new Map(run.report?.tests.map(test => [test.id, test]))
  return missed(run.report).map(test => now.get(test.id) ?? test)
}

const isAllGreen = (report: SuiteReport | null): boolean =>
  report !== null && report.broken.length === 0 && report.tests.every(test => test.status === 'passed')
