import type { Tree } from '../../../core/plan/ids.ts'
import type { FlakyCheck } from '../../../core/proof/flaky-check.ts'
import { type Bench, type CommandOutcome, isGreen } from './bench.ts'

/** Repetitions of a failed command before the failure counts. */
const TURNS = 2

/** A command that failed once, and its repetitions on the same code. */
export interface AskedAgain {
  /** `failed`: every time. `passed`: more often than not. `flaky`: it passed, but not more often than it failed. */
  readonly is: 'failed' | 'passed' | 'flaky'
  /** The run to show: a passing one if there is one, else the first failing one. */
  readonly outcome: CommandOutcome
  /** Null if it failed every time. */
  readonly flaky: FlakyCheck | null
}

/** The command on a tree, its first outcome, and the condition for a pass. */
export interface AskedRun {
  readonly tree: Tree
  readonly command: string
  readonly first: CommandOutcome
  readonly use?: 'project' | 'criteria'
  readonly holds?: (outcome: CommandOutcome) => boolean
  /** Time limit per repetition, if lower than the general one. */
  readonly minutes?: number | undefined
}

/** Repeats a failed command, each time in a fresh room and with nothing else of the proof running. */
export async function askAgain(
  bench: Bench,
  { tree, command, first, use = 'project', holds = isGreen, minutes }: AskedRun,
): Promise<AskedAgain> {
  // A failed setup or a missing program tells nothing about the code, however often it is repeated.
  if (first.setupFailed || first.ending.is === 'could-not-start') return { is: 'failed', outcome: first, flaky: null }
  const again: CommandOutcome[] = []
  const wish = { command, minutes }
  for (let turn = 1; turn <= TURNS; turn += 1) again.push(await bench.fresh(tree, wish, `${use}, apart ${turn}`))
  const passed = again.filter(holds)
  if (passed.length === 0) return { is: 'failed', outcome: first, flaky: null }
  const runs = again.length + 1
  const failed = runs - passed.length
  const isMostlyGreen = passed.length > failed
  return {
    is: isMostlyGreen ? 'passed' : 'flaky',
    outcome: isMostlyGreen ? passed[0]! : first,
    flaky: { check: command, failed, runs },
  }
}
