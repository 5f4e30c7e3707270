/** Claims of agents compared with the results. */
import type { TaskId } from '../plan/ids.ts'
import type { RunState } from '../run/state.ts'
import { plural } from '../text/lists.ts'
import { gateSentence, isProven, type Receipt, refusals, type Verdict } from './receipt.ts'

/**
 * The value of a claimed success. *False*: nothing was done, or a check fails. *Not shown*: no check fails, but nothing shows
 * it yet. *Unclear*: a human has to answer first, or the machine or a flaky test prevented a result.
 */
export type ClaimWorth = 'false' | 'not-shown' | 'unclear'

/** A claimed success that was not proven: the agent's claim and the fact. */
export interface Claim {
  readonly task: TaskId
  readonly attempt: number
  readonly claimed: string
  readonly fact: string
  readonly worth: ClaimWorth
}

const WRONG: ReadonlySet<Verdict> = new Set(['failed', 'void'])
const UNSHOWN: ReadonlySet<Verdict> = new Set(['unproven', 'no-criteria', 'no-tests', 'unjudged'])

/** The value of a claimed success with this receipt. */
export function claimWorth(receipt: Receipt): ClaimWorth {
  const verdicts = refusals(receipt).map(({ verdict }) => verdict)
  if (verdicts.some(verdict => WRONG.has(verdict))) return 'false'
  return verdicts.every(verdict => UNSHOWN.has(verdict)) ? 'not-shown' : 'unclear'
}

/** Every attempt that claimed success and was not proven. Quick mode checks nothing, so it finds none. */
export function unprovenClaims(state: RunState): readonly Claim[] {
  if (state.config.quick) return []
  return state.tasks.flatMap(run =>
    run.attempts.flatMap(attempt => {
      const reading = attempt.ended?.reading
      // Work that was proven alone and fails after a merge was not a false claim.
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

/** The number of each kind in words; kinds without claims are left out, except for false ones. */
export function claimWords(claims: readonly Claim[]): string {
  const count = (worth: ClaimWorth) => claims.filter(claim => claim.worth === worth).length
  const wrong = count('false')
  return [
    `${plural(wrong, 'false claim')} of success caught`,
    ...(count('not-shown') > 0 ? [`${count('not-shown')} not shown yet`] : []),
    ...(count('unclear') > 0 ? [`${count('unclear')} unclear`] : []),
  ].join(', ')
}
