/** What agents said of their work beside what was seen of it. */
import type { TaskId } from '../plan/ids.ts'
import type { RunState } from '../run/state.ts'
import { plural } from '../text/lists.ts'
import { gateSentence, isProven, type Receipt, refusals, type Verdict } from './receipt.ts'

/**
 * What a claimed success was worth. *False*: nothing was done, or a check fails. *Not shown*: nothing is wrong with it, and nothing shows
 * it yet. *Unclear*: a human has to answer first, or the machine or a flaky test was in the way.
 */
export type ClaimWorth = 'false' | 'not-shown' | 'unclear'

/** A claimed success that was not proven: the agent's word beside the fact. */
export interface Claim {
  readonly task: TaskId
  readonly attempt: number
  readonly claimed: string
  readonly fact: string
  readonly worth: ClaimWorth
}

const WRONG: ReadonlySet<Verdict> = new Set(['failed', 'void'])
const UNSHOWN: ReadonlySet<Verdict> = new Set(['unproven', 'no-criteria', 'no-tests', 'unjudged'])

/** What a claim of success is worth that ended in this receipt. */
export function claimWorth(receipt: Receipt): ClaimWorth {
  const verdicts = refusals(receipt).map(({ verdict }) => verdict)
  if (verdicts.some(verdict => WRONG.has(verdict))) return 'false'
  return verdicts.every(verdict => UNSHOWN.has(verdict)) ? 'not-shown' : 'unclear'
}

/** Every attempt that claimed success and was not proven. Quick mode checks nothing and so accuses nobody. */
export function unprovenClaims(state: RunState): readonly Claim[] {
  if (state.config.quick) return []
  return state.tasks.flatMap(run =>
    run.attempts.flatMap(attempt => {
      const reading = attempt.ended?.reading
      // Work that held by itself and breaks with what landed since was no false claim.
      if (attempt.merged || !attempt.receipt || isProven(attempt.receipt)) return []
      if (reading?.is !== 'valid' || reading.report.status !== 'success') return []
      const fact = refusals(attempt.receipt).map(gateSentence)
      return [
        {
          task: run.task.id,
          attempt: attempt.number,
          claimed: reading.report.summary || 'success',
          fact: fact.join('; '),
          worth: claimWorth(attempt.receipt),
        },
      ]
    }),
  )
}

/** Those that were false. */
export const falseClaims = (state: RunState): readonly Claim[] =>
  unprovenClaims(state).filter(({ worth }) => worth === 'false')

/** How many of each, in words: what is none of them is not mentioned, but for false ones. */
export function claimWords(claims: readonly Claim[]): string {
  const count = (worth: ClaimWorth) => claims.filter(claim => claim.worth === worth).length
  const wrong = count('false')
  return [
    `${plural(wrong, 'false claim')} of success caught`,
    ...(count('not-shown') > 0 ? [`${count('not-shown')} not shown yet`] : []),
    ...(count('unclear') > 0 ? [`${count('unclear')} unclear`] : []),
  ].join(', ')
}
