import type { Contract } from '../../../core/plan/contract.ts'
import { type NamedRequests, requestsOf } from '../../../core/plan/requests.ts'
import { matchesAny } from '../../../core/text/glob.ts'
import type { ToGo } from '../translation/old-tests.ts'

/** The requests of a task by name: frozen in the contract, or read from the task of an older contract. */
export const asksIn = ({ asks, task }: Pick<Contract, 'asks' | 'task'>): NamedRequests => asks ?? requestsOf(task)

/** Everything that a task asks to remove. */
export function toGo(contract: Pick<Contract, 'asks' | 'task'>): ToGo {
  const { goes, filesGo } = asksIn(contract)
  return { names: new Set(goes), isFile: path => matchesAny(path, filesGo) }
}
