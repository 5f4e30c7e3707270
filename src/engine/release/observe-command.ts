import { hash } from 'node:crypto'
import type { Observed, TestNumbers } from '../../core/handover/release-proof.ts'
import type { Tree } from '../../core/plan/ids.ts'
import type { SuiteReport } from '../../core/proof/test-results.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Ports } from '../../ports.ts'
import { type Bench, type CommandOutcome, exitCodeOf, type RoomUse } from '../proof/suite/bench.ts'
import { Suite } from '../proof/suite/suite.ts'
import { readerOf } from '../tree-reader.ts'

/** A command on a tree, and how it was read. */
export interface SeenCommand {
  readonly observed: Observed
  readonly outcome: CommandOutcome
  /** The suite and its report, if it was read test by test. */
  readonly suite: { readonly of: Suite; readonly report: SuiteReport } | null
}

/** Runs a command of a release in a clean room: test by test if its runner can be read, else by its exit code. */
export async function observeCommand(
  ports: Pick<Ports, 'vault' | 'runners'>,
  bench: Bench,
  on: { readonly tree: Tree; readonly command: string; readonly isSuite: boolean; readonly use?: RoomUse },
): Promise<SeenCommand> {
  const { tree, command, isSuite, use } = on
  const runner = isSuite ? await ports.runners.recognise(command, await readerOf(ports.vault, tree)) : null
  if (runner) {
    const suite = new Suite(bench, runner)
    const { outcome, report } = await suite.run(tree)
    if (report && report.tests.length > 0) return seenTests(outcome, suite, report)
  }
  const outcome = await bench.run(tree, command, use)
  return { observed: observedOutput(outcome), outcome, suite: null }
}

function seenTests(outcome: CommandOutcome, of: Suite, report: SuiteReport): SeenCommand {
  const failed = failedIn(report)
  const observed: Observed = {
    exitCode: exitCodeOf(outcome),
    comparedBy: 'tests',
    outputDigest: testsDigest(report),
    outputFile: outcome.outputFile,
    durationMs: outcome.durationMs,
    tests: numbersOf(report),
    ...(failed.length > 0 ? { failed } : {}),
  }
  return { observed, outcome, suite: { of, report } }
}

/** The observation of a command of which only the exit code can be compared. */
export const observedOutput = (outcome: CommandOutcome): Observed => ({
  exitCode: exitCodeOf(outcome),
  comparedBy: 'exit-code',
  outputDigest: outputDigest(outcome),
  outputFile: outcome.outputFile,
  durationMs: outcome.durationMs,
})

/** Failed tests, then files that could not be loaded. */
export const failedIn = ({ tests, broken }: SuiteReport): readonly string[] => [
  ...tests.filter(({ status }) => status === 'failed').map(({ id }) => id),
  ...broken.map(({ file }) => file),
]

const numbersOf = ({ tests, broken }: SuiteReport): TestNumbers => {
  const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length
  const passed = count('passed')
  const failed = count('failed')
  return { run: tests.length, passed, failed: failed + broken.length, skipped: tests.length - passed - failed }
}

/** Results test by test, sorted: neither times nor the order of the tests count. */
const testsDigest = ({ tests, broken }: SuiteReport): string =>
  digestOf(
    [...tests.map(({ id, status }) => `${status} ${id}`), ...broken.map(({ file }) => `broken ${file}`)]
      .toSorted()
      .join('\n'),
  )

/** The output without colours and without the folder of its room. Durations in it remain: it only informs. */
const outputDigest = ({ output, place }: CommandOutcome): string =>
  digestOf(cleanText(place ? output.replaceAll(place, '.') : output).trim())

const digestOf = (text: string): string => `sha256:${hash('sha256', text)}`
