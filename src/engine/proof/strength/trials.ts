/** Runs the tests of a change with one thing in its code changed, as long as there is time. */

import type { TestResult } from '../../../core/proof/test-results.ts'
import type { TreeEdit } from '../../../ports.ts'
import type { Case } from '../case.ts'
import { staged } from '../forms/staged.ts'
import { passedIn } from '../suite/compare.ts'
import type { Suite, SuiteRun } from '../suite/suite.ts'

/** Code with one thing changed. */
export interface Trial {
  /** The name of the form. */
  readonly form: string
  readonly edits: readonly TreeEdit[]
}

/** The tests that noticed a trial; null if its code cannot be built or loaded, or nothing ran. */
export type Noticed = readonly string[] | null

/** The tests that meet every trial, and their normal result. */
export interface Meeting {
  readonly suite: Suite
  /** Files of tests that run first; more tests run only if these notice nothing. */
  readonly files: readonly string[]
  readonly more: readonly string[]
  readonly normal: SuiteRun
  readonly whole: SuiteRun
}

/** The time for all trials: a share of one run of the suite, and a few trials in any case as long as they are quick. */
export interface TrialTime {
  readonly shareMs: number
  readonly few: number
}

const QUICK_MS = 5_000

/** Other proofs may be under way on the same machine. */
const AT_ONCE = 2

export class Trials {
  readonly #on: Case
  readonly #meeting: Meeting
  readonly #began: number
  readonly #time: TrialTime
  readonly #atOnce: number
  #longestMs = 0
  #count = 0
  #last: SuiteRun

  constructor(on: Case, meeting: Meeting, time: TrialTime) {
    this.#on = on
    this.#meeting = meeting
    this.#time = time
    this.#began = on.ports.clock.now()
    this.#last = meeting.normal
    this.#atOnce = on.isolated && !on.config.services ? AT_ONCE : 1
  }

  /** The last run of a trial. */
  get last(): SuiteRun {
    return this.#last
  }

  /** Whether another trial fits into the time. */
  get hasTime(): boolean {
    const until = this.#on.ports.clock.now() - this.#began + this.#longestMs
    const { shareMs, few } = this.#time
    return until <= shareMs || (this.#count < few && until <= QUICK_MS)
  }

  /** The trials in order, several at once; those that do not fit into the time are left out at the end. */
  async all<T extends Trial>(trials: readonly T[]): Promise<readonly (readonly [T, Noticed])[]> {
    const done: (readonly [T, Noticed])[] = []
    for (let at = 0; at < trials.length && this.hasTime; at += this.#atOnce) {
      const some = trials.slice(at, at + this.#atOnce)
      done.push(...(await Promise.all(some.map(async trial => [trial, await this.one(trial)] as const))))
    }
    return done
  }

  async one({ form, edits }: Trial): Promise<Noticed> {
    const { bench, ports } = this.#on
    const { files, more, normal, whole } = this.#meeting
    const began = ports.clock.now()
    this.#count++
    const tree = await staged(this.#on, this.#on.layouts.asSubmitted, edits, form)
    const expected = normal.report?.tests ?? []
    const first = await this.#noticedBy(tree, files, { normal, expected })
    const isQuiet = first?.length === 0 && more.length > 0
    const others = whole.report?.tests.filter(({ file }) => more.includes(file)) ?? []
    const noticed = isQuiet ? await this.#noticedBy(tree, more, { normal: whole, expected: others }) : first
    await bench.forget(tree)
    this.#longestMs = Math.max(this.#longestMs, ports.clock.now() - began)
    return noticed
  }

  async #noticedBy(
    tree: Parameters<Suite['changed']>[0],
    files: readonly string[],
    { normal, expected }: { readonly normal: SuiteRun; readonly expected: readonly TestResult[] },
  ): Promise<Noticed> {
    const { suite } = this.#meeting
    const run = await suite.changed(tree, suite.selecting(files), normal)
    this.#last = run
    const before = expected.filter(({ status }) => status === 'passed').map(({ id }) => id)
    if (run.outcome.ending.is === 'timed-out') return before
    if (run.outcome.setupFailed || (await this.#on.bench.prepare(tree)) !== null) return null
    const known = new Set(normal.report?.broken.map(({ file }) => file))
    if (run.report?.broken.some(({ file }) => !known.has(file))) return null
    const alive = passedIn(run.report)
    return before.filter(id => !alive.has(id))
  }
}
