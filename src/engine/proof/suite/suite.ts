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
  /** Null when nothing came that we could trust, whatever the exit code says. */
  readonly report: SuiteReport | null
}

const MAIMED_TIMES = 5
/** The least of it: a machine may be busy. */
const MAIMED_MINUTES = 2

const WHOLE: SuiteLaunch = { files: null }

/** How one run differs from others: how long it may take, and in which room it runs. */
interface Turn {
  readonly minutes?: number | undefined
  readonly use?: RoomUse
}

/** How long code gets that may wait for ever: some times what the whole code took. */
export const suiteMinutes = (whole: Pick<SuiteRun, 'outcome'>): number =>
  Math.max(MAIMED_MINUTES, Math.ceil((MAIMED_TIMES * whole.outcome.durationMs) / 60_000))

const CHANGED_TIMES = 5
const CHANGED_MINUTES = 1 / 6

/** The same for code or tests that were changed on purpose and may run for ever: enough for an answer, and no long wait. */
const changedMinutes = (whole: Pick<SuiteRun, 'outcome'>): number =>
  Math.max(CHANGED_MINUTES, (CHANGED_TIMES * whole.outcome.durationMs) / 60_000)

/** Runs suites whose results can be read per test. */
export class Suite {
  readonly runner: TestRunner
  readonly #bench: Bench
  /** Whole runs that this proof goes by, whatever another one would say. */
  readonly #settled = new Map<Tree, SuiteRun>()

  constructor(bench: Bench, runner: TestRunner) {
    this.#bench = bench
    this.runner = runner
  }

  /**
   * The suite, or some files of it. Remembered where everything passed, and on a base also where something failed: that
   * is what is known of it. Any other failure is looked at again, because the machine may have been at fault.
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

  /** Of several runs of the whole suite on a tree, the one that the rest of the proof goes by. */
  settleOn(tree: Tree, run: SuiteRun): void {
    this.#settled.set(tree, run)
  }

  /** The same, whatever is remembered. */
  async again(tree: Tree, how: SuiteLaunch = WHOLE, { minutes, use }: Turn = {}): Promise<SuiteRun> {
    const { command, tools } = this.runner.launch(how)
    const wish = { command, tools, minutes }
    // Asked before: a room that is given up afterwards has no place any more.
    const place = await this.#bench.placeOf(tree, use)
    const outcome = await this.#bench.fresh(tree, wish, use)
    const { report = null, ...rest } = outcome
    const seen = { report, stdout: outcome.stdout, output: outcome.output, exitCode: exitCodeOf(outcome), tools }
    const read = outcome.setupFailed ? null : this.runner.read(seen)
    return { command, outcome: rest, report: read && withoutPlace(read, place) }
  }

  /**
   * The same on code that something was taken from, which may wait for ever for what is not there.
   */
  async reduced(tree: Tree, how: SuiteLaunch, whole: SuiteRun): Promise<SuiteRun> {
    this.#bench.expectToFail(tree)
    return this.run(tree, how, suiteMinutes(whole))
  }

  /** The same on code or tests with one thing changed: a run that does not end soon has noticed it. */
  async changed(tree: Tree, how: SuiteLaunch, whole: SuiteRun): Promise<SuiteRun> {
    this.#bench.expectToFail(tree)
    return this.run(tree, how, changedMinutes(whole))
  }

  /** Runs of single files where the runner can do that, else of everything. */
  selecting(files: readonly string[]): SuiteLaunch {
    return this.runner.selectsFiles && files.length > 0 ? { files: [...files].sort() } : WHOLE
  }
}

/** A title may name the folder that the tests run in, and every room is another: the same test keeps the same id. Messages lose their colours. */
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
