import type { GateResult } from '../../../core/proof/receipt.ts'
import { someOf } from '../../../core/text/lists.ts'
import type { Case } from '../case.ts'
import { readingGate } from '../gate-result.ts'
import { baseReport } from '../suite/base-report.ts'
import { isRed } from '../suite/bench.ts'
import { readCounts } from '../suite/counts.ts'
import { unmet } from './criteria.ts'
import { type RedTests, redTests, withoutProgram } from './red-tests.ts'

/** The minimal proof: checks that fail without the change and pass with it. */
export interface RedGreen {
  /** Names of checks: the ids of tests if there is a report, else `test`, and `criterion:c1`. */
  readonly went: readonly string[]
  readonly uncompiled: readonly string[]
  readonly compared: readonly string[]
  readonly unloaded: readonly string[]
  readonly gate: GateResult
}

export async function redGreen(on: Case, gates: readonly GateResult[]): Promise<RedGreen> {
  const { layouts, bench, contract } = on
  const passed = new Set(gates.filter(gate => gate.verdict === 'passed').map(gate => gate.gate))
  // If a human waived the suite, its passing tests count.
  if (on.suite && gates.some(({ gate, excused }) => gate === 'test' && excused)) passed.add('test')
  const tests: RedTests = !passed.has('test')
    ? { went: [] }
    : on.suite
      ? await redTests(on, on.suite)
      : { went: await redCommand(on) }
  const went = [...tests.went]
  const { uncompiled = [], compared = [], unloaded = [] } = tests
  // One check is enough, and running the criteria on the base takes time: they run only if the tests show nothing,
  // or no more than a compiler does.
  const resting = new Map(gates.flatMap(({ gate, restsOn }) => (restsOn ? [[gate, restsOn]] : [])))
  if (went.every(name => uncompiled.includes(name)))
    for (const criterion of contract.criteria) {
      if (!criterion.check || !passed.has(`criterion:${criterion.id}`) || resting.has(`criterion:${criterion.id}`))
        continue
      const before = await bench.run(layouts.base, criterion.check.command, 'criteria')
      if (!before.setupFailed && unmet(criterion, before) !== null) went.push(`criterion:${criterion.id}`)
    }
  const problem =
    went.length > 0
      ? null
      : [
          'No check was red before this change and green after it.',
          ...[...resting].map(
            ([gate, files]) => `${gate} depends on files that the change itself brings: ${files.join(', ')}.`,
          ),
          tests.note ?? (on.commands.test ? ADVICE : NO_COMMAND),
        ].join(' ')
  const gate = readingGate('red-green', problem, { verdict: 'unproven', words: redWords(went) })
  return { went, uncompiled, compared, unloaded, gate }
}

/** Titles that ask to make failing tests pass. */
const ASKS_FOR_GREEN =
  /\b(failing|broken|red) (unit |integration |e2e )?(tests?|suite|specs?|builds?)\b|\b(tests?|suite)\b.*\b(green|pass) again\b|\bmake (the |all )*(tests?|test suite|suite) (green|pass)/i

/** A task about failing tests, all of which still fail. */
export async function stillRed(on: Case, gates: readonly GateResult[]): Promise<string | null> {
  if (!on.suite || !ASKS_FOR_GREEN.test(on.contract.task.title)) return null
  if (!gates.some(({ gate, verdict }) => gate === 'test' && verdict === 'passed')) return null
  const failed = (await baseReport(on, on.suite)).tests.filter(test => test.status === 'failed')
  const now = (await on.suite.run(on.layouts.asSubmitted)).report?.tests ?? []
  const left = failed.filter(test => !now.some(({ id, status }) => id === test.id && status === 'passed'))
  return failed.length > 0 && left.length === failed.length
    ? `The task is about tests that fail, and they still do: ${left.map(test => test.id).join(', ')}.`
    : null
}

const ADVICE = 'Add a test that fails without the change, or a criterion with a command.'
const NO_COMMAND =
  'This project has no known test command: name one under commands: in pm-agent.yaml, or add a criterion with a command.'

/** A command that the change adds could not pass before: its failure on the base shows nothing unless tests ran. */
async function redCommand(on: Case): Promise<readonly string[]> {
  const { commands, contract, bench, layouts } = on
  const { test } = commands
  if (!test) return []
  if (!contract.commands.test) {
    const counts = readCounts((await bench.run(layouts.asSubmitted, test)).output)
    if (counts === null || counts.passed === 0) return []
    if (!layouts.greenfield) return isRed(await bench.run(await withoutProgram(on), test)) ? ['test'] : []
  }
  return isRed(await bench.run(layouts.testsOnBase ?? layouts.base, test)) ? ['test'] : []
}

export const redGate = (went: readonly string[]): GateResult =>
  readingGate('red-green', null, { words: redWords(went) })

const SHOWN_MAX = 5
const redWords = (went: readonly string[]): string =>
  `red before, green now: ${someOf(went, { max: SHOWN_MAX, between: '; ' })}`
