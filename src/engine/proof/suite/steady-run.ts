import type { FlakyCheck } from '../../../core/proof/flaky-check.ts'
import type { SuiteReport } from '../../../core/proof/test-results.ts'
import { type Case, hasProject } from '../case.ts'
import { exitCodeOf, isRed } from './bench.ts'
import { compareSuites } from './compare.ts'
import { type Suite, type SuiteRun, suiteMinutes } from './suite.ts'

/** A complete run of the suite, and the failed runs before it. */
export interface SteadyRun {
  readonly run: SuiteRun
  /** Null if the suite ran to its end at once, or never does. */
  readonly flaky: FlakyCheck | null
  /** It mostly does not run to its end, or a test file of the change breaks it. */
  readonly isOwn: boolean
}

const TURNS = 2

/**
 * The suite with the change. If it does not run to its end (it crashes, hangs, cannot load a file), it is repeated, because
 * the machine may have been at fault; the repetition counts for the rest of the proof.
 */
export async function steadyRun(on: Case, suite: Suite, before: SuiteReport): Promise<SteadyRun> {
  const { asSubmitted, base } = on.layouts
  const first = await suite.run(asSubmitted)
  if (on.rehearsed || !isOdd(before, first) || first.outcome.setupFailed)
    return { run: first, flaky: null, isOwn: false }
  if (first.report === null && (await isUnreadableOnBase(on, suite))) return { run: first, flaky: null, isOwn: false }
  // A suite that hung may hang again: its limit is a multiple of its time on the base.
  const hangs = first.outcome.ending.is === 'timed-out' && hasProject(on)
  const minutes = hangs ? suiteMinutes(await suite.run(base)) : undefined
  const again: SuiteRun[] = []
  for (let turn = 1; turn <= TURNS; turn += 1)
    again.push(await suite.again(asSubmitted, { files: null }, { use: `project, apart ${turn}`, minutes }))
  const whole = again.filter(run => !isOdd(before, run))
  if (whole.length === 0) return { run: first, flaky: null, isOwn: false }
  const runs = again.length + 1
  const failed = runs - whole.length
  const changed = new Set(on.draft.changes.map(({ path }) => path))
  const breaksOwn = [first, ...again].some(({ report }) => report?.broken.some(({ file }) => changed.has(file)))
  suite.settleOn(asSubmitted, whole[0]!)
  return {
    run: whole[0]!,
    flaky: { check: whole[0]!.command, failed, runs },
    isOwn: breaksOwn || failed * 2 > runs,
  }
}

/** It gave no report, a file that loaded before does not load, or all tests pass and the runner fails. */
function isOdd(before: SuiteReport, { report, outcome }: SuiteRun): boolean {
  if (report === null || compareSuites(before, report).broken.length > 0) return true
  const isQuiet = report.broken.length === 0 && report.tests.every(test => test.status !== 'failed')
  return isQuiet && report.tests.length > 0 && exitCodeOf(outcome) !== 0
}

/** The suite of the base is unreadable too, so it does not count as a check. */
export async function isUnreadableOnBase(on: Case, suite: Suite): Promise<boolean> {
  if (!hasProject(on) || !on.contract.commands.test) return false
  const { report, outcome } = await suite.run(on.layouts.base)
  return report === null && isRed(outcome)
}
