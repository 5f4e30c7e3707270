import type { Tree } from '../../../core/plan/ids.ts'
import type { FlakyCheck } from '../../../core/proof/flaky-check.ts'
import { type Bench, isGreen, type Outcome } from './bench.ts'

/** As often as this a command that failed is asked again before anybody is told that it fails. */
const TURNS = 2

/** A command that failed once, and what it said when it was asked again about the very same code. */
export interface AskedAgain {
  /** `failed`: every time. `passed`: more often than not. `flaky`: it passed, but not more often than it failed. */
  readonly is: 'failed' | 'passed' | 'flaky'
  /** What to show of it: a run that passed where it passed, else the first that failed. */
  readonly outcome: Outcome
  /** Null where it failed every time. */
  readonly flaky: FlakyCheck | null
}

/** What was asked: the command on a tree, what it said first, and what counts as holding. */
export interface Asked {
  readonly tree: Tree
  readonly command: string
  readonly first: Outcome
  readonly use?: 'project' | 'criteria'
  readonly holds?: (outcome: Outcome) => boolean
  /** How long each turn may take, where that is less than any command may. */
  readonly minutes?: number
}

/** Asks a command that failed again, each time in a room of its own and with nothing of the same proof beside it. */
export async function askAgain(
  bench: Bench,
  { tree, command, first, use = 'project', holds = isGreen, minutes }: Asked,
): Promise<AskedAgain> {
  // A room that could not be set up, or a program that is not there, says nothing about the code, however often it is asked.
  if (first.setupFailed || first.ending.is === 'could-not-start') return { is: 'failed', outcome: first, flaky: null }
  const again: Outcome[] = []
  const wish = { command, ...(minutes === undefined ? {} : { minutes }) }
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
