import { isCutShort } from '../run/agent-pause.ts'
import type { Attempt, RunState, TaskRun } from '../run/state.ts'
import { plural } from '../text/lists.ts'
import { blockers, type Receipt } from './receipt.ts'

/** The share of fixes that made failed gates pass. */
export interface FixRate {
  readonly attempts: number
  readonly fixed: number
  /** Null if nothing had to be fixed. */
  readonly rate: number | null
}

/** Counted from the journal: fix attempts that followed a refused proof and were proven themselves. */
export function fixRate(state: Pick<RunState, 'tasks'>): FixRate {
  const fixes = state.tasks.flatMap(fixesOf)
  const fixed = fixes.filter(isFixed).length
  return { attempts: fixes.length, fixed, rate: fixes.length === 0 ? null : fixed / fixes.length }
}

interface Fix {
  readonly before: Receipt
  readonly after: Receipt | null
}

/** An attempt that we cut short does not count; one that ended without a proof is a failed fix. */
function fixesOf(run: TaskRun): readonly Fix[] {
  const fixes: Fix[] = []
  let refused: Receipt | null = null
  for (const attempt of run.attempts) {
    if (attempt.kind === 'fix' && refused && isOver(attempt)) fixes.push({ before: refused, after: attempt.receipt })
    if (attempt.receipt) refused = blockers(attempt.receipt).length > 0 ? attempt.receipt : null
  }
  return fixes
}

const isOver = ({ ended, receipt }: Attempt): boolean =>
  receipt !== null || (ended !== null && !isCutShort(ended.ending))

/** Whether every gate that had refused now passes: a gate that no longer runs does not count as passed. */
function isFixed({ before, after }: Fix): boolean {
  if (!after) return false
  return blockers(before).every(({ gate }) => {
    const now = after.gates.find(other => other.gate === gate)
    if (!now) return blockers(after).length === 0
    return now.verdict === 'passed' || (!now.blocking && now.verdict !== 'not-run')
  })
}

/** The rate in words; null if nothing had to be fixed. */
export const fixRateWords = ({ attempts, fixed, rate }: FixRate): string | null =>
  rate === null
    ? null
    : `${fixed} of ${plural(attempts, 'fix attempt')} turned what had failed green (${Math.round(rate * 100)} %)`

/** The gates that refused the last proof before the newest attempt, if that is a fix. */
export function refusedBefore(run: TaskRun): readonly string[] {
  if (run.attempts.at(-1)?.kind !== 'fix') return []
  const receipt = run.attempts.slice(0, -1).findLast(attempt => attempt.receipt !== null)?.receipt
  return receipt ? blockers(receipt).map(({ gate }) => gate) : []
}
