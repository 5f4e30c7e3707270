import { blockers } from '../proof/receipt.ts'
import type { TaskRun } from '../run/state.ts'
import { type Contest, TESTER_GATE } from './blind-tests.ts'

/** The author's objection to a failure that the tester's tests showed it. It may object once; later objections do not count. */
export function contestOf({ attempts }: Pick<TaskRun, 'attempts'>): Contest | null {
  const last = attempts.at(-1)
  const contested = attempts.filter(({ ended }) => claimIn(ended) !== null)
  const wasTold = attempts
    .slice(0, -1)
    .some(({ receipt }) => receipt && blockers(receipt).some(({ gate }) => gate === TESTER_GATE))
  return wasTold && contested.length === 1 && contested[0] === last ? claimIn(last!.ended) : null
}

const claimIn = (ended: TaskRun['attempts'][number]['ended']): Contest | null =>
  ended?.reading.is === 'valid' ? (ended.reading.report.contested ?? null) : null
