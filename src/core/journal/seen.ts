import { shortReceipt } from '../plan/ids.ts'
import { blockers } from '../proof/receipt.ts'
import { lastAttempt, type TaskRun } from '../run/state.ts'

/** What was shown of a task when a decision about it was made. */
export interface Seen {
  readonly attempt: number | null
  /** The hash of the receipt; null where there is none. */
  readonly receipt: string | null
  /** What kept it from landing. */
  readonly gates: readonly string[]
  /** What was asked; null where nothing was. */
  readonly question: string | null
  /** How it had ended, if it had; absent if this was not looked up. */
  readonly ended?: 'completed' | 'skipped' | null
}

/** What there is to see of a task now. */
export function seenOf(run: TaskRun): Seen {
  const last = lastAttempt(run)
  return {
    attempt: last?.number ?? null,
    receipt: (last?.receipt && last.receiptHash) || null,
    gates: last?.receipt ? blockers(last.receipt).map(({ gate, verdict }) => `${gate} ${verdict}`) : [],
    question: run.stage.is === 'escalated' ? [run.stage.reason, ...run.stage.reasons].join('; ') : null,
    ended: run.stage.is === 'completed' || run.stage.is === 'skipped' ? run.stage.is : null,
  }
}

/** How the task differs from what was seen; null where it does not. */
export function staleWords(seen: Seen, run: TaskRun): string | null {
  const now = seenOf(run)
  if (now.receipt !== seen.receipt || now.attempt !== seen.attempt)
    return `you saw ${receiptWords(seen)}, and now there is ${receiptWords(now)}`
  if (now.question === seen.question) return seen.ended === undefined ? null : endedWords(seen.ended, now.ended)
  return now.question === null
    ? `the question that you saw is not open any more: ${seen.question}`
    : `it asks something else now: ${now.question}`
}

const endedWords = (seen: Seen['ended'], now: Seen['ended']): string | null =>
  now === seen ? null : now ? `it is ${now} now` : `it is not ${seen} any more`

const receiptWords = ({ attempt, receipt, gates }: Seen): string =>
  attempt === null
    ? 'no attempt'
    : `attempt ${attempt}${receipt ? ` with receipt ${shortReceipt(receipt)}` : ' without a receipt'}${gates.length > 0 ? ` (${gates.join(', ')})` : ''}`
