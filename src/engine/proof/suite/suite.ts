import type { Tree } from '../../../core/plan/ids.ts'
import type { SuiteReport } from '../../../core/proof/test-results.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { plainPath } from '../../../core/text/paths.ts'
import type { SuiteLaunch, TestRunner } from '../../../ports.ts'
import { type Bench, type CommandOutcome, exitCodeOf, type RoomUse } from './bench.ts'

/** A suite on one tree, test by test. */
export interface SuiteRun {
  readonly command: string
  readonly outcome: CommandOutcome
  /** Null if there is no report that we can trust, whatever the exit code is. */
  readonly report: SuiteReport | null
}

const REDUCED_TIMES = 5
/** The minimum: the machine may be busy. */
const REDUCED_MINUTES = 2

const WHOLE: SuiteLaunch = { files: null }

/** The time limit and the room of one run. */
interface Turn {
  readonly minutes?: number | undefined
  readonly use?: RoomUse
}

/** The time limit of code that may wait for ever: a multiple of the time of the whole code. */
export const suiteMinutes = (whole: Pick<SuiteRun, 'outcome'>): number =>
  Math.max(REDUCED_MINUTES, Math.ceil((REDUCED_TIMES * whole.outcome.durationMs) / 60_000))

const CHANGED_TIMES = 5
const CHANGED_MINUTES = 1 / 6

/** The same for code or tests that were changed on purpose: enough for a result, without a long wait. */
const changedMinutes = (whole: Pick<SuiteRun, 'outcome'>): number =>
  Math.max(CHANGED_MINUTES, (CHANGED_TIMES * whole.outcome.durationMs) / 60_000)

/** Runs suites whose results can be read per test. */
export class Suite {
  readonly runner: TestRunner
  readonly #bench: Bench
  /** Whole runs that count for this proof, whatever the result of another one. */
  readonly #settled = new Map<Tree, SuiteRun>()

  constructor(bench: Bench, runner: TestRunner) {
    this.#bench = bench
    this.runner = runner
  }

  /**
   * The suite, or some files of it. A green run is remembered, and on a base a red one too, because its failures are known.
   * Any other failure is repeated, because the machine may have been at fault.
   */
  async run(tree: Tree, how: SuiteLaunch = WHOLE, minutes?: number): Promise<SuiteRun> {
    const settled = how.files === null && how.shuffled === undefined ? this.#settled.get(tree) : undefined
    if (settled) return settled
    const { value, cached } = await this.#bench.once(tree, this.runner.launch(how).command, async () => {
      const run = await this.again(tree, how, minutes === undefined ? {} : { minutes })
      const { report } = run
      return { value: run, keep: report !== null && (this.#bench.isBase(tree) || isAllGreen(report)) }
    })
    return cached ? { ...value, outcome: { ...value.outcome, cached } } : value
  }

  /** The run of the whole suite on a tree that counts for the rest of the proof. */
  settleOn(tree: Tree, run: SuiteRun): void {
    this.#settled.set(tree, run)
  }

  /** The same without the cache. */
  async again(tree: Tree, how: SuiteLaunch = WHOLE, { minutes, use }: Turn = {}): Promise<SuiteRun> {
    const { command, tools } = this.runner.launch(how)
    const wish = { command, tools, minutes }
    // Before the run: a room that is closed after it has no place.
    const place = await this.#bench.placeOf(tree, use)
    const outcome = await this.#bench.fresh(tree, wish, use)
    const { report = null, ...rest } = outcome
    const seen = { report, stdout: outcome.stdout, output: outcome.output, exitCode: exitCodeOf(outcome), tools }
    const read = outcome.setupFailed ? null : this.runner.read(seen)
    return { command, outcome: rest, report: read && withoutPlace(read, place) }
  }

  /** The same on code with missing parts, which may wait for ever. */
  async reduced(tree: Tree, how: SuiteLaunch, whole: SuiteRun): Promise<SuiteRun> {
    this.#bench.expectToFail(tree)
    return this.run(tree, how, suiteMinutes(whole))
  }

  /** The same on code or tests with one change: a run that does not end soon has noticed it. */
  async changed(tree: Tree, how: SuiteLaunch, whole: SuiteRun): Promise<SuiteRun> {
    this.#bench.expectToFail(tree)
    return this.run(tree, how, changedMinutes(whole))
  }

  /** Single files if the runner can run them, else everything. */
  selecting(files: readonly string[]): SuiteLaunch {
    return this.runner.selectsFiles && files.length > 0 ? { files: [...files].sort() } : WHOLE
  }
}

/** A title may contain the folder of its room, and each run has another one: the same test keeps its id. Messages lose their colours. */
function withoutPlace(report: SuiteReport, place: string): SuiteReport {
  const plain = (text: string) => text.replaceAll(place, '.')
  const said = (message: string) => plain(cleanText(message))
  return {
    ...report,
    tests: report.tests.map(test => ({
      ...test,
      id: plain(test.id),
      failure: test.failure && { ...test.failure, message: said(test.failure.message) },
    })),
    broken: report.broken.map(({ file, message }) => ({
      file: plainPath(plain(file)),
      message: said(message),
    })),
  }
}

const isAllGreen = (report: SuiteReport): boolean =>
  report.broken.length === 0 && report.tests.length > 0 && report.tests.every(test => test.status !== 'failed')
