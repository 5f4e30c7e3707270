import type { Tree } from '../../../core/plan/ids.ts'
import { flakyWords } from '../../../core/proof/flaky-check.ts'
import type { GateResult } from '../../../core/proof/receipt.ts'
import { importantLines } from '../../../core/text/clean-text.ts'
import { baseName } from '../../../core/text/paths.ts'
import type { Case } from '../case.ts'
import { isTest } from '../change/test-files.ts'
import { commandGate } from '../gate-result.ts'
import { type AskedAgain, type AskedRun, askAgain } from './asked-again.ts'
import { isGreen, isRed } from './bench.ts'
import { suiteMinutes } from './suite.ts'

const LINES_MAX = 6

/** A failing command of a draft, with the tree on which it should pass. */
interface Failing extends AskedRun {
  readonly base: Tree
}

/**
 * The gate of a flaky command that failed with the change; null if it fails every
 * time. It does not refuse if the command passes mostly, or is as flaky on the base.
 */
export async function flakyGate(on: Case, gate: string, failing: Failing): Promise<GateResult | null> {
  if (on.rehearsed) return null
  const asked = await askAgain(on.bench, { ...failing, ...(await patience(on, failing)) })
  if (asked.flaky === null) return machineGate(on, gate, failing)
  const shown = importantLines(failing.first.output, LINES_MAX)
  const words = [flakyWords(asked.flaky), ...shown].join('\n')
  const run = { command: failing.command, outcome: asked.outcome }
  const judged = { words, lines: [], flaky: [asked.flaky] }
  if (namesOwnTest(on, failing.first.output)) return commandGate(gate, run, { ...judged, verdict: 'flaky' })
  if (asked.is === 'passed') return commandGate(gate, run, { ...judged, verdict: 'passed' })
  return commandGate(gate, run, { ...judged, verdict: 'flaky', blocking: !(await isFlakyOnBase(on, failing, asked)) })
}

/**
 * A command that was green on the base and is red there now, too, says something of the machine: a busy one fails tests of time every
 * time. Null where the base still holds. What a criterion asks for does not hold on the base in any case.
 */
async function machineGate(on: Case, gate: string, failing: Failing): Promise<GateResult | null> {
  const { base, command, first, use, holds } = failing
  if (use === 'criteria' || holds || first.setupFailed || !isGreen(await on.bench.run(base, command))) return null
  const now = await on.bench.fresh(base, { command }, 'project, apart 1')
  if (!isRed(now)) return null
  const shown = importantLines(first.output, LINES_MAX)
  const words = [
    `${command} was green on the base before and now fails there too: the cause is this machine`,
    ...shown,
  ].join('\n')
  return commandGate(gate, { command, outcome: first }, { verdict: 'environment', words, lines: [] })
}

/** A command that hung may hang again: its limit is a multiple of its time on the base. */
async function patience(on: Case, { first, base, command, use }: Failing): Promise<{ readonly minutes?: number }> {
  if (first.ending.is !== 'timed-out') return {}
  const outcome = await on.bench.run(base, command, use)
  return isGreen(outcome) ? { minutes: suiteMinutes({ outcome }) } : {}
}

/** Whether the output of a failing run mentions a test that the change brings or edits, which is then the flaky one. */
const namesOwnTest = (on: Case, output: string): boolean =>
  on.draft.changes.some(
    ({ path, status }) => status !== 'deleted' && isTest(on, path) && output.includes(baseName(path)),
  )

/** Whether the base is flaky too, so that the change is not the cause. */
async function isFlakyOnBase(
  on: Case,
  { base, command, use = 'project', holds = isGreen }: Failing,
  { flaky }: AskedAgain,
) {
  for (let turn = 1; turn <= flaky!.runs; turn += 1)
    if (!holds(await on.bench.fresh(base, { command }, `${use}, apart ${1 + (turn % 2)}`))) return true
  return false
}
